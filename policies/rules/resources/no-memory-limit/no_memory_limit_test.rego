package rollscope.rules.resources["no-memory-limit_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.resources["no-memory-limit"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].resources",
		"params": {"container": "agent"},
	}} with input as sample.seen(_requesting)
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
	count(rule.report) == 0 with input as sample.seen(object.union(_requesting, {"spec": {"template": {"spec": {"resources": {"limits": {"memory": "1Gi"}}}}}}))
	count(rule.report) == 0 with input as sample.seen(object.union(_requesting, {"config": {"allow": {"containers": ["agent"]}}}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(json.remove(_requesting, ["/spec/template/spec/containers/0/resources"]))
	count(rule.report) == 1 with input as sample.seen(json.patch(_requesting, [{
		"op": "replace",
		"path": "/spec/template/spec/containers/0/resources/limits",
		"value": {"memory": null},
	}]))
}

_requesting := json.patch(sample.container({}), [{
	"op": "replace",
	"path": "/spec/template/spec/containers/0/resources",
	"value": {"requests": {"cpu": "50m"}, "limits": {}},
}])

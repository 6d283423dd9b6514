package rollscope.rules.resources["no-memory-limit_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.resources["no-memory-limit"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].resources",
		"params": {"container": "agent"},
	}} with input as _requesting
}

test_good if {
	count(rule.report) == 0 with input as sample.container({})
	count(rule.report) == 0 with input as object.union(_requesting, {"spec": {"template": {"spec": {"resources": {"limits": {"memory": "1Gi"}}}}}})
	count(rule.report) == 0 with input as _requesting
		with data.rollscope.lib.config.values as {"allow": {"containers": ["agent"]}}
}

test_absent if {
	count(rule.report) == 0 with input as json.remove(_requesting, ["/spec/template/spec/containers/0/resources"])
	count(rule.report) == 1 with input as json.patch(_requesting, [{
		"op": "replace",
		"path": "/spec/template/spec/containers/0/resources/limits",
		"value": {"memory": null},
	}])
}

_requesting := json.patch(sample.container({}), [{
	"op": "replace",
	"path": "/spec/template/spec/containers/0/resources",
	"value": {"requests": {"cpu": "50m"}, "limits": {}},
}])

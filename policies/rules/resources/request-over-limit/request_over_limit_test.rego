package rollscope.rules.resources["request-over-limit_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.resources["request-over-limit"] as rule

test_bad if {
	sample.findings(rule.report) == {_refused("128Mi", "must be less than or equal to memory limit of 64Mi")} with input as sample.seen(_sized(
		{"memory": "128Mi"},
		{"memory": "64Mi"},
	))
	sample.findings(rule.report) == {_refused("1", "must be equal to example.com/gpu limit of 2")} with input as sample.seen(_sized(
		{"example.com/gpu": 1},
		{"example.com/gpu": "2"},
	))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_sized({"cpu": "1000m", "memory": "1Gi"}, {"cpu": 1, "memory": "1024Mi"}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_sized({}, {"memory": "64Mi"}))
}

_refused(value, why) := {
	"path": "spec.template.spec.containers[0].resources.requests",
	"params": {"refusal": $"spec.template.spec.containers[0].resources.requests: Invalid value: \"{value}\": {why}"},
}

_sized(requests, limits) := json.patch(sample.container({}), [{
	"op": "replace",
	"path": "/spec/template/spec/containers/0/resources",
	"value": {"requests": requests, "limits": limits},
}])

package rollscope.rules.surge["surge-blind_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.surge["surge-blind"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.updateStrategy.rollingUpdate.maxSurge",
		"params": {"surge": "1"},
	}} with input as sample.seen(json.remove(_surging({}, {}), ["/spec/template/spec/containers/0/readinessProbe"]))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_surging({}, {}))
	count(rule.report) == 0 with input as sample.seen(_surging({"readinessGates": [{"conditionType": "example.com/up"}]}, {"readinessProbe": null}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(json.remove(sample.container({}), ["/spec/template/spec/containers/0/readinessProbe"]))
}

_surging(pod, container) := json.patch(sample.pod(pod, container), [{
	"op": "replace",
	"path": "/spec/updateStrategy/rollingUpdate",
	"value": {"maxSurge": 1, "maxUnavailable": 0},
}])

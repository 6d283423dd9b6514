package rollscope.rules.surge["surge-exclusive-device_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.surge["surge-exclusive-device"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].resources",
		"params": {"container": "agent", "device": "example.com/gpu", "surge": "1"},
	}} with input as sample.seen(_surging({}, {"resources": {"limits": {"example.com/gpu": 1}}}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_surging({}, {}))
	count(rule.report) == 0 with input as sample.seen(sample.container({"resources": {"limits": {"example.com/gpu": 1}}}))
	count(rule.report) == 0 with input as sample.seen(_surging({}, {"resources": {"limits": {"example.com/gpu": 0}}}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(json.remove(_surging({}, {}), ["/spec/template/spec/containers/0/resources"]))
}

_surging(pod, container) := json.patch(sample.pod(pod, container), [{
	"op": "replace",
	"path": "/spec/updateStrategy/rollingUpdate",
	"value": {"maxSurge": 1, "maxUnavailable": 0},
}])

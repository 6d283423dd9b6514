package rollscope.rules.surge["surge-host-network_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.surge["surge-host-network"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.hostNetwork", "params": {"surge": "1"}}} with input as sample.seen(_surging({"hostNetwork": true}, {"ports": []}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_surging({"hostNetwork": true}, {}))
	count(rule.report) == 0 with input as sample.seen(sample.pod({"hostNetwork": true}, {"ports": []}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_surging({}, {"ports": []}))
}

_surging(pod, container) := json.patch(sample.pod(pod, container), [{
	"op": "replace",
	"path": "/spec/updateStrategy/rollingUpdate",
	"value": {"maxSurge": 1, "maxUnavailable": 0},
}])

package rollscope.rules.surge["surge-no-room_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.surge["surge-no-room"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.updateStrategy.rollingUpdate.maxSurge",
		"params": {"surge": "1", "node": "n2", "nodes": 1, "why": "Insufficient cpu"},
	}} with input as sample.seen(object.union(_surging({}, {}), {"cluster": _full}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(object.union(_surging({}, {}), {"cluster": {"no_surge": []}}))
	count(rule.report) == 0 with input as sample.seen(object.union(sample.container({}), {"cluster": _full}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_surging({}, {}))
}

_full := {"no_surge": [{"node": "n2", "nodes": 1, "why": "Insufficient cpu"}]}

_surging(pod, container) := json.patch(sample.pod(pod, container), [{
	"op": "replace",
	"path": "/spec/updateStrategy/rollingUpdate",
	"value": {"maxSurge": 1, "maxUnavailable": 0},
}])

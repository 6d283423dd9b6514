package rollscope.rules.placement["no-os-selector_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.placement["no-os-selector"] as rule

test_bad if {
	sample.findings(rule.report) == {_found} with input as sample.seen(_unselective)
	sample.findings(rule.report) == {object.union(_found, {
		"params": {"windows": 2},
		"severity": "warning",
		"variant": "windows",
	})} with input as sample.seen(object.union(_unselective, {"cluster": {"windows": 2}}))
	count(rule.report) == 1 with input as sample.seen(object.union(_unselective, {"cluster": {"windows": 0}}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
	count(rule.report) == 0 with input as sample.seen(object.union(
		_unselective,
		{"spec": {"template": {"spec": {"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
			{"matchExpressions": [{"key": "kubernetes.io/os", "operator": "In", "values": ["linux"]}]},
		]}}}}}}},
	))
}

test_absent if {
	count(rule.report) == 1 with input as sample.seen(sample.pod({"nodeSelector": null}, {}))
}

_found := {"path": "spec.template.spec.nodeSelector", "params": {}}

_unselective := json.remove(sample.container({}), ["/spec/template/spec/nodeSelector"])

package rollscope.rules.placement["critical-class-elsewhere_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.placement["critical-class-elsewhere"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.priorityClassName",
		"params": {"class": "system-node-critical"},
	}} with input as sample.seen(_critical)
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(json.patch(_critical, [{
		"op": "replace",
		"path": "/metadata/namespace",
		"value": "kube-system",
	}]))
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(json.remove(_critical, ["/metadata/namespace"]))
}

_critical := sample.pod({"priorityClassName": "system-node-critical"}, {})

package rollscope.rules.placement["toleration-without-taint_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.placement["toleration-without-taint"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.tolerations[0]",
		"params": {"taint": "dedicatd:NoSchedule"},
	}} with input as sample.seen(_given([{"path": "spec.template.spec.tolerations[0]", "taint": "dedicatd:NoSchedule"}]))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_given([]))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

_given(unused) := object.union(sample.container({}), {"cluster": {"unused_tolerations": unused}})

package rollscope.rules.placement["unsatisfiable-placement_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.placement["unsatisfiable-placement"] as rule

test_bad if {
	sample.findings(rule.report) == {_on_os} with input as sample.seen(_asking([{"key": "kubernetes.io/os", "operator": "In", "values": ["windows"]}]))
	sample.findings(rule.report) == {_on_os} with input as sample.seen(_asking([{"key": "kubernetes.io/os", "operator": "NotIn", "values": ["linux"]}]))
	sample.findings(rule.report) == {_on_os} with input as sample.seen(_asking([{"key": "kubernetes.io/os", "operator": "DoesNotExist"}]))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_asking([{"key": "kubernetes.io/os", "operator": "In", "values": ["linux"]}]))
	count(rule.report) == 0 with input as sample.seen(_asking([{"key": "other", "operator": "DoesNotExist"}]))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_one_name_for_all if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.nodeName",
		"params": {"node": "n1"},
		"variant": "name",
	}} with input as sample.seen(sample.pod({"nodeName": "n1"}, {}))
}

test_null_value if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.nodeSelector[pool]",
		"params": {"key": "pool"},
		"variant": "valueless",
	}} with input as sample.seen(sample.pod({"nodeSelector": {"pool": null}}, {}))
}

_on_os := {
	"path": "spec.template.spec.nodeSelector[kubernetes.io/os]",
	"params": {"key": "kubernetes.io/os"},
}

_asking(expressions) := sample.pod(
	{"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
		{"matchExpressions": expressions},
	]}}}},
	{},
)

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

test_affinity_against_itself if {
	every other in [
		{"key": "zone", "operator": "In", "values": ["b"]},
		{"key": "zone", "operator": "NotIn", "values": ["a", "b"]},
		{"key": "zone", "operator": "DoesNotExist"},
	] {
		sample.findings(rule.report) == {_itself} with input as sample.seen(_asking([_in_a, other]))
	}
	sample.findings(rule.report) == {_itself} with input as sample.seen(_asking([
		{"key": "zone", "operator": "Exists"},
		{"key": "zone", "operator": "DoesNotExist"},
	]))
	every other in [
		{"key": "zone", "operator": "In", "values": ["a", "b"]},
		{"key": "zone", "operator": "NotIn", "values": ["b"]},
		{"key": "zone", "operator": "Exists"},
		{"key": "pool", "operator": "DoesNotExist"},
	] {
		count(rule.report) == 0 with input as sample.seen(_asking([_in_a, other]))
	}
}

test_another_term_is_enough if {
	contradiction := [_in_a, {"key": "zone", "operator": "DoesNotExist"}]
	count(rule.report) == 0 with input as sample.seen(_terms([contradiction, [_in_a]]))
	sample.findings(rule.report) == {_itself} with input as sample.seen(_terms([contradiction, contradiction]))
}

_in_a := {"key": "zone", "operator": "In", "values": ["a"]}

_itself := {
	"path": "spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution",
	"params": {"key": "zone"},
	"variant": "itself",
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

_asking(expressions) := _terms([expressions])

_terms(terms) := sample.pod(
	{"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term |
		some expressions in terms
		term := {"matchExpressions": expressions}
	]}}}},
	{},
)

package rollscope.rules.resources["does-not-fit_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.resources["does-not-fit"] as rule

test_bad if {
	sample.findings(rule.report) == {_found} with input as sample.seen(_given(false))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(object.union(sample.container({}), {"cluster": {"no_room": []}}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_beside_others if {
	sample.findings(rule.report) == {object.union(_found, {
		"severity": "warning",
		"variant": "others",
	})} with input as sample.seen(_given(true))
}

_found := {
	"path": "spec.template.spec",
	"params": {"node": "n1", "nodes": 1, "why": "Insufficient cpu"},
}

_given(beside_others) := object.union(sample.container({}), {"cluster": {"no_room": [{
	"node": "n1",
	"nodes": 1,
	"why": "Insufficient cpu",
	"beside_others": beside_others,
}]}})

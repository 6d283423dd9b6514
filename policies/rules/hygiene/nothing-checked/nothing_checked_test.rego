package rollscope.rules.hygiene["nothing-checked_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hygiene["nothing-checked"] as rule

test_bad if {
	sample.findings(rule.summary) == {{"path": "", "params": {"files": 1, "documents": 2}}} with input as sample.seen({"run": {
		"files": 1,
		"documents": 2,
		"daemonsets": 0,
	}})
}

test_good if {
	count(rule.summary) == 0 with input as sample.seen({"run": {"files": 1, "documents": 2, "daemonsets": 1}})
}

test_absent if {
	count(rule.summary) == 0 with input as sample.seen(sample.container({}))
}

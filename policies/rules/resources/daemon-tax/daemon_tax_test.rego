package rollscope.rules.resources["daemon-tax_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.resources["daemon-tax"] as rule

test_bad if {
	sample.findings(rule.summary) == {{"path": "", "params": {"node": "n1", "nodes": "2 nodes"}}} with input as {"run": {"node_types": [
		{"node": "n1", "nodes": "2 nodes"},
	]}}
}

test_good if {
	count(rule.summary) == 0 with input as {"run": {"node_types": []}}
}

test_absent if {
	count(rule.summary) == 0 with input as {"run": {}}
	count(rule.summary) == 0 with input as sample.container({})
}

package rollscope.rules.resources["daemon-tax_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.resources["daemon-tax"] as rule

test_bad if {
	sample.findings(rule.summary) == {{"path": "", "params": {
		"node": "n1",
		"nodes": 1,
		"cpu": 1500,
		"cpu_of": 16000,
		"cpu_left": 14500,
		"memory": 64,
		"memory_of": 1024,
		"memory_left": 960,
	}}} with input as sample.seen({"run": {"daemonsets": 2, "node_types": [_type]}})
}

test_good if {
	count(rule.summary) == 0 with input as sample.seen({"run": {"daemonsets": 2, "node_types": []}})
	count(rule.summary) == 0 with input as sample.seen({"run": {"daemonsets": 1, "node_types": [_type]}})
}

test_absent if {
	count(rule.summary) == 0 with input as sample.seen({"run": {}})
	count(rule.summary) == 0 with input as sample.seen(sample.container({}))
}

_type := {
	"node": "n1",
	"nodes": 1,
	"cpu": 1500,
	"cpu_of": 16000,
	"cpu_left": 14500,
	"memory": 67108864,
	"memory_of": 1073741824,
	"memory_left": 1006632960,
}

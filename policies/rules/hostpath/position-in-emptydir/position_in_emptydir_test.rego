package rollscope.rules.hostpath["position-in-emptydir_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hostpath["position-in-emptydir"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].volumeMounts[1]",
		"params": {"container": "agent", "volume": "positions"},
	}} with input as sample.seen(_reader({"emptyDir": {}}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_reader({"hostPath": {"path": "/var/lib/agent"}}))
	count(rule.report) == 0 with input as sample.seen(_reader({"emptyDir": {"medium": "Memory"}}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

_reader(source) := sample.pod(
	{"volumes": [
		{"name": "logs", "hostPath": {"path": "/var/log"}},
		object.union({"name": "positions"}, source),
	]},
	{"volumeMounts": [
		{"name": "logs", "mountPath": "/var/log", "readOnly": true},
		{"name": "positions", "mountPath": "/state"},
	]},
)

package rollscope.rules.hostpath["writable-log-dir_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hostpath["writable-log-dir"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.containers[0].volumeMounts[0]", "params": {"container": "agent", "host_path": "/var/log"}}} with input as sample.seen(sample.mount({"path": "/var/log", "type": "Directory"}, {"mountPath": "/host", "readOnly": false}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/var/log", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_absent if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.containers[0].volumeMounts[0]", "params": {"container": "agent", "host_path": "/var/log/pods"}}} with input as sample.seen(sample.mount({"path": "/var/log/pods"}, {"mountPath": "/host"}))
}

test_allowed if {
	count(rule.report) == 0 with input as sample.seen(object.union(
		sample.mount({"path": "/var/log"}, {"mountPath": "/host"}),
		{"config": {"allow": {"hostPaths": ["/var/log/"]}}},
	))
}

test_own_directory_below if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/var/log/agent"}, {"mountPath": "/host"}))
}

package rollscope.rules.hostpath["dangling-log-links_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hostpath["dangling-log-links"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.containers[0].volumeMounts[0]", "params": {"container": "agent", "host_path": "/var/log/containers"}}} with input as sample.seen(sample.mount({"path": "/var/log/containers", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/var/log", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_targets_beside if {
	count(rule.report) == 0 with input as sample.seen(sample.mounts([
		[{"path": "/var/log/containers"}, {"mountPath": "/var/log/containers"}],
		[{"path": "/var/log/pods"}, {"mountPath": "/var/log/pods"}],
	]))
}

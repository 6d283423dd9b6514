package rollscope.rules.hostpath["host-root-mount_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hostpath["host-root-mount"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.containers[0].volumeMounts[0]", "params": {"container": "agent", "mount_path": "/host"}}} with input as sample.seen(sample.mount({"path": "/", "type": "Directory"}, {"mountPath": "/host", "readOnly": false}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/proc", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_absent if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.containers[0].volumeMounts[0]", "params": {"container": "agent", "mount_path": "/host"}}} with input as sample.seen(sample.mount({"path": "/", "type": "Directory"}, {"mountPath": "/host"}))
}

test_read_only_is_a_warning if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].volumeMounts[0]",
		"params": {"container": "agent", "mount_path": "/host"},
		"severity": "warning",
		"variant": "read-only",
	}} with input as sample.seen(sample.mount({"path": "/", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_subpath_is_not_the_root if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/"}, {"mountPath": "/host", "subPath": "etc"}))
}

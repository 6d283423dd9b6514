package rollscope.rules.hostpath["writable-kernel-fs_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hostpath["writable-kernel-fs"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.containers[0].volumeMounts[0]", "params": {"container": "agent", "host_path": "/proc"}}} with input as sample.seen(sample.mount({"path": "/proc", "type": "Directory"}, {"mountPath": "/host", "readOnly": false}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/proc", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_absent if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.containers[0].volumeMounts[0]", "params": {"container": "agent", "host_path": "/sys"}}} with input as sample.seen(sample.mount({"path": "/sys"}, {"mountPath": "/host"}))
}

test_privileged_has_it_anyway if {
	mounted := sample.mount({"path": "/dev"}, {"mountPath": "/dev"})
	privileged := json.patch(mounted, [{
		"op": "add",
		"path": "/spec/template/spec/containers/0/securityContext",
		"value": {"privileged": true},
	}])
	count(rule.report) == 0 with input as sample.seen(privileged)
}

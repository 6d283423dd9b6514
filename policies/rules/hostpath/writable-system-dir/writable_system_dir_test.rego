package rollscope.rules.hostpath["writable-system-dir_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hostpath["writable-system-dir"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.containers[0].volumeMounts[0]", "params": {"container": "agent", "host_path": "/etc/kubernetes"}}} with input as sample.seen(sample.mount({"path": "/etc/kubernetes", "type": "Directory"}, {"mountPath": "/host", "readOnly": false}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/etc/kubernetes", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_absent if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.containers[0].volumeMounts[0]", "params": {"container": "agent", "host_path": "/opt"}}} with input as sample.seen(sample.mount({"path": "/opt"}, {"mountPath": "/host"}))
}

test_allowed if {
	allowed := {"allow": {"hostPaths": ["/opt/cni"], "containers": []}}
	count(rule.report) == 0 with input as sample.seen(object.union(sample.mount({"path": "/opt/cni/bin"}, {"mountPath": "/host"}), {"config": allowed}))
	count(rule.report) == 1 with input as sample.seen(object.union(sample.mount({"path": "/opt/cnix"}, {"mountPath": "/host"}), {"config": allowed}))
}

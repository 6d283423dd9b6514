package rollscope.rules.hostpath["create-hides-absence_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hostpath["create-hides-absence"] as rule

test_bad if {
	sample.findings(rule.report) == {_found("/var/log/pods")} with input as sample.seen(_creating("/var/log/pods"))
	sample.findings(rule.report) == {object.union(_found("/sys/fs/bpf"), {"variant": "kernel"})} with input as sample.seen(_creating("/sys/fs/bpf"))
}

_found(path) := {"path": "spec.template.spec.volumes[0].hostPath.type", "params": {"volume": "volume-0", "host_path": path}}

_creating(path) := sample.mount({"path": path, "type": "DirectoryOrCreate"}, {"mountPath": "/host", "readOnly": true})

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/sys/fs/bpf", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/sys/fs/bpf"}, {"mountPath": "/host"}))
}

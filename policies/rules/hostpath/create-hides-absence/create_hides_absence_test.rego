package rollscope.rules.hostpath["create-hides-absence_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hostpath["create-hides-absence"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.volumes[0].hostPath.type", "params": {"volume": "volume-0", "host_path": "/sys/fs/bpf"}}} with input as sample.seen(sample.mount({"path": "/sys/fs/bpf", "type": "DirectoryOrCreate"}, {"mountPath": "/host", "readOnly": true}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/sys/fs/bpf", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/sys/fs/bpf"}, {"mountPath": "/host"}))
}

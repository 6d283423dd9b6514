package rollscope.rules.hostpath["hostpath-type-unset_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hostpath["hostpath-type-unset"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.volumes[0].hostPath", "params": {"volume": "volume-0"}}} with input as sample.seen(sample.mount({"path": "/var/log", "type": ""}, {"mountPath": "/host", "readOnly": true}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/var/log", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_absent if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.volumes[0].hostPath", "params": {"volume": "volume-0"}}} with input as sample.seen(sample.mount({"path": "/var/log"}, {"mountPath": "/host"}))
}

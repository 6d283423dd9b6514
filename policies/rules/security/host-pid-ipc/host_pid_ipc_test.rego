package rollscope.rules.security["host-pid-ipc_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.security["host-pid-ipc"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.hostPID",
		"params": {},
	}} with input as sample.seen(sample.pod({"hostPID": true}, {}))
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.hostIPC",
		"params": {},
		"variant": "ipc",
	}} with input as sample.seen(sample.pod({"hostIPC": true}, {}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.pod({"hostPID": null, "hostIPC": false}, {}))
}

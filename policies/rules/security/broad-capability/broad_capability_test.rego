package rollscope.rules.security["broad-capability_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.security["broad-capability"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].securityContext.capabilities.add[1]",
		"params": {"container": "agent", "capability": "SYS_ADMIN"},
	}} with input as sample.seen(_adding(["CHOWN", "cap_sys_admin"]))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_adding(["NET_BIND_SERVICE"]))
	count(rule.report) == 0 with input as sample.seen(sample.container({"securityContext": {
		"privileged": true,
		"capabilities": {"add": ["ALL"]},
	}}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_adding(null))
	count(rule.report) == 0 with input as sample.seen(sample.container({"securityContext": null}))
}

_adding(capabilities) := sample.container({"securityContext": {"capabilities": {"add": capabilities}}})

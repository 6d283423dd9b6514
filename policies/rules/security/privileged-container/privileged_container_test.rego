package rollscope.rules.security["privileged-container_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.security["privileged-container"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].securityContext.privileged",
		"params": {"container": "agent"},
	}} with input as sample.seen(sample.container({"securityContext": {"privileged": true}}))
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.initContainers[0].securityContext.privileged",
		"params": {"container": "init"},
	}} with input as sample.seen(sample.pod({"initContainers": [{"name": "init", "securityContext": {"privileged": true}}]}, {}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({"securityContext": {"privileged": false}}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
	count(rule.report) == 0 with input as sample.seen(sample.container({"securityContext": {"privileged": null}}))
}

package rollscope.rules.probes["exec-probe-timeout_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.probes["exec-probe-timeout"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].livenessProbe",
		"params": {"container": "agent", "probe": "liveness"},
	}} with input as sample.seen(sample.container({"livenessProbe": {"exec": {"command": ["live"]}}}))
	count(rule.report) == 1 with input as sample.seen(sample.container({"livenessProbe": {"exec": {"command": ["live"]}, "timeoutSeconds": null}}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({"livenessProbe": {"exec": {"command": ["live"]}, "timeoutSeconds": 5}}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

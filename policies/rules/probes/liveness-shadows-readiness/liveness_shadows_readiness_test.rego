package rollscope.rules.probes["liveness-shadows-readiness_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.probes["liveness-shadows-readiness"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].livenessProbe",
		"params": {"container": "agent", "liveness": 30, "readiness": 30},
	}} with input as sample.seen(sample.container({"livenessProbe": {"httpGet": {"path": "/ready", "port": "http"}}}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({"livenessProbe": {
		"httpGet": {"path": "/ready", "port": "http"},
		"failureThreshold": 4,
	}}))
	count(rule.report) == 0 with input as sample.seen(sample.container({"livenessProbe": {"httpGet": {"path": "/live", "port": "http"}}}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

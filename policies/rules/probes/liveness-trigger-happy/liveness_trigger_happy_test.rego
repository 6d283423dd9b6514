package rollscope.rules.probes["liveness-trigger-happy_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.probes["liveness-trigger-happy"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].livenessProbe",
		"params": {"container": "agent", "seconds": 15, "budget": 30},
	}} with input as sample.seen(sample.container({"livenessProbe": _hasty}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({"livenessProbe": _hasty, "startupProbe": _hasty}))
	count(rule.report) == 0 with input as sample.seen(sample.container({"livenessProbe": object.union(_hasty, {"initialDelaySeconds": 20})}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({"livenessProbe": {"tcpSocket": {"port": 1}}}))
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

_hasty := {"tcpSocket": {"port": 1}, "periodSeconds": 5}

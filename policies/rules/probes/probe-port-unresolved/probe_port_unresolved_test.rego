package rollscope.rules.probes["probe-port-unresolved_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.probes["probe-port-unresolved"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].readinessProbe.httpGet.port",
		"params": {"container": "agent", "probe": "readiness", "port": "metrics"},
	}} with input as sample.seen(sample.container({"readinessProbe": {"httpGet": {"port": "metrics"}}}))
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].livenessProbe.tcpSocket.port",
		"params": {"container": "agent", "probe": "liveness", "port": "tcp"},
	}} with input as sample.seen(sample.container({"livenessProbe": {"tcpSocket": {"port": "tcp"}}}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
	count(rule.report) == 0 with input as sample.seen(sample.container({"readinessProbe": {"httpGet": {"port": 8080}}}))
}

test_absent if {
	count(rule.report) == 1 with input as sample.seen(json.remove(sample.container({}), ["/spec/template/spec/containers/0/ports"]))
}

package rollscope.rules.security["host-network-dns_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.security["host-network-dns"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.dnsPolicy",
		"params": {},
	}} with input as sample.seen(sample.pod({"hostNetwork": true, "dnsPolicy": "ClusterFirst"}, {}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.pod({"hostNetwork": true, "dnsPolicy": "Default"}, {}))
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_absent if {
	sample.findings(rule.report) == _at_the_network with input as sample.seen(sample.pod({"hostNetwork": true}, {}))
	count(rule.report) == 1 with input as sample.seen(sample.pod({"hostNetwork": true, "dnsPolicy": null}, {}))
}

test_windows_has_no_such_choice if {
	count(rule.report) == 0 with input as sample.seen(sample.pod({"hostNetwork": true, "nodeSelector": {"kubernetes.io/os": "windows"}}, {}))
	count(rule.report) == 0 with input as sample.seen(sample.pod({"hostNetwork": true, "os": {"name": "windows"}}, {}))
	count(rule.report) == 1 with input as sample.seen(sample.pod({"hostNetwork": true, "os": {"name": "linux"}}, {}))
}

_at_the_network := {{"path": "spec.template.spec.hostNetwork", "params": {}}}

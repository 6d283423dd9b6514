package rollscope.rules.hygiene["pods-refused_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hygiene["pods-refused"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].ports[1]",
		"params": {"port": 8080},
	}} with input as sample.seen(_ports(true, [{"containerPort": 8080}, {"containerPort": 8080, "protocol": "TCP"}]))
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.priorityClassName",
		"params": {"class": "system-node-criticial"},
		"variant": "class",
	}} with input as sample.seen(sample.pod({"priorityClassName": "system-node-criticial"}, {}))
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.priority",
		"params": {"priority": 1000},
		"variant": "priority",
	}} with input as sample.seen(sample.pod({"priorityClassName": "", "priority": 1000}, {}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_ports(false, [{"containerPort": 8080}, {"containerPort": 8080}]))
	count(rule.report) == 0 with input as sample.seen(_ports(true, [{"containerPort": 53}, {"containerPort": 53, "protocol": "UDP"}]))
	count(rule.report) == 0 with input as sample.seen(sample.pod({"priorityClassName": "system-node-critical", "priority": 2000001000}, {}))
	count(rule.report) == 0 with input as sample.seen(sample.pod(
		{
			"hostNetwork": true,
			"initContainers": [{"name": "first", "restartPolicy": "Always", "ports": [{"containerPort": 8080}]}],
		},
		{},
	))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.pod({"priorityClassName": null, "priority": null}, {"ports": null}))
	count(rule.report) == 0 with input as sample.seen(sample.pod({"priorityClassName": "", "priority": 0}, {}))
}

_ports(host_network, ports) := sample.pod({"hostNetwork": host_network}, {"ports": ports})

package rollscope.rules.placement["apart-from-itself_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.placement["apart-from-itself"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]",
		"params": {"key": "topology.kubernetes.io/zone"},
	}} with input as sample.seen(_apart("topology.kubernetes.io/zone", {"matchLabels": {"app": "agent"}}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_apart("kubernetes.io/hostname", {"matchLabels": {"app": "agent"}}))
	count(rule.report) == 0 with input as sample.seen(_apart("topology.kubernetes.io/zone", {"matchLabels": {"app": "other"}}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
	count(rule.report) == 0 with input as sample.seen(sample.pod({"affinity": null}, {}))
	count(rule.report) == 0 with input as sample.seen(sample.pod({"affinity": {"podAntiAffinity": {}}}, {}))
}

_apart(key, selector) := sample.pod(
	{"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [{
		"topologyKey": key,
		"labelSelector": selector,
	}]}}},
	{},
)

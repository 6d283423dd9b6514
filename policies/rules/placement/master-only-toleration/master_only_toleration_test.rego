package rollscope.rules.placement["master-only-toleration_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.placement["master-only-toleration"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.tolerations[0]",
		"params": {},
	}} with input as sample.seen(_tolerating([_master]))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_tolerating([_control_plane]))
	count(rule.report) == 0 with input as sample.seen(_tolerating([_master, {"operator": "Exists"}]))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_both if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.tolerations[1]",
		"params": {},
		"severity": "info",
		"variant": "both",
	}} with input as sample.seen(_tolerating([_control_plane, _master]))
}

_master := {"key": "node-role.kubernetes.io/master", "effect": "NoSchedule"}

_control_plane := {"key": "node-role.kubernetes.io/control-plane", "operator": "Exists"}

_tolerating(tolerations) := sample.pod({"tolerations": tolerations}, {})

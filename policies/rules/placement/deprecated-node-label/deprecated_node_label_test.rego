package rollscope.rules.placement["deprecated-node-label_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.placement["deprecated-node-label"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.nodeSelector[beta.kubernetes.io/os]",
		"params": {"key": "beta.kubernetes.io/os", "successor": "kubernetes.io/os"},
		"variant": "successor",
	}} with input as sample.seen(sample.pod({"nodeSelector": {"beta.kubernetes.io/os": "linux"}}, {}))
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0]",
		"params": {"key": "app.kubernetes.io/created-by"},
	}} with input as sample.seen(sample.pod(
		{"affinity": {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{
			"weight": 1,
			"preference": {"matchExpressions": [{"key": "app.kubernetes.io/created-by", "operator": "Exists"}]},
		}]}}},
		{},
	))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(json.remove(sample.container({}), ["/spec/template/spec/nodeSelector"]))
	count(rule.report) == 0 with input as sample.seen(sample.pod({"affinity": null}, {}))
}

test_another_term_for_the_successor if {
	count(rule.report) == 0 with input as sample.seen(_terms([[_master], [_control_plane]]))
	count(rule.report) == 1 with input as sample.seen(_terms([[_master, _control_plane]]))
	count(rule.report) == 1 with input as sample.seen(_terms([[_master], [{"key": "other", "operator": "Exists"}]]))
	count(rule.report) == 1 with input as sample.seen(sample.pod(
		{"nodeSelector": {
			"node-role.kubernetes.io/master": "",
			"node-role.kubernetes.io/control-plane": "",
		}},
		{},
	))
}

_master := {"key": "node-role.kubernetes.io/master", "operator": "Exists"}

_control_plane := {"key": "node-role.kubernetes.io/control-plane", "operator": "Exists"}

_terms(terms) := sample.pod(
	{"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term |
		some expressions in terms
		term := {"matchExpressions": expressions}
	]}}}},
	{},
)

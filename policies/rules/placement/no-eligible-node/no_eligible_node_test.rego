package rollscope.rules.placement["no-eligible-node_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.placement["no-eligible-node"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec",
		"params": {"nodes": 2, "why": "2 nodes (n1, …): nodeSelector pool"},
	}} with input as sample.seen(_given({"nodes": 2, "eligible": 0, "refused": "2 nodes (n1, …): nodeSelector pool"}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_given({"nodes": 2, "eligible": 1, "refused": ""}))
	count(rule.report) == 0 with input as sample.seen(_given({"nodes": 0, "eligible": 0, "refused": ""}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

_given(cluster) := object.union(sample.container({}), {"cluster": cluster})

package rollscope.rules.rollout["zero-grace_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.rollout["zero-grace"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.terminationGracePeriodSeconds", "params": {}}} with input as sample.seen(_granting(0))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_granting(30))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_granting(null))
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

_granting(seconds) := sample.pod({"terminationGracePeriodSeconds": seconds}, {})

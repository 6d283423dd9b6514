package rollscope.rules.rollout["no-rollback_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.rollout["no-rollback"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.revisionHistoryLimit", "params": {}}} with input as sample.seen(_keeping(0))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_keeping(2))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_keeping(null))
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

_keeping(revisions) := sample.daemonset({"revisionHistoryLimit": revisions})

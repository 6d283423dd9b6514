package rollscope.rules.rollout["rollout-cannot-move_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.rollout["rollout-cannot-move"] as rule

test_bad if {
	sample.findings(rule.report) == {_refused} with input as sample.seen(_rolling({"maxSurge": "0%", "maxUnavailable": 0}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
	count(rule.report) == 0 with input as sample.seen(_rolling({"maxSurge": 1, "maxUnavailable": 0}))
}

test_absent if {
	sample.findings(rule.report) == {_refused} with input as sample.seen(_rolling({"maxUnavailable": 0}))
}

_refused := {
	"path": "spec.updateStrategy.rollingUpdate.maxUnavailable",
	"params": {"refusal": "spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0"},
}

_rolling(amounts) := sample.daemonset({"updateStrategy": {"rollingUpdate": amounts}})

package rollscope.rules.surge["surge-needs-zero-unavailable_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.surge["surge-needs-zero-unavailable"] as rule

test_bad if {
	sample.findings(rule.report) == {_refused} with input as sample.seen(_rolling({"maxSurge": 1, "maxUnavailable": "10%"}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_rolling({"maxSurge": "10%", "maxUnavailable": 0}))
	count(rule.report) == 0 with input as sample.seen(_rolling({"maxSurge": "0%", "maxUnavailable": "10%"}))
}

test_absent if {
	sample.findings(rule.report) == {_refused} with input as sample.seen(json.remove(
		_rolling({"maxSurge": 1}),
		["/spec/updateStrategy/rollingUpdate/maxUnavailable"],
	))
}

_refused := {
	"path": "spec.updateStrategy.rollingUpdate.maxSurge",
	"params": {"refusal": "spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero"},
}

_rolling(amounts) := sample.daemonset({"updateStrategy": {"rollingUpdate": amounts}})

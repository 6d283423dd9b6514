package rollscope.rules.rollout["no-min-ready_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.rollout["no-min-ready"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.minReadySeconds", "params": {}}} with input as sample.seen(_waiting(0))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_waiting(1))
	count(rule.report) == 0 with input as sample.seen(json.remove(_waiting(0), ["/spec/template/spec/containers/0/readinessProbe"]))
}

test_absent if {
	count(rule.report) == 1 with input as sample.seen(_waiting(null))
	count(rule.report) == 1 with input as sample.seen(json.remove(_waiting(0), ["/spec/minReadySeconds"]))
}

_waiting(seconds) := sample.daemonset({"minReadySeconds": seconds})

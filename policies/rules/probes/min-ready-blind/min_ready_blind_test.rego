package rollscope.rules.probes["min-ready-blind_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.probes["min-ready-blind"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.minReadySeconds", "params": {"seconds": 10}}} with input as sample.seen(_blind)
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(json.remove(_blind, ["/spec/minReadySeconds"]))
}

_blind := json.remove(sample.container({}), ["/spec/template/spec/containers/0/readinessProbe"])

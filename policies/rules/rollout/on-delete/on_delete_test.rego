package rollscope.rules.rollout["on-delete_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.rollout["on-delete"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.updateStrategy.type", "params": {}}} with input as sample.seen(_typed("OnDelete"))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_typed("RollingUpdate"))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_typed(null))
	count(rule.report) == 0 with input as sample.seen(json.remove(sample.container({}), ["/spec/updateStrategy"]))
}

_typed(type) := sample.daemonset({"updateStrategy": {"type": type}})

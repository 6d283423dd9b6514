package rollscope.rules.rollout["misplaced-update-key_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.rollout["misplaced-update-key"] as rule

test_bad if {
	sample.findings(rule.report) == {_moved("spec.strategy", "spec.updateStrategy")} with input as sample.seen(sample.daemonset({"strategy": {}}))
	sample.findings(rule.report) == {{
		"path": "spec.replicas",
		"params": {"field": "spec.replicas"},
	}} with input as sample.seen(sample.daemonset({"replicas": 1}))
	sample.findings(rule.report) == {_moved(
		"spec.updateStrategy.maxSurge",
		"spec.updateStrategy.rollingUpdate.maxSurge",
	)} with input as sample.seen(sample.daemonset({"updateStrategy": {"maxSurge": 1}}))
	sample.findings(rule.report) == {_moved(
		"spec.template.spec.minReadySeconds",
		"spec.minReadySeconds",
	)} with input as sample.seen(sample.pod({"minReadySeconds": 1}, {}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(json.remove(sample.container({}), ["/spec/updateStrategy"]))
	count(rule.report) == 1 with input as sample.seen(json.remove(sample.daemonset({"strategy": {}}), ["/spec/updateStrategy"]))
}

_moved(field, instead) := {
	"path": field,
	"params": {"field": field, "instead": instead},
	"variant": "moved",
}

package rollscope.rules.rollout["unavailable-too-wide_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.rollout["unavailable-too-wide"] as rule

test_bad if {
	sample.findings(rule.report) == {_found("50%", "warning", "", {})} with input as sample.seen(_wide("50%"))
	sample.findings(rule.report) == {_found("100%", "error", "all", {})} with input as sample.seen(_wide("100%"))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
	count(rule.report) == 0 with input as sample.seen(_wide("49%"))
	count(rule.report) == 0 with input as sample.seen(_wide(100))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(json.remove(sample.container({}), ["/spec/updateStrategy"]))
}

test_nodes_decide if {
	sample.findings(rule.report) == {_found("34%", "warning", "nodes", {"count": 2, "nodes": 3})} with input as sample.seen(_on(_wide("34%"), 3))
	sample.findings(rule.report) == {_found("100%", "error", "nodes", {"count": 3, "nodes": 3})} with input as sample.seen(_on(_wide("100%"), 3))
	sample.findings(rule.report) == {_found("5", "warning", "nodes", {"count": 5, "nodes": 9})} with input as sample.seen(_on(_wide(5), 9))
	sample.findings(rule.report) == {_found("5", "error", "nodes", {"count": 4, "nodes": 4})} with input as sample.seen(_on(_wide(5), 4))
	count(rule.report) == 0 with input as sample.seen(_on(_wide(5), 11))
	count(rule.report) == 0 with input as sample.seen(_on(_wide(1), 2))
	count(rule.report) == 0 with input as sample.seen(_on(_wide("100%"), 1))
	count(rule.report) == 0 with input as sample.seen(_on(_wide(5), 0))
}

_wide(amount) := sample.daemonset({"updateStrategy": {"rollingUpdate": {"maxUnavailable": amount}}})

_on(manifest, nodes) := object.union(manifest, {"cluster": {"eligible": nodes}})

_found(amount, severity, variant, more) := {
	"path": "spec.updateStrategy.rollingUpdate.maxUnavailable",
	"params": object.union({"amount": amount}, more),
	"severity": severity,
	"variant": variant,
}

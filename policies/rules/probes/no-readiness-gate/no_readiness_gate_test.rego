package rollscope.rules.probes["no-readiness-gate_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.probes["no-readiness-gate"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.containers", "params": {}}} with input as sample.seen(_blind({}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
	count(rule.report) == 0 with input as sample.seen(_blind({"updateStrategy": {"type": "OnDelete"}}))
}

test_absent if {
	count(rule.report) == 1 with input as sample.seen(json.remove(_blind({}), ["/spec/updateStrategy"]))
}

test_a_sidecar_can_be_the_gate if {
	count(rule.report) == 0 with input as sample.seen(_with_init({"restartPolicy": "Always"}))
	count(rule.report) == 1 with input as sample.seen(_with_init({}))
}

test_others_speak_of_surge_and_min_ready_seconds if {
	count(rule.report) == 0 with input as sample.seen(_blind({"minReadySeconds": 5}))
	count(rule.report) == 0 with input as sample.seen(_blind({"updateStrategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}}))
}

_blind(change) := json.remove(
	sample.daemonset(object.union({"minReadySeconds": 0}, change)),
	["/spec/template/spec/containers/0/readinessProbe"],
)

_with_init(change) := json.patch(_blind({}), [{
	"op": "add",
	"path": "/spec/template/spec/initContainers",
	"value": [object.union({"name": "proxy", "readinessProbe": {"tcpSocket": {"port": 1}}}, change)],
}])

package rollscope.rules.surge["surge-host-port_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.surge["surge-host-port"] as rule

test_bad if {
	sample.findings(rule.report) == {_found} with input as sample.seen(_surging({}, {"ports": [{"containerPort": 80, "hostPort": 8080}]}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_surging({}, {}))
	count(rule.report) == 0 with input as sample.seen(sample.container({"ports": [{"containerPort": 80, "hostPort": 8080}]}))
}

test_absent if {
	sample.findings(rule.report) == {object.union(_found, {"variant": "network"})} with input as sample.seen(_surging({"hostNetwork": true}, {}))
}

test_init_containers_hold_no_ports if {
	count(rule.report) == 0 with input as sample.seen(_surging({"initContainers": [_init]}, {}))
	count(rule.report) == 1 with input as sample.seen(_surging({"initContainers": [object.union(_init, {"restartPolicy": "Always"})]}, {}))
}

_init := {"name": "init", "ports": [{"containerPort": 80, "hostPort": 80}]}

_found := {
	"path": "spec.template.spec.containers[0].ports[0]",
	"params": {"container": "agent", "port": 8080, "surge": "1"},
}

_surging(pod, container) := json.patch(sample.pod(pod, container), [{
	"op": "replace",
	"path": "/spec/updateStrategy/rollingUpdate",
	"value": {"maxSurge": 1, "maxUnavailable": 0},
}])

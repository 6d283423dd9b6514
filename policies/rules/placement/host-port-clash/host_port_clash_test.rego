package rollscope.rules.placement["host-port-clash_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.placement["host-port-clash"] as rule

test_bad if {
	sample.findings(rule.report) == {_found} with input as sample.seen(_beside([_other]))
	sample.findings(rule.report) == {_found} with input as sample.seen(_beside([json.patch(_other, [_at("0.0.0.0")])]))
	sample.findings(rule.report) == {_found} with input as sample.seen(_at_address("0.0.0.0", [json.patch(_other, [_at("10.0.0.1")])]))
	sample.findings(rule.report) == {_found} with input as sample.seen(_at_address("10.0.0.1", [json.patch(_other, [_at("10.0.0.1")])]))
	sample.findings(rule.report) == {_found} with input as sample.seen(_at_address("10.0.0.1", [json.patch(_other, [_at("0.0.0.0")])]))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_at_address("10.0.0.2", [json.patch(_other, [_at("10.0.0.1")])]))
	count(rule.report) == 0 with input as sample.seen(_beside([object.union(_other, {"node_selector": {"kubernetes.io/os": "windows"}})]))
	count(rule.report) == 0 with input as sample.seen(_beside([object.union(_other, {"node_selector": {"kubernetes.io/os": "windows"}})]))
	count(rule.report) == 0 with input as sample.seen(object.union(
		_beside([_other]),
		{"cluster": {"shared": [{"name": "other", "namespace": "agents", "nodes": 0}]}},
	))
	count(rule.report) == 1 with input as sample.seen(object.union(
		_beside([_other]),
		{"cluster": {"shared": [{"name": "other", "namespace": "agents", "nodes": 3}]}},
	))
}

test_another_file_may_be_for_another_cluster if {
	far := object.union(_other, {"same_file": false})
	sample.findings(rule.report) == {object.union(_found, {"severity": "warning"})} with input as sample.seen(_beside([far]))
	sample.findings(rule.report) == {_found} with input as sample.seen(object.union(_beside([far]), {"cluster": {"shared": []}}))
}

test_versions_of_one if {
	count(rule.report) == 0 with input as sample.seen(_beside([object.union(_other, {"name": "agent", "namespace": ""})]))
	count(rule.report) == 1 with input as sample.seen(_beside([object.union(_other, {"name": "agent", "namespace": "second"})]))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_beside([]))
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

_found := {
	"path": "spec.template.spec.containers[0].ports[0]",
	"params": {"port": 9100, "other": "other", "file": "other.yaml"},
}

_other := {
	"name": "other",
	"namespace": "agents",
	"file": "other.yaml",
	"same_file": true,
	"node_selector": {},
	"host_ports": [{"port": 9100, "protocol": "TCP", "ip": ""}],
}

_at(ip) := {"op": "replace", "path": "/host_ports/0/ip", "value": ip}

_beside(others) := _at_address("", others)

_at_address(ip, others) := object.union(
	sample.container({"ports": [{"containerPort": 80, "hostPort": 9100, "hostIP": ip}]}),
	{"others": others},
)

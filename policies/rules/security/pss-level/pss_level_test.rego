package rollscope.rules.security["pss-level_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.security["pss-level"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec",
		"params": {"level": "baseline", "reasons": ["volumes[host].hostPath"]},
	}} with input as sample.seen(object.union(_host_path, {"config": {"pss": "baseline"}}))
	sample.findings(rule.report) == {{
		"path": "spec.template.spec",
		"params": {"level": "privileged", "reasons": ["volumes[host].hostPath"]},
		"severity": "info",
		"variant": "stated",
	}} with input as sample.seen(object.union(_host_path, {"config": {"pss": "privileged"}}))
}

test_good if {
	count(_reasons("baseline")) == 0 with input as sample.seen(sample.container({}))
	count(_reasons("restricted")) == 0 with input as sample.seen(_restricted)
	count(_reasons("restricted")) == 0 with input as sample.seen(sample.pod(
		{"os": {"name": "windows"}, "securityContext": {"runAsNonRoot": true}},
		{},
	))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_host_path)
}

test_baseline if {
	every change in [
		{"pod": {"hostNetwork": true}, "container": {}},
		{"pod": {"securityContext": {"seLinuxOptions": {"type": "spc_t"}}}, "container": {}},
		{"pod": {"securityContext": {"seLinuxOptions": {"role": "x"}}}, "container": {}},
		{"pod": {"securityContext": {"windowsOptions": {"hostProcess": true}}}, "container": {}},
		{"pod": {"securityContext": {"sysctls": [{"name": "kernel.msgmax", "value": "1"}]}}, "container": {}},
		{"pod": {}, "container": {"ports": [{"containerPort": 1, "hostPort": 1}]}},
		{"pod": {}, "container": {"livenessProbe": {"httpGet": {"host": "example.com", "port": 1}}}},
		{"pod": {}, "container": {"lifecycle": {"preStop": {"tcpSocket": {"host": "example.com", "port": 1}}}}},
		{"pod": {}, "container": {"securityContext": {"privileged": true}}},
		{"pod": {}, "container": {"securityContext": {"capabilities": {"add": ["NET_RAW"]}}}},
		{"pod": {}, "container": {"securityContext": {"procMount": "Unmasked"}}},
		{"pod": {}, "container": {"securityContext": {"seccompProfile": {"type": "Unconfined"}}}},
		{"pod": {}, "container": {"securityContext": {"appArmorProfile": {"type": "Unconfined"}}}},
	] {
		count(_reasons("baseline")) == 1 with input as sample.seen(sample.pod(change.pod, change.container))
	}
	_reasons("baseline") == ["metadata.annotations[container.apparmor.security.beta.kubernetes.io/agent]"] with input as sample.seen(sample.daemonset({"template": {"metadata": {"annotations": {"container.apparmor.security.beta.kubernetes.io/agent": "unconfined"}}}}))
}

test_restricted if {
	_reasons("restricted") == [
		"containers[agent].securityContext.allowPrivilegeEscalation",
		"containers[agent].securityContext.capabilities",
		"containers[agent].securityContext.runAsNonRoot",
		"containers[agent].securityContext.seccompProfile",
	] with input as sample.seen(sample.container({}))
	_reasons("restricted") == ["containers[agent].securityContext.runAsUser"] with input as sample.seen(_restricted_but({"runAsUser": 0}))
	_reasons("restricted") == ["containers[agent].securityContext.capabilities"] with input as sample.seen(_restricted_but({"capabilities": {"add": ["CHOWN"]}}))
	_reasons("restricted") == ["containers[agent].securityContext.runAsNonRoot"] with input as sample.seen(_restricted_but({"runAsNonRoot": false}))
	_reasons("restricted") == ["containers[agent].securityContext.procMount"] with input as sample.seen(object.union(
		_restricted_but({"procMount": "Unmasked"}),
		{"spec": {"template": {"spec": {"hostUsers": false}}}},
	))
	_reasons("restricted") == ["securityContext.runAsNonRoot"] with input as sample.seen(object.union(
		_restricted,
		{"spec": {"template": {"spec": {"securityContext": {"runAsNonRoot": false}}}}},
	))
	_reasons("restricted") == ["volumes[share]"] with input as sample.seen(object.union(
		_restricted,
		{"spec": {"template": {"spec": {"volumes": [{"name": "share", "nfs": {}}, {"name": "scratch", "emptyDir": {}}]}}}},
	))
}

_reasons(level) := [reason |
	some hit in rule.report with input as object.union(input, {"config": {"pss": level}})
	some reason in hit.params.reasons
]

_host_path := sample.pod({"volumes": [{"name": "host", "hostPath": {"path": "/proc"}}]}, {})

_restricted := _restricted_but({})

_restricted_but(change) := sample.container({"securityContext": object.union(
	{
		"allowPrivilegeEscalation": false,
		"capabilities": {"drop": ["ALL"]},
		"runAsNonRoot": true,
		"seccompProfile": {"type": "RuntimeDefault"},
	},
	change,
)})

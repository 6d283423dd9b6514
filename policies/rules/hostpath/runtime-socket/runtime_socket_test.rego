package rollscope.rules.hostpath["runtime-socket_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hostpath["runtime-socket"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.containers[0].volumeMounts[0]", "params": {"container": "agent", "host_path": "/var/run"}}} with input as sample.seen(sample.mount({"path": "/var/run", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/run/systemd", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_every_way_to_a_socket if {
	every path in ["/run", "/var/run/docker.sock", "/run/containerd", "/var/run/crio/", "/run/k3s/containerd/containerd.sock"] {
		count(rule.report) == 1 with input as sample.seen(sample.mount({"path": path}, {"mountPath": "/host"}))
	}
}

package rollscope.rules.hostpath["docker-only-path_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hostpath["docker-only-path"] as rule

test_bad if {
	sample.findings(rule.report) == {{"path": "spec.template.spec.containers[0].volumeMounts[0]", "params": {"container": "agent", "host_path": "/var/lib/docker/containers"}}} with input as sample.seen(sample.mount({"path": "/var/lib/docker/containers", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/var/log/pods", "type": "Directory"}, {"mountPath": "/host", "readOnly": true}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_socket if {
	count(rule.report) == 1 with input as sample.seen(sample.mount({"path": "/var/run/docker.sock"}, {"mountPath": "/host"}))
}

test_nodes_run_docker if {
	count(rule.report) == 0 with input as sample.seen(object.union(sample.mount({"path": "/var/lib/docker"}, {"mountPath": "/host"}), {"config": {"runtime": "docker"}}))
}

package rollscope.prelude_test

import data.rollscope.lib.sample
import data.rollscope.prelude

test_names_of_images if {
	every name, parts in {
		"agent": ["docker.io", "library/agent", "", ""],
		"a/b:1": ["docker.io", "a/b", "1", ""],
		"index.docker.io/agent": ["docker.io", "library/agent", "", ""],
		"docker.io/a/b": ["docker.io", "a/b", "", ""],
		"localhost/agent:v1": ["localhost", "agent", "v1", ""],
		"example.com:5000/a/b": ["example.com:5000", "a/b", "", ""],
		"agent@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef": [
			"docker.io",
			"library/agent",
			"",
			"sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
		],
	} {
		image := _image(name)
		image.valid
		[image.registry, image.repository, image.tag, image.digest] == parts
	}
	every name in [
		"",
		"Agent",
		"a//b",
		"agent:",
		"agent:-1",
		"agent@sha256:0123",
		"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
	] {
		not _image(name).valid
	}
}

_image(name) := image if {
	[container] := prelude.containers with input as sample.container({"image": name})
	image := container.image
}

test_pull_policies if {
	_pulled("agent:1") == "IfNotPresent"
	_pulled("agent") == "Always"
	_pulled("agent:latest") == "Always"
	_pulled("Agent") == "IfNotPresent"
	_pulled("agent@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef") == "IfNotPresent"
}

_pulled(name) := policy if {
	[container] := prelude.containers with input as sample.container({"image": name})
	policy := container.pull_policy
}

test_quantities if {
	prelude.quantities({
		"cpu": "1.5",
		"memory": "1Gi",
		"example.com/a": 2,
		"example.com/b": "1e3",
		"example.com/c": ".5k",
		"example.com/d": "1500m",
	}) == {
		"cpu": 1500,
		"memory": 1073741824,
		"example.com/a": 2,
		"example.com/b": 1000,
		"example.com/c": 500,
		"example.com/d": 2,
	}
}

test_amounts if {
	prelude.amount(3) == {"kind": "number", "value": 3, "written": "3"}
	prelude.amount("10%") == {"kind": "percent", "value": 10, "written": "10%"}
	prelude.amount("many") == {"kind": "other", "value": 0, "written": "many"}
}

test_probes if {
	prelude.containers[0].probes == {
		"readiness": _probe({"handler": "http", "target": "https://:0/", "port": "0"}),
		"liveness": _probe({"handler": "grpc", "target": "grpc://:9/up", "port": "9"}),
		"startup": _probe({"handler": "", "target": "", "port": ""}),
	} with input as _probing({
		"readinessProbe": {"httpGet": {"scheme": "HTTPS"}},
		"livenessProbe": {"grpc": {"port": 9, "service": "up"}},
		"startupProbe": {},
	})
	prelude.containers[0].probes.readiness.port_is_name == false with input as _probing({"readinessProbe": {"tcpSocket": {"port": "80"}}})
}

_probing(probes) := json.patch(sample.container(probes), [{
	"op": "replace",
	"path": "/spec/template/spec/containers/0/readinessProbe",
	"value": object.get(probes, "readinessProbe", null),
}])

_probe(change) := object.union(
	{
		"initial_delay": 0,
		"period": 10,
		"timeout": 1,
		"failure_threshold": 3,
		"success_threshold": 1,
		"port_is_name": false,
	},
	change,
)

test_paths_of_windows_stay_as_written if {
	every path in [`C:\var\log`, "c:/var/log", `\\.\pipe\agent`] {
		prelude.host_mounts[0].host_path == path with input as sample.mount({"path": path}, {"mountPath": "/host"})
	}
}

test_automatic_tolerations if {
	count(prelude.facts.tolerations) == 6 with input as sample.container({})
	count(prelude.facts.tolerations) == 7 with input as sample.pod({"hostNetwork": true}, {})
	count(prelude.facts.tolerations) == 6 with input as sample.pod(
		{"tolerations": [{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute"}]},
		{},
	)
}

test_huge_pages_are_devices_and_not_lent if {
	pages := sample.container({"resources": {
		"requests": {"hugepages-2Mi": "4Mi"},
		"limits": {"hugepages-2Mi": "2Mi"},
	}})
	prelude.containers[0].devices == ["hugepages-2Mi"] with input as pages
	[error.message | some error in prelude.errors] == [concat(": ", [
		"spec.template.spec.containers[0].resources.requests",
		"Invalid value",
		"\"4Mi\"",
		"must be equal to hugepages-2Mi limit of 2Mi",
	])] with input as pages
}

test_what_is_named_twice if {
	[error.path | some error in prelude.errors] == [
		"spec.template.spec.containers[0].ports[1].name",
		"spec.template.spec.volumes[1].name",
	] with input as sample.pod(
		{"volumes": [{"name": "a", "emptyDir": {}}, {"name": "a", "emptyDir": {}}]},
		{"ports": [{"name": "http", "containerPort": 1}, {"name": "http", "containerPort": 2}]},
	)
}

test_no_facts_about_other_kinds if {
	not prelude.facts with input as {"kind": "ConfigMap"}
}

test_refusals_of_what_is_null if {
	some error in prelude.errors with input as sample.container({"resources": {
		"requests": {"memory": "1Mi"},
		"limits": {"memory": null},
	}})
	endswith(error.message, "\"1Mi\": must be less than or equal to memory limit of 0")
	some refusal in prelude.errors with input as json.patch(sample.container({}), [{
		"op": "replace",
		"path": "/spec/template/metadata/labels",
		"value": null,
	}])
	contains(refusal.message, "Invalid value: null")
}

test_a_selector_that_is_refused_is_not_tried if {
	every requirement in [
		{"key": "app", "operator": "In", "values": []},
		{"key": "app", "operator": "Exists", "values": ["agent"]},
		{"key": "", "operator": "Exists"},
		{"key": "", "operator": "In", "values": ["agent"]},
		{"key": "app", "operator": "Is"},
	] {
		count(prelude.errors) == 0 with input as sample.daemonset({"selector": {"matchExpressions": [requirement]}})
	}
}

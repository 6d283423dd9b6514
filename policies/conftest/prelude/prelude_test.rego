package rollscope.prelude_test

import data.rollscope.lib.sample
import data.rollscope.prelude

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

test_no_facts_about_other_kinds if {
	not prelude.facts with input as {"kind": "ConfigMap"}
}

# METADATA
# title: samples for tests
# description: A DaemonSet that no rule finds fault with, to be changed in one place.
package rollscope.lib.sample

import data.main
import data.rollscope.prelude

container(change) := pod({}, change)

pod(change, container_change) := daemonset({"template": {"spec": object.union(
	change,
	{"containers": [object.union(_container, container_change)]},
)}})

daemonset(change) := {
	"apiVersion": "apps/v1",
	"kind": "DaemonSet",
	"metadata": {"name": "agent", "namespace": "agents"},
	"spec": object.union(_spec, change),
}

mount(host_path, volume_mount) := mounts([[host_path, volume_mount]])

mounts(pairs) := pod(
	{"volumes": [volume |
		some i, pair in pairs
		volume := {"name": $"volume-{i}", "hostPath": pair[0]}
	]},
	{"volumeMounts": [mount |
		some i, pair in pairs
		mount := object.union({"name": $"volume-{i}"}, pair[1])
	]},
)

# seen is what rules see of a manifest. What a test adds to the manifest beside its
# fields (cluster, others, config) goes beside it; an input that is complete stays as it is.
seen(given) := given if given.facts

seen(given) := given if given.run

seen(given) := object.union(
	{"manifest": manifest, "facts": facts, "config": main.config, "others": []},
	object.filter(given, _beside),
) if {
	not given.facts
	not given.run
	manifest := object.remove(given, _beside)
	facts := prelude.facts with input as manifest
}

_beside := {"cluster", "others", "config"}

# findings are the findings without what is the same in all of them.
findings(report) := {object.remove(hit, {"rule", "about"}) | some hit in report}

_container := {
	"name": "agent",
	"image": "registry.example/agent:1.4.2",
	"ports": [{"name": "http", "containerPort": 8080}],
	"readinessProbe": {"httpGet": {"path": "/ready", "port": "http"}},
	"resources": {"requests": {"cpu": "50m", "memory": "64Mi"}, "limits": {"memory": "64Mi"}},
}

_spec := {
	"selector": {"matchLabels": {"app": "agent"}},
	"minReadySeconds": 10,
	"updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": "10%"}},
	"template": {
		"metadata": {"labels": {"app": "agent"}},
		"spec": {
			"serviceAccountName": "agent",
			"priorityClassName": "node-agents",
			"nodeSelector": {"kubernetes.io/os": "linux"},
			"containers": [_container],
		},
	},
}

package rollscope.prelude

# What the pods have of the node and ask of it.

host_mounts := [fact |
	some container in _written
	some index, mount in field(container.spec, "volumeMounts", [])
	place := _host_volume(mount.name)
	volume := spec.volumes[place].hostPath
	path := _host_path(field(volume, "path", ""), field(mount, "subPath", ""), field(mount, "subPathExpr", ""))
	fact := {
		"container": field(container.spec, "name", ""),
		"container_path": container.path,
		"privileged": _privileged(container.spec),
		"path": $"{container.path}.volumeMounts[{index}]",
		"volume": mount.name,
		"volume_path": $"spec.template.spec.volumes[{place}]",
		"host_path": path,
		"parents": _parents(path),
		"mount_path": field(mount, "mountPath", ""),
		"type": field(volume, "type", ""),
		"read_only": field(mount, "readOnly", false),
	}
]

_host_volume(name) := min([index |
	some index, volume in spec.volumes
	volume.name == name
	is_object(volume.hostPath)
])

_host_path(volume, _, _) := volume if _on_a_drive(volume)

_host_path(volume, sub_path, expression) := $"/{concat("/", parts)}" if {
	not _on_a_drive(volume)
	parts := [part |
		some part in split($"{volume}/{sub_path}/{expression}", "/")
		not part in {"", "."}
	]
}

_parents(path) := [path] if not startswith(path, "/")

_parents("/") := ["/"]

_parents(path) := array.concat(["/"], [parent |
	parts := split(path, "/")
	some i in numbers.range(2, count(parts))
	parent := concat("/", array.slice(parts, 0, i))
]) if {
	startswith(path, "/")
	path != "/"
}

_on_a_drive(volume) if contains(volume, `\`)

_on_a_drive(volume) if regex.match(`^[./]*[^/]:`, volume)

host_ports := [fact |
	some container in _written
	container.sort != "init"
	some index, port in field(container.spec, "ports", [])
	number := _host_port(port)
	number > 0
	fact := {
		"container": field(container.spec, "name", ""),
		"path": $"{container.path}.ports[{index}]",
		"port": number,
		"protocol": filled(port, "protocol", "TCP"),
		"ip": field(port, "hostIP", ""),
		"from_network": field(port, "hostPort", 0) == 0,
	}
]

_host_port(port) := filled(port, "hostPort", field(port, "containerPort", 0)) if host_network

_host_port(port) := field(port, "hostPort", 0) if not host_network

_tolerations := array.concat(
	[fact |
		some index, toleration in field(spec, "tolerations", [])
		fact := object.union(_toleration(toleration), {
			"path": $"spec.template.spec.tolerations[{index}]",
			"written": true,
		})
	],
	[fact |
		some [key, effect] in _automatic
		not _tolerated(key, effect)
		fact := {
			"key": $"node.kubernetes.io/{key}",
			"operator": "Exists",
			"value": "",
			"effect": effect,
			"path": "spec.template.spec.tolerations",
			"written": false,
		}
	],
)

_toleration(written) := {
	"key": field(written, "key", ""),
	"operator": filled(written, "operator", "Equal"),
	"value": field(written, "value", ""),
	"effect": field(written, "effect", ""),
}

_tolerated(key, effect) if {
	some toleration in field(spec, "tolerations", [])
	_toleration(toleration) == {"key": $"node.kubernetes.io/{key}", "operator": "Exists", "value": "", "effect": effect}
}

# What the controller adds, in its order.
_automatic := array.concat(
	[
		["not-ready", "NoExecute"],
		["unreachable", "NoExecute"],
		["disk-pressure", "NoSchedule"],
		["memory-pressure", "NoSchedule"],
		["pid-pressure", "NoSchedule"],
		["unschedulable", "NoSchedule"],
	],
	[["network-unavailable", "NoSchedule"] | host_network],
)

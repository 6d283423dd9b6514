package rollscope.prelude

# written are the containers as they are written, with their place: init containers first.
_written := array.concat(_listed("initContainers"), _listed("containers"))

_listed(list) := [container |
	some index, written in field(spec, list, [])
	container := {
		"list": list,
		"index": index,
		"path": $"spec.template.spec.{list}[{index}]",
		"sort": _sort(list, written),
		"spec": written,
	}
]

_sort("containers", _) := "container"

_sort("initContainers", written) := "sidecar" if field(written, "restartPolicy", "") == "Always"

_sort("initContainers", written) := "init" if field(written, "restartPolicy", "") != "Always"

regular := [container | some container in _written; container.sort == "container"]

sidecars := [container | some container in _written; container.sort == "sidecar"]

containers := [fact |
	some container in _written
	resources := field(container.spec, "resources", {})
	limits := quantities(field(resources, "limits", {}))
	requests := object.union(limits, quantities(field(resources, "requests", {})))
	image := _image(field(container.spec, "image", ""))
	fact := {
		"name": field(container.spec, "name", ""),
		"sort": container.sort,
		"list": container.list,
		"index": container.index,
		"path": container.path,
		"image": image,
		"pull_policy": filled(container.spec, "imagePullPolicy", _pull_policy(image)),
		"privileged": _privileged(container.spec),
		"added_capabilities": [trim_prefix(upper(capability), "CAP_") |
			some capability in _within(container.spec, ["securityContext", "capabilities", "add"])
		],
		"port_names": [port.name |
			some port in field(container.spec, "ports", [])
			field(port, "name", "") != ""
		],
		"ports": count(field(container.spec, "ports", [])),
		"devices": sort([name |
			some name, amount in requests
			_device(name)
			amount > 0
		]),
		"requests": requests,
		"limits": limits,
		"probes": {name: probe |
			some name in {"readiness", "liveness", "startup"}
			written := field(container.spec, $"{name}Probe", null)
			written != null
			probe := _probe(written)
		},
	}
]

_within(holder, path) := value if {
	value := object.get(holder, path, null)
	value != null
}

_within(holder, path) := [] if object.get(holder, path, null) == null

_privileged(written) if object.get(written, ["securityContext", "privileged"], false) == true

else := false

_device(name) if startswith(name, "hugepages-")

_device(name) if {
	contains(name, "/")
	not contains(name, "kubernetes.io/")
	not startswith(name, "requests.")
}

_pull_policy(image) := "Always" if image.tag == "latest"

_pull_policy(image) := "Always" if {
	image.valid
	image.tag == ""
	image.digest == ""
}

_pull_policy(image) := "IfNotPresent" if {
	image.tag == ""
	not _floats(image)
}

_pull_policy(image) := "IfNotPresent" if not image.tag in {"", "latest"}

_floats(image) if {
	image.valid
	image.digest == ""
}

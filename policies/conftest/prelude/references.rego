package rollscope.prelude

# Names that lead nowhere, or to two things.

# Names are compared in the order of the API server: regular containers, then init containers.
_reference_errors contains _error(
	"FieldValueDuplicate",
	$"{container.path}.name",
	$"Duplicate value: \"{container.spec.name}\"",
) if {
	ordered := array.concat(_listed("containers"), _listed("initContainers"))
	some i, container in ordered
	some j, earlier in ordered
	j < i
	earlier.spec.name == container.spec.name
}

_reference_errors contains _error(
	"FieldValueDuplicate",
	$"spec.template.spec.volumes[{i}].name",
	$"Duplicate value: \"{volume.name}\"",
) if {
	some i, volume in spec.volumes
	some j, earlier in spec.volumes
	j < i
	earlier.name == volume.name
}

_reference_errors contains _error(
	"FieldValueDuplicate",
	$"{container.path}.ports[{i}].name",
	$"Duplicate value: \"{port.name}\"",
) if {
	some container in _written
	some i, port in container.spec.ports
	some j, earlier in container.spec.ports
	j < i
	earlier.name == port.name
}

_reference_errors contains _error(
	"FieldValueNotFound",
	$"{container.path}.volumeMounts[{i}].name",
	$"Not found: \"{name}\"",
) if {
	some container in _written
	some i, mount in container.spec.volumeMounts
	name := field(mount, "name", "")
	not name in {volume.name | some volume in spec.volumes}
}

_reference_errors contains _error(
	"FieldValueInvalid",
	$"{container.path}.volumeMounts[{i}].mountPath",
	$"Invalid value: \"{mount.mountPath}\": must be unique",
) if {
	some container in _written
	some i, mount in container.spec.volumeMounts
	some j, earlier in container.spec.volumeMounts
	j < i
	earlier.mountPath == mount.mountPath
}

package rollscope.prelude

# What the API server refuses, in its words, as far as a rule of ours speaks of it. Amounts
# are quoted as they are written, where the API server would reduce 1024Mi to 1Gi.

errors := sort(_selector_errors | ((_budget_errors | _resource_errors) | _reference_errors))

_error(code, path, why) := {
	"source": "api",
	"code": code,
	"path": path,
	"message": $"{path}: {why}",
	"hint": "",
	"line": 0,
	"column": 0,
}

_selector := at(["spec", "selector"], null)

_labels := {key: field(written, key, "") | some key, _ in written} if {
	written := at(["spec", "template", "metadata", "labels"], null)
	is_object(written)
} else := null

_selector_errors contains _error(
	"FieldValueInvalid",
	"spec.selector",
	"Invalid value: {}: empty selector is invalid for daemonset",
) if {
	is_object(_selector)
	count(_asked) == 0
}

_selector_errors contains _error(
	"FieldValueInvalid",
	"spec.template.metadata.labels",
	$"Invalid value: {json.marshal(_labels)}: `selector` does not match template `labels`",
) if {
	not _satisfied
	every requirement in _asked {
		_sound(requirement)
	}
}

# Of a requirement that is itself refused nobody asks whether labels meet it.
_sound(requirement) if {
	requirement.operator in {"In", "NotIn"}
	count(field(requirement, "values", [])) > 0
	field(requirement, "key", "") != ""
}

_sound(requirement) if {
	requirement.operator in {"Exists", "DoesNotExist"}
	count(field(requirement, "values", [])) == 0
	field(requirement, "key", "") != ""
}

_satisfied if {
	is_object(_selector)
	every requirement in _asked {
		_meets(object.get(_labels, requirement.key, null), requirement)
	}
}

_asked contains {"key": key, "operator": "In", "values": [value]} if {
	some key, value in field(_selector, "matchLabels", {})
}

_asked contains requirement if {
	some requirement in field(_selector, "matchExpressions", [])
}

_meets(label, requirement) if {
	requirement.operator == "In"
	label in requirement.values
}

_meets(label, requirement) if {
	requirement.operator == "NotIn"
	not label in requirement.values
}

_meets(label, requirement) if {
	requirement.operator == "Exists"
	label != null
}

_meets(label, requirement) if {
	requirement.operator == "DoesNotExist"
	label == null
}

_budget_errors contains _error(
	"FieldValueInvalid",
	"spec.updateStrategy.rollingUpdate.maxSurge",
	$"Invalid value: {json.marshal(written)}: may not be set when maxUnavailable is non-zero",
) if {
	strategy.max_surge.value != 0
	strategy.max_unavailable.value != 0
	written := at(["spec", "updateStrategy", "rollingUpdate", "maxSurge"], 0)
}

_budget_errors contains _error(
	"FieldValueRequired",
	"spec.updateStrategy.rollingUpdate.maxUnavailable",
	"Required value: cannot be 0 when maxSurge is 0",
) if {
	_type == "RollingUpdate"
	strategy.max_surge.value == 0
	strategy.max_unavailable.value == 0
}

_resource_errors contains _error(
	"FieldValueInvalid",
	$"{container.path}.resources.requests",
	$"Invalid value: \"{_spelt(request)}\": must be {relation} {name} limit of {_spelt(limit)}",
) if {
	some container in _written
	resources := field(container.spec, "resources", {})
	some name, request in field(resources, "requests", {})
	limit := field(resources, "limits", {})[name]
	relation := _broken(name, _quantity(request), _quantity(limit))
}

_spelt(null) := "0"

_spelt(amount) := $"{amount}" if amount != null

_broken(name, request, limit) := "less than or equal to" if {
	not _fixed(name)
	request > limit
}

_broken(name, request, limit) := "equal to" if {
	_fixed(name)
	request != limit
}

# Devices and huge pages cannot be promised and not given.
_fixed(name) if startswith(name, "hugepages-")

_fixed(name) if {
	contains(name, "/")
	not contains(name, "kubernetes.io/")
}

package rollscope.prelude

# What the pods ask of the labels of nodes.

_placement := {
	"node_selector": {key: value |
		some key, _ in field(spec, "nodeSelector", {})
		value := field(spec.nodeSelector, key, "")
	},
	"terms": [fact |
		some term in _required_terms
		fact := {
			"labels": _requirements(field(term, "matchExpressions", [])),
			"fields": _requirements(field(term, "matchFields", [])),
		}
	],
	"restricted": _restricted,
	"keys": array.concat(array.concat(_selector_keys, _required_keys), _preferred_keys),
}

_affinity := object.get(spec, ["affinity", "nodeAffinity"], null)

default _restricted := false

_restricted if is_object(object.get(_affinity, "requiredDuringSchedulingIgnoredDuringExecution", null))

default _required_terms := []

_required_terms := field(_affinity.requiredDuringSchedulingIgnoredDuringExecution, "nodeSelectorTerms", []) if _restricted

default _preferred := []

_preferred := field(_affinity, "preferredDuringSchedulingIgnoredDuringExecution", []) if is_object(_affinity)

_requirements(written) := [fact |
	some requirement in written
	fact := {
		"key": field(requirement, "key", ""),
		"operator": field(requirement, "operator", ""),
		"values": field(requirement, "values", []),
	}
]

_selector_keys := [fact |
	some key in sort(object.keys(field(spec, "nodeSelector", {})))
	fact := {"key": key, "path": $"spec.template.spec.nodeSelector[{key}]", "required": true}
]

_at := "spec.template.spec.affinity.nodeAffinity"

_required_keys := [fact |
	some i, term in _required_terms
	some j, requirement in field(term, "matchExpressions", [])
	fact := {
		"key": field(requirement, "key", ""),
		"path": $"{_at}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[{i}].matchExpressions[{j}]",
		"required": true,
	}
]

_preferred_keys := [fact |
	some i, preferred in _preferred
	some j, requirement in field(field(preferred, "preference", {}), "matchExpressions", [])
	fact := {
		"key": field(requirement, "key", ""),
		"path": $"{_at}.preferredDuringSchedulingIgnoredDuringExecution[{i}].preference.matchExpressions[{j}]",
		"required": false,
	}
]

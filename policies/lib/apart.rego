# METADATA
# title: pods that keep away from each other
# description: >-
#   The terms of the required podAntiAffinity that mean the DaemonSet's own pods, those of
#   another revision included.
package rollscope.lib.apart

# METADATA
# description: where such a term stands, and for which key of nodes
terms contains {"path": $"{_at}[{i}]", "key": term.topologyKey} if {
	some i, term in _required
	_everywhere(term)
	_selects(term.labelSelector)
}

_at := "spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution"

_required := input.manifest.spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution

# The term is about this namespace, and about all revisions.
_everywhere(term) if {
	every field in ["namespaces", "namespaceSelector", "matchLabelKeys", "mismatchLabelKeys"] {
		object.get(term, field, null) in {null, []}
	}
}

_selects(selector) if {
	is_object(selector)
	every key, value in object.get(selector, "matchLabels", {}) {
		object.get(_labels, key, null) == value
	}
	every wanted in object.get(selector, "matchExpressions", []) {
		_holds(wanted)
	}
}

_holds(wanted) if {
	wanted.operator == "In"
	object.get(_labels, wanted.key, null) in wanted.values
}

_holds(wanted) if {
	wanted.operator == "NotIn"
	values := object.get(wanted, "values", [])
	not object.get(_labels, wanted.key, null) in values
}

_holds(wanted) if {
	wanted.operator == "Exists"
	object.get(_labels, wanted.key, null) != null
}

_holds(wanted) if {
	wanted.operator == "DoesNotExist"
	object.get(_labels, wanted.key, null) == null
}

_labels := object.get(input.manifest.spec.template, ["metadata", "labels"], {})

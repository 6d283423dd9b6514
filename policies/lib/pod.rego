# METADATA
# title: the DaemonSet and its pods
# description: >-
#   What rules ask about. Facts are complete: a field that the manifest leaves out has
#   its default there. The manifest is as written, and any of its fields may be missing.
package rollscope.lib.pod

# METADATA
# description: >-
#   what Kubernetes makes of the manifest, see the Go package core/api/facts. Where
#   rollscope runs the rules, it hands the facts over; elsewhere the prelude finds them.
facts := input.facts if input.facts

else := data.rollscope.prelude.facts

# METADATA
# description: the object as it is written
manifest := input.manifest if input.facts

else := input

# METADATA
# description: the spec of the pod template, as it is written
spec := manifest.spec.template.spec

# METADATA
# description: init containers, sidecars and containers; spec is the container as it is written
containers contains container if {
	some fact in facts.containers
	container := object.union(fact, {"spec": spec[fact.list][fact.index]})
}

# METADATA
# description: the container that a field belongs to
container_of(path) := container if {
	some container in facts.containers
	startswith(path, $"{container.path}.")
}

# METADATA
# description: whether maxSurge lets a second pod start on a node
surges if facts.strategy.max_surge.value > 0

# METADATA
# description: whether a field is missing, or null, which is the same to Kubernetes
lacks(holder, field) if object.get(holder, field, null) == null

# METADATA
# description: whether no container, nor the pod as a whole, requests or limits anything
best_effort if {
	every container in facts.containers {
		count(container.requests) == 0
		count(container.limits) == 0
	}
	not _pod_level
}

_pod_level if {
	some list in {"requests", "limits"}
	count(spec.resources[list]) > 0
}

# METADATA
# description: whether the name of an image means another image tomorrow
mutable(image) if {
	image.valid
	image.digest == ""
	image.tag in {"", "latest"}
}

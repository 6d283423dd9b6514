# METADATA
# title: the DaemonSet and its pods
# description: >-
#   What rules ask about. Facts are complete: a field that the manifest leaves out has
#   its default there. The manifest is as written, and any of its fields may be missing.
package rollscope.lib.pod

# METADATA
# description: what Kubernetes makes of the manifest; see the Go package core/api/facts
facts := input.facts

# METADATA
# description: the object as it is written
manifest := input.manifest

# METADATA
# description: the spec of the pod template, as it is written
spec := manifest.spec.template.spec

# METADATA
# description: init containers, sidecars and containers; spec is the container as it is written
containers contains container if {
	some fact in facts.containers
	container := object.union(fact, {"spec": spec[fact.list][fact.index]})
}

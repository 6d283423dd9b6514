# METADATA
# title: questions about the pods
# description: >-
#   Helpers that rules share. The input has facts, which are complete: a field that the
#   manifest leaves out has its default there. The manifest is as written, and any of its
#   fields may be missing.
package rollscope.lib.pod

# METADATA
# description: a container of the facts as it is written
written(container) := input.manifest.spec.template.spec[container.list][container.index]

# METADATA
# description: whether a field is missing, or null, which is the same to Kubernetes
lacks(holder, field) if object.get(holder, field, null) == null

# METADATA
# description: whether the name of an image means another image tomorrow
mutable(image) if {
	image.valid
	image.digest == ""
	image.tag in {"", "latest", "main", "master", "develop", "dev", "edge", "nightly", "canary"}
}

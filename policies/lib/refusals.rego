# METADATA
# title: refusals
# description: >-
#   What the API server would refuse, sorted by the rule that speaks of it. Whatever no
#   rule claims is in others, so that nothing that the API refuses passes.
package rollscope.lib.refusals

both_budgets contains refusal if {
	some refusal in _api
	refusal.path == "spec.updateStrategy.rollingUpdate.maxSurge"
	endswith(refusal.message, "may not be set when maxUnavailable is non-zero")
}

no_budget contains refusal if {
	some refusal in _api
	refusal.path == "spec.updateStrategy.rollingUpdate.maxUnavailable"
	endswith(refusal.message, "cannot be 0 when maxSurge is 0")
}

request_over_limit contains refusal if {
	some refusal in _api
	endswith(refusal.path, "resources.requests")
	contains(refusal.message, " limit of ")
}

selector contains refusal if {
	some refusal in _api
	refusal.path == "spec.selector"
}

labels contains refusal if {
	some refusal in _api
	refusal.path == "spec.template.metadata.labels"
	contains(refusal.message, "`selector` does not match template `labels`")
}

# names that lead nowhere, or to two things
references contains refusal if {
	some refusal in _api
	refusal.code == "FieldValueDuplicate"
}

references contains refusal if {
	some refusal in _api
	refusal.code == "FieldValueNotFound"
	not refusal in consequences
}

references contains refusal if {
	some refusal in _api
	endswith(refusal.message, ": must be unique")
}

# A volume that is itself refused is not found by its mounts; that is said once.
consequences contains refusal if {
	some refusal in _api
	refusal.code == "FieldValueNotFound"
	some volume in input.manifest.spec.template.spec.volumes
	endswith(refusal.message, $": \"{volume.name}\"")
}

others := _api - ((((((both_budgets | no_budget) | request_over_limit) | selector) | labels) | references) | consequences)

# What the file has wrong is said once: not again as a value that is missing.
_api contains refusal if {
	some refusal in input.facts.errors
	refusal.source == "api"
	not _unread(refusal.path)
}

_unread(path) if {
	some mistake in input.facts.errors
	mistake.source == "decode"
	mistake.path != ""
	_nested(path, mistake.path)
}

_nested(a, b) if a == b

_nested(a, b) if {
	some separator in {".", "["}
	startswith(a, $"{b}{separator}")
}

_nested(a, b) if {
	some separator in {".", "["}
	startswith(b, $"{a}{separator}")
}

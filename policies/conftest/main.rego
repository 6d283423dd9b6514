# METADATA
# title: findings for conftest
# description: >-
#   conftest asks for deny and warn. Errors are denials, warnings and infos are warnings.
#   Documents of other kinds have no findings; Lists are opened.
package main

import data.rollscope.prelude

deny contains result if {
	some result in _results
	result.severity == "error"
}

warn contains result if {
	some result in _results
	result.severity != "error"
}

_results contains _shown(hit) if {
	some manifest in _manifests
	facts := prelude.facts with input as manifest
	some hit in data.rollscope.report with input as {
		"manifest": manifest,
		"facts": facts,
		"config": config,
		"others": [],
		"spoken": true,
	}
}

_manifests contains input if input.kind == "DaemonSet"

_manifests contains item if {
	input.kind == "List"
	some item in input.items
	item.kind == "DaemonSet"
}

# METADATA
# description: what holds where users say nothing; the same as DefaultConfig of the Go package
config := {
	"allow": {"hostPaths": [], "containers": []},
	"runtime": "containerd",
	"minLivenessBudget": 30,
	"pss": "",
}

_shown(hit) := {
	"msg": $"{hit.about.id} {message}",
	"rule": hit.about.id,
	"severity": object.get(hit, "severity", hit.about.severity),
	"path": hit.path,
	"fix": _filled(object.get(variant, "fix", hit.about.fix), hit.params),
} if {
	variant := object.get(hit.about, ["variants", object.get(hit, "variant", "")], {})
	message := _filled(object.get(variant, "message", hit.about.message), hit.params)
}

# _filled is the sentence with the values of the finding in place of their names.
_filled(sentence, params) := strings.replace_n(
	{concat("", ["{", name, "}"]): _spelt(value) | some name, value in params},
	sentence,
)

_spelt(value) := concat(", ", value) if is_array(value)

_spelt(value) := $"{value}" if not is_array(value)

package rollscope.rules.hygiene["removed-api_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hygiene["removed-api"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "apiVersion",
		"params": {"version": "extensions/v1beta1"},
	}} with input as sample.seen(_served("extensions/v1beta1"))
}

test_a_version_that_never_was if {
	every version in ["app/v1", "v1"] {
		sample.findings(rule.report) == {{
			"path": "apiVersion",
			"params": {"version": version},
			"variant": "other",
		}} with input as sample.seen(_served(version))
	}
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(json.remove(sample.container({}), ["/apiVersion"]))
}

_served(version) := object.union(sample.container({}), {"apiVersion": version})

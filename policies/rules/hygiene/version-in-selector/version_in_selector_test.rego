package rollscope.rules.hygiene["version-in-selector_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hygiene["version-in-selector"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.selector.matchLabels[helm.sh/chart]",
		"params": {"key": "helm.sh/chart"},
	}} with input as sample.seen(sample.daemonset({"selector": {"matchLabels": {"app": "agent", "helm.sh/chart": "agent-1"}}}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(json.remove(sample.container({}), ["/spec/selector"]))
	count(rule.report) == 0 with input as sample.seen(sample.daemonset({"selector": {"matchLabels": null}}))
}

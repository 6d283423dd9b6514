package rollscope.rules.resources["memory-volume-unbounded_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.resources["memory-volume-unbounded"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.volumes[0].emptyDir",
		"params": {"volume": "scratch"},
	}} with input as sample.seen(_volume({"medium": "Memory"}))
	count(rule.report) == 1 with input as sample.seen(_volume({"medium": "Memory", "sizeLimit": null}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_volume({"medium": "Memory", "sizeLimit": "64Mi"}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_volume({}))
	count(rule.report) == 0 with input as sample.seen(_volume(null))
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

_volume(source) := sample.pod({"volumes": [{"name": "scratch", "emptyDir": source}]}, {})

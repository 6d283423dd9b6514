package rollscope.rules.placement["tolerates-everything_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.placement["tolerates-everything"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.tolerations[0]",
		"params": {},
	}} with input as sample.seen(sample.pod({"tolerations": [{"operator": "Exists"}]}, {}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.pod({"tolerations": [{"operator": "Exists", "effect": "NoSchedule"}]}, {}))
	count(rule.report) == 0 with input as sample.seen(sample.pod({"tolerations": [{"operator": "Exists", "key": "a"}]}, {}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
	count(rule.report) == 0 with input as sample.seen(sample.pod({"tolerations": null}, {}))
}

package rollscope.rules.resources["tiny-memory_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.resources["tiny-memory"] as rule

test_bad if {
	every written in ["512m", 64, "1e3"] {
		sample.findings(rule.report) == {{
			"path": "spec.template.spec.containers[0].resources.limits.memory",
			"params": {"container": "agent", "written": $"{written}"},
		}} with input as sample.seen(sample.container({"resources": {"limits": {"memory": written}}}))
	}
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].resources.requests.memory",
		"params": {"container": "agent", "written": "64m"},
		"severity": "warning",
		"variant": "request",
	}} with input as sample.seen(sample.container({"resources": {"requests": {"memory": "64m"}, "limits": {"memory": "64Mi"}}}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({"resources": {"limits": {"memory": "1Mi"}}}))
	count(rule.report) == 0 with input as sample.seen(sample.container({"resources": {"limits": {"memory": 0}}}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({"resources": {}}))
	count(rule.report) == 0 with input as sample.seen(sample.container({"resources": {"limits": {"memory": null}}}))
}

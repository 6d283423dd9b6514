package rollscope.rules.security["root-refused_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.security["root-refused"] as rule

test_bad if {
	every given in [
		[{}, {"runAsNonRoot": true, "runAsUser": 0}],
		[{"runAsNonRoot": true}, {"runAsUser": 0}],
		[{"runAsUser": 0}, {"runAsNonRoot": true}],
		[{"runAsUser": 0, "runAsNonRoot": true}, {}],
	] {
		sample.findings(rule.report) == {{
			"path": "spec.template.spec.containers[0].securityContext.runAsUser",
			"params": {"container": "agent"},
		}} with input as sample.seen(_contexts(given[0], given[1]))
	}
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_contexts({"runAsNonRoot": true}, {"runAsUser": 1000}))
	count(rule.report) == 0 with input as sample.seen(_contexts({"runAsNonRoot": true, "runAsUser": 0}, {"runAsNonRoot": false}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
	count(rule.report) == 0 with input as sample.seen(_contexts({"runAsNonRoot": true}, {}))
	count(rule.report) == 0 with input as sample.seen(sample.pod({"securityContext": null}, {"securityContext": {"runAsUser": 0, "runAsNonRoot": null}}))
}

_contexts(pod, container) := sample.pod({"securityContext": pod}, {"securityContext": container})

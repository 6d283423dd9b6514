package rollscope.rules.hygiene["mutable-image-cached_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hygiene["mutable-image-cached"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].image",
		"params": {"container": "agent", "image": "agent", "policy": "Never"},
	}} with input as sample.seen(sample.container({"image": "agent", "imagePullPolicy": "Never"}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({"imagePullPolicy": "IfNotPresent"}))
	count(rule.report) == 0 with input as sample.seen(sample.container({"image": "agent", "imagePullPolicy": "Always"}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({"image": "agent"}))
	count(rule.report) == 0 with input as sample.seen(sample.container({"image": "agent:latest", "imagePullPolicy": null}))
}

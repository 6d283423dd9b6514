package rollscope.rules.hygiene["mutable-image_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hygiene["mutable-image"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].image",
		"params": {"container": "agent", "image": "agent:latest"},
	}} with input as sample.seen(sample.container({"image": "agent:latest"}))
}

test_branches_move if {
	every tag in ["main", "nightly"] {
		count(rule.report) == 1 with input as sample.seen(sample.container({"image": $"agent:{tag}", "imagePullPolicy": "Always"}))
	}
}

test_good if {
	every image in [
		"agent:main-1.4",
		"agent:1",
		"registry.example:5000/agent:v1",
		"agent@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
	] {
		count(rule.report) == 0 with input as sample.seen(sample.container({"image": image}))
	}
}

test_absent if {
	every image in ["agent", "localhost/agent", "registry.example:5000/a/b"] {
		count(rule.report) == 1 with input as sample.seen(sample.container({"image": image}))
	}
	count(rule.report) == 0 with input as sample.seen(sample.container({"image": null}))
}

test_cached_is_worse if {
	count(rule.report) == 0 with input as sample.seen(sample.container({"image": "agent", "imagePullPolicy": "Never"}))
}

package rollscope.rules.hygiene["unreadable-image_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hygiene["unreadable-image"] as rule

test_bad if {
	sample.findings(rule.report) == {_found("Agent:1", {})} with input as sample.seen(sample.container({"image": "Agent:1"}))
	sample.findings(rule.report) == {_found("{{ .Values.image }}", {"variant": "template"})} with input as sample.seen(sample.container({"image": "{{ .Values.image }}"}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({"image": null}))
}

_found(image, more) := object.union(more, {
	"path": "spec.template.spec.containers[0].image",
	"params": {"container": "agent", "image": image},
})

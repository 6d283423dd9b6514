package rollscope.rules.hygiene["selector-mismatch_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hygiene["selector-mismatch"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.metadata.labels",
		"params": {"refusal": "spec.template.metadata.labels: Invalid value: {\"app\":\"agent\"}: `selector` does not match template `labels`"},
	}} with input as sample.seen(_selecting({"matchLabels": {"app": "other"}}))
	sample.findings(rule.report) == {{
		"path": "spec.selector",
		"params": {"refusal": "spec.selector: Invalid value: {}: empty selector is invalid for daemonset"},
	}} with input as sample.seen(_selecting({}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
	count(rule.report) == 0 with input as sample.seen(_selecting({"matchExpressions": [
		{"key": "app", "operator": "In", "values": ["agent"]},
		{"key": "app", "operator": "NotIn", "values": ["other"]},
		{"key": "app", "operator": "Exists"},
		{"key": "none", "operator": "DoesNotExist"},
		{"key": "none", "operator": "NotIn", "values": ["other"]},
	]}))
	every requirement in [
		{"key": "app", "operator": "In", "values": ["other"]},
		{"key": "app", "operator": "NotIn", "values": ["agent"]},
		{"key": "none", "operator": "Exists"},
		{"key": "app", "operator": "DoesNotExist"},
	] {
		count(rule.report) == 1 with input as sample.seen(_selecting({"matchExpressions": [requirement]}))
	}
}

test_neither if {
	sample.findings(rule.report) == {{
		"path": "spec.template.metadata.labels",
		"params": {"refusal": "spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`"},
		"variant": "piece",
	}} with input as sample.seen(json.remove(sample.container({}), ["/spec/selector", "/spec/template/metadata"]))
}

test_absent if {
	sample.findings(rule.report) == {{
		"path": "spec.template.metadata.labels",
		"params": {"refusal": "spec.template.metadata.labels: Invalid value: {\"app\":\"agent\"}: `selector` does not match template `labels`"},
	}} with input as sample.seen(json.remove(sample.container({}), ["/spec/selector"]))
}

_selecting(selector) := json.patch(sample.container({}), [{"op": "replace", "path": "/spec/selector", "value": selector}])

package rollscope.rules.hygiene["broken-document_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hygiene["broken-document"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].volumeMounts[0].name",
		"params": {"mistake": "spec.template.spec.containers[0].volumeMounts[0].name: Not found: \"scratch\""},
	}} with input as sample.seen(sample.container({"volumeMounts": [{"name": "scratch", "mountPath": "/scratch"}]}))
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.initContainers[0].name",
		"params": {"mistake": "spec.template.spec.initContainers[0].name: Duplicate value: \"agent\""},
	}} with input as sample.seen(sample.pod({"initContainers": [{"name": "agent", "image": "agent:1"}]}, {}))
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].volumeMounts[1].mountPath",
		"params": {"mistake": "spec.template.spec.containers[0].volumeMounts[1].mountPath: Invalid value: \"/a\": must be unique"},
	}} with input as sample.seen(sample.pod(
		{"volumes": [{"name": "a", "emptyDir": {}}]},
		{"volumeMounts": [{"name": "a", "mountPath": "/a"}, {"name": "a", "mountPath": "/a"}]},
	))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(sample.container({"volumeMounts": null}))
}

test_mounts_of_a_volume_that_is_refused if {
	count(rule.report) == 0 with input as sample.seen({
		"manifest": {"spec": {"template": {"spec": {"volumes": [{"name": "a"}]}}}},
		"config": {},
		"facts": {"errors": [{
			"source": "api",
			"code": "FieldValueNotFound",
			"path": "spec.template.spec.containers[0].volumeMounts[0].name",
			"message": "spec.template.spec.containers[0].volumeMounts[0].name: Not found: \"a\"",
		}]},
	})
}

test_mistakes_of_the_file if {
	sample.findings(rule.report) == {{
		"path": "spec.foo",
		"params": {"mistake": "unknown field \"foo\""},
		"at": {"line": 7, "column": 3},
	}} with input as sample.seen(_read({"path": "spec.foo", "message": "unknown field \"foo\"", "hint": ""}))
	sample.findings(rule.report) == {{
		"path": "spec.foo",
		"params": {"mistake": "unknown field \"foo\"", "hint": "did you mean fop?"},
		"at": {"line": 7, "column": 3},
		"variant": "hint",
	}} with input as sample.seen(_read({"path": "spec.foo", "message": "unknown field \"foo\"", "hint": "did you mean fop?"}))
	count(rule.report) == 0 with input as sample.seen(_read({"path": "spec.strategy", "message": "unknown field", "hint": ""}))
	count(rule.report) == 0 with input as sample.seen(_read({"path": "", "message": "gone", "hint": "", "code": "unknown-kind"}))
}

_read(mistake) := {
	"manifest": {"spec": {"strategy": {}}},
	"config": {},
	"facts": {"errors": [object.union(
		{"source": "decode", "code": "unknown-field", "line": 7, "column": 3},
		mistake,
	)]},
}

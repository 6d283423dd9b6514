package rollscope.rules.hygiene["api-refused_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.hygiene["api-refused"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.restartPolicy",
		"params": {"refusal": "no"},
	}} with input as sample.seen(_refused([{"source": "api", "code": "FieldValueNotSupported", "path": "spec.template.spec.restartPolicy", "message": "no"}]))
}

test_kinds_are_written_exactly if {
	sample.findings(rule.report) == {{
		"path": "kind",
		"params": {"refusal": `no matches for kind "Daemonset" in version "apps/v1"`},
		"variant": "kind",
	}} with input as object.union(_refused([]), {"manifest": {"kind": "Daemonset", "apiVersion": "apps/v1"}})
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_refused([]))
}

test_a_mistake_is_told_once if {
	every path in ["spec.template.spec.restartPolicy", "spec.template.spec", "spec.template.spec.restartPolicy.more"] {
		count(rule.report) == 0 with input as sample.seen(_refused([
			{"source": "api", "code": "FieldValueRequired", "path": "spec.template.spec.restartPolicy", "message": "no"},
			{"source": "decode", "code": "wrong-type", "path": path, "message": "no"},
		]))
	}
}

_refused(errors) := {"manifest": {}, "config": {}, "facts": {"errors": errors}}

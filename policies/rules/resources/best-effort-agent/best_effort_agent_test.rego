package rollscope.rules.resources["best-effort-agent_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.resources["best-effort-agent"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers",
		"params": {},
	}} with input as sample.seen(sample.container({"resources": null}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
	count(rule.report) == 0 with input as sample.seen(object.union(_without, {"spec": {"template": {"spec": {"resources": {"requests": {"cpu": 1}}}}}}))
}

test_absent if {
	count(rule.report) == 1 with input as sample.seen(_without)
}

_without := json.remove(sample.container({}), ["/spec/template/spec/containers/0/resources"])

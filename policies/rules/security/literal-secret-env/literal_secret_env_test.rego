package rollscope.rules.security["literal-secret-env_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.security["literal-secret-env"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.containers[0].env[0].value",
		"params": {"container": "agent", "name": "db_password"},
	}} with input as sample.seen(_env({"name": "db_password", "value": "changeme"}))
}

test_good if {
	every variable in [
		{"name": "TOKEN_FILE", "value": "token"},
		{"name": "TOKEN", "value": "/run/token"},
		{"name": "TOKEN", "value": "$(OTHER)"},
		{"name": "USE_TOKEN", "value": "True"},
		{"name": "MODE", "value": "fast"},
		{"name": "PASSWORD_MIN_LENGTH", "value": "8"},
		{"name": "LLM_MAX_TOKENS", "value": "4096"},
		{"name": "TOKENIZER", "value": "cl100k"},
		{"name": "TOKEN", "valueFrom": {"secretKeyRef": {"name": "agent", "key": "token"}}},
	] {
		count(rule.report) == 0 with input as sample.seen(_env(variable))
	}
}

test_absent if {
	every variable in [{"name": "TOKEN"}, {"name": "TOKEN", "value": null}, {"value": "x"}, {"name": "TOKEN", "value": ""}] {
		count(rule.report) == 0 with input as sample.seen(_env(variable))
	}
	count(rule.report) == 0 with input as sample.seen(sample.container({"env": null}))
}

_env(variable) := sample.container({"env": [variable]})

package rollscope.rules.security["default-account-token_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.security["default-account-token"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.serviceAccountName",
		"params": {},
	}} with input as sample.seen(_account({"automountServiceAccountToken": true}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_account({"automountServiceAccountToken": false}))
	count(rule.report) == 0 with input as sample.seen(_account({"serviceAccount": "agent"}))
	count(rule.report) == 0 with input as sample.seen(sample.container({}))
}

test_absent if {
	count(rule.report) == 1 with input as sample.seen(_account({}))
}

_account(change) := sample.pod(object.union({"serviceAccountName": null}, change), {})

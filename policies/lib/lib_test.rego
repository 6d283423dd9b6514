package rollscope.lib_test

import data.rollscope.lib.finding
import data.rollscope.lib.sample

test_rollscope_adds_the_sentences_itself if {
	chain := [{"path": ["rollscope", "rules", "g", "r", "report"]}]
	finding.at(chain, "spec", {}) == {"rule": "g/r", "path": "spec", "params": {}} with input as {}
}

test_report_asks_every_rule if {
	count(data.rollscope.report) == 0 with input as sample.seen(sample.container({}))
	count(data.rollscope.report) == 1 with input as sample.seen(sample.pod({"hostPID": true}, {}))
	count(data.rollscope.report) == 1 with input as {"run": {"files": 1, "documents": 1, "daemonsets": 0}}
	count(data.rollscope.report) == 0 with input as {"kind": "ConfigMap"}
}

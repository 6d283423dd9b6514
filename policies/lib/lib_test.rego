package rollscope.lib_test

import data.rollscope.lib.config
import data.rollscope.lib.finding
import data.rollscope.lib.paths
import data.rollscope.lib.pod
import data.rollscope.lib.sample

test_configuration_is_complete_without_one if {
	config.values == config.defaults with input as {}
	config.values == {"pss": "baseline"} with input as {"config": {"pss": "baseline"}}
}

test_rollscope_adds_the_sentences_itself if {
	chain := [{"path": ["rollscope", "rules", "g", "r", "report"]}]
	finding.at(chain, "spec", {}) == {"rule": "g/r", "path": "spec", "params": {}} with input as {"config": {}}
	finding.at(chain, "spec", {}) == {"rule": "g/r", "path": "spec", "params": {}} with input as {}
}

test_paths if {
	paths.within("/etc", "/etc")
	paths.within("/etc/x", "/etc")
	not paths.within("/etcx", "/etc")
	paths.real("/var/run/x") == "/run/x"
	paths.real("/var/run") == "/run"
	paths.real("/var/running") == "/var/running"
}

test_facts_handed_over_count if {
	pod.facts == {"a": 1} with input as {"facts": {"a": 1}, "manifest": {"b": 2}}
	pod.manifest == {"b": 2} with input as {"facts": {"a": 1}, "manifest": {"b": 2}}
	pod.manifest == sample.container({}) with input as sample.container({})
}

test_report_asks_every_rule if {
	count(data.rollscope.report) == 0 with input as sample.container({})
	count(data.rollscope.report) == 1 with input as sample.pod({"hostPID": true}, {})
	count(data.rollscope.report) == 1 with input as {"run": {"files": 1, "documents": 1, "daemonsets": 0}}
	count(data.rollscope.report) == 0 with input as {"kind": "ConfigMap"}
}

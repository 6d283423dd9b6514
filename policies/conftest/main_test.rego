package main_test

import data.main
import data.rollscope.lib.sample

test_errors_are_denied if {
	main.deny == {{
		"msg": "RS706 container agent sets TOKEN to a literal",
		"rule": "RS706",
		"severity": "error",
		"path": "spec.template.spec.containers[0].env[0].value",
		"fix": "use valueFrom.secretKeyRef, or a mounted secret",
	}} with input as _leaking
	count(main.warn) == 0 with input as _leaking
}

test_warnings_and_infos_are_warnings if {
	main.warn == {{
		"msg": "RS602 container agent has no memory limit: if it leaks, it takes memory from every node at once",
		"rule": "RS602",
		"severity": "warning",
		"path": "spec.template.spec.containers[0].resources",
		"fix": "add limits.memory, or list the container under allow.containers",
	}} with input as json.remove(sample.container({}), ["/spec/template/spec/containers/0/resources/limits"])
}

test_variants_have_sentences_of_their_own if {
	some found in main.deny with input as json.patch(sample.pod({"hostNetwork": true, "dnsPolicy": "Default"}, {}), [{
		"op": "replace",
		"path": "/spec/updateStrategy/rollingUpdate",
		"value": {"maxSurge": 1, "maxUnavailable": 0},
	}])
	contains(found.msg, "port 8080 of container agent, which is a host port")
}

test_lists_are_spelt_out if {
	some found in main.deny with input as sample.pod({"volumes": [
		{"name": "a", "hostPath": {"path": "/a"}},
		{"name": "b", "hostPath": {"path": "/b"}},
	]}, {})
		with main.config as object.union(main.config, {"pss": "baseline"})
	endswith(found.msg, "volumes[a].hostPath, volumes[b].hostPath")
}

test_lists_of_objects_are_opened if {
	count(main.deny) == 1 with input as {"kind": "List", "items": [_leaking, {"kind": "ConfigMap"}]}
}

test_other_kinds_have_no_findings if {
	count(main.deny | main.warn) == 0 with input as {"kind": "ConfigMap"}
}

_leaking := sample.container({"env": [{"name": "TOKEN", "value": "x"}]})

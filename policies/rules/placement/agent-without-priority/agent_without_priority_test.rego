package rollscope.rules.placement["agent-without-priority_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.placement["agent-without-priority"] as rule

test_bad if {
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.priorityClassName",
		"params": {},
	}} with input as sample.seen(_unranked({"hostNetwork": true}, {}))
	count(rule.report) == 1 with input as sample.seen(_unranked({}, {"securityContext": {"privileged": true}}))
	sample.findings(rule.report) == {{
		"path": "spec.template.spec.priorityClassName",
		"params": {},
		"variant": "evicted",
	}} with input as sample.seen(_unranked({"hostNetwork": true}, {"resources": {"requests": null, "limits": null}}))
	count(rule.report) == 1 with input as sample.seen(json.patch(_unranked({}, {}), [{
		"op": "replace",
		"path": "/metadata/namespace",
		"value": "kube-system",
	}]))
	count(rule.report) == 1 with input as sample.seen(_unranked(
		{"volumes": [{"name": "kubelet", "hostPath": {"path": "/var/lib/kubelet/"}}]},
		{"volumeMounts": [{"name": "kubelet", "mountPath": "/kubelet"}]},
	))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(sample.pod({"hostNetwork": true}, {}))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_unranked({}, {}))
}

_unranked(pod, container) := sample.pod(object.union(pod, {"priorityClassName": null}), container)

package rollscope.rules.surge["surge-shared-state_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.surge["surge-shared-state"] as rule

test_bad if {
	sample.findings(rule.report) == {_found("/var/lib/agent")} with input as sample.seen(_mounting("/var/lib/agent", {"readOnly": false}))
	sample.findings(rule.report) == {_owned("/opt/cni/bin")} with input as sample.seen(_mounting("/opt/cni/bin", {"readOnly": false}))
}

test_good if {
	count(rule.report) == 0 with input as sample.seen(_mounting("/var/lib/agent", {"readOnly": true}))
	count(rule.report) == 0 with input as sample.seen(sample.mount({"path": "/var/lib/agent"}, {"mountPath": "/state"}))
	count(rule.report) == 0 with input as sample.seen(_mounting("/run/xtables.lock", {"readOnly": false}))
}

test_absent if {
	path := "/var/lib/kubelet/plugins_registry"
	sample.findings(rule.report) == {_owned(path)} with input as sample.seen(_mounting(path, {}))
}

_found(path) := {
	"path": "spec.template.spec.containers[0].volumeMounts[0]",
	"params": {"container": "agent", "host_path": path, "surge": "1"},
}

_owned(path) := object.union(_found(path), {"severity": "error", "variant": "owned"})

_mounting(path, mount) := json.patch(sample.mount({"path": path}, object.union({"mountPath": "/state"}, mount)), [{
	"op": "replace",
	"path": "/spec/updateStrategy/rollingUpdate",
	"value": {"maxSurge": 1, "maxUnavailable": 0},
}])

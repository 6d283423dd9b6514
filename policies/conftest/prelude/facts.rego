# METADATA
# title: facts without rollscope
# description: >-
#   The facts that the Go package core/api/facts hands to the rules, found in the manifest
#   by Rego, for conftest and opa. Tests hold the two to be equal. Mistakes in the file
#   itself cannot be found here: whoever read the file has dropped them already; and of
#   what the API server refuses, only what rules of ours speak of by name.
package rollscope.prelude

facts := {
	"pod": _pod,
	"placement": _placement,
	"containers": containers,
	"host_mounts": host_mounts,
	"host_ports": host_ports,
	"strategy": strategy,
	"readiness_gated": _gated,
	"tolerations": _tolerations,
	"errors": errors,
} if {
	input.kind == "DaemonSet"
}

_pod := {
	"namespace": at(["metadata", "namespace"], ""),
	"host_network": host_network,
	"host_pid": field(spec, "hostPID", false),
	"host_ipc": field(spec, "hostIPC", false),
	"dns_policy": filled(spec, "dnsPolicy", "ClusterFirst"),
	"service_account": filled(spec, "serviceAccountName", field(spec, "serviceAccount", "")),
	"token_mounted": field(spec, "automountServiceAccountToken", true),
	"priority_class": field(spec, "priorityClassName", ""),
	"best_effort": _best_effort,
	"node_name": field(spec, "nodeName", ""),
	"grace_seconds": field(spec, "terminationGracePeriodSeconds", 30),
	"min_ready_seconds": at(["spec", "minReadySeconds"], 0),
	"history_limit": at(["spec", "revisionHistoryLimit"], 10),
}

spec := at(["spec", "template", "spec"], {})

host_network := field(spec, "hostNetwork", false)

default _gated := false

_gated if {
	some container in array.concat(regular, sidecars)
	field(container.spec, "readinessProbe", null) != null
}

_gated if count(field(spec, "readinessGates", [])) > 0

default _best_effort := false

_best_effort if {
	every container in containers {
		count(container.requests) == 0
	}
	every list in ["requests", "limits"] {
		count(field(field(spec, "resources", {}), list, {})) == 0
	}
}

strategy := {
	"type": _type,
	"max_unavailable": _amount("maxUnavailable", 1),
	"max_surge": _amount("maxSurge", 0),
}

_type := filled(at(["spec", "updateStrategy"], {}), "type", "RollingUpdate")

# OnDelete has no budgets.
_amount(_, _) := {"kind": "number", "value": 0, "written": "0"} if _type != "RollingUpdate"

_amount(name, fallback) := amount(written) if {
	_type == "RollingUpdate"
	written := at(["spec", "updateStrategy", "rollingUpdate", name], fallback)
}

amount(written) := {"kind": "number", "value": written, "written": $"{written}"} if is_number(written)

amount(written) := {"kind": "percent", "value": to_number(trim_suffix(written, "%")), "written": written} if {
	is_string(written)
	regex.match(`^-?[0-9]+%$`, written)
}

amount(written) := {"kind": "other", "value": 0, "written": written} if {
	is_string(written)
	not regex.match(`^-?[0-9]+%$`, written)
}

# at is the value at a path of the object, or the fallback if there is none or null.
at(path, _) := value if {
	value := object.get(input, path, null)
	value != null
}

at(path, fallback) := fallback if object.get(input, path, null) == null

# field is the value of a field, or the fallback if there is none or null.
field(holder, name, _) := value if {
	value := object.get(holder, name, null)
	value != null
}

field(holder, name, fallback) := fallback if object.get(holder, name, null) == null

# filled is the value of a field, or the fallback if it is the zero value as well.
filled(holder, name, _) := value if {
	value := object.get(holder, name, null)
	not value in {null, "", 0}
}

filled(holder, name, fallback) := fallback if object.get(holder, name, null) in {null, "", 0}

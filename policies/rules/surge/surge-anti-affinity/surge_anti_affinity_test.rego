package rollscope.rules.surge["surge-anti-affinity_test"]

import data.rollscope.lib.sample
import data.rollscope.rules.surge["surge-anti-affinity"] as rule

test_bad if {
	every selector in _own {
		sample.findings(rule.report) == {{
			"path": "spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]",
			"params": {"surge": "1"},
		}} with input as sample.seen(_surging({"topologyKey": "kubernetes.io/hostname", "labelSelector": selector}))
	}
}

test_good if {
	every selector in _others {
		count(rule.report) == 0 with input as sample.seen(_surging({"topologyKey": "kubernetes.io/hostname", "labelSelector": selector}))
	}
	every narrower in [{"namespaces": ["other"]}, {"namespaceSelector": {}}, {"matchLabelKeys": ["controller-revision-hash"]}] {
		count(rule.report) == 0 with input as sample.seen(_surging(object.union(_term, narrower)))
	}
	count(rule.report) == 0 with input as sample.seen(_apart(_term))
}

test_absent if {
	count(rule.report) == 0 with input as sample.seen(_surging({"topologyKey": "kubernetes.io/hostname"}))
	count(rule.report) == 1 with input as sample.seen(_surging(object.union(_term, {"namespaces": null})))
	count(rule.report) == 0 with input as sample.seen(json.remove(_surging(_term), ["/spec/template/spec/affinity"]))
}

_own := [
	{"matchLabels": {"app": "agent"}},
	{},
	{"matchExpressions": [{"key": "app", "operator": "In", "values": ["agent", "x"]}]},
	{"matchExpressions": [{"key": "app", "operator": "Exists"}]},
	{"matchExpressions": [{"key": "role", "operator": "DoesNotExist"}]},
	{"matchExpressions": [{"key": "role", "operator": "NotIn", "values": ["x"]}]},
]

_others := [
	{"matchLabels": {"app": "other"}},
	{"matchLabels": {"app": "agent", "role": "x"}},
	{"matchExpressions": [{"key": "app", "operator": "In", "values": ["x"]}]},
	{"matchExpressions": [{"key": "role", "operator": "Exists"}]},
	{"matchExpressions": [{"key": "app", "operator": "DoesNotExist"}]},
	{"matchExpressions": [{"key": "app", "operator": "NotIn", "values": ["agent"]}]},
]

_term := {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "agent"}}}

_apart(term) := sample.pod({"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}}, {})

_surging(term) := json.patch(_apart(term), [{
	"op": "replace",
	"path": "/spec/updateStrategy/rollingUpdate",
	"value": {"maxSurge": 1, "maxUnavailable": 0},
}])

# METADATA
# title: no node can match
# description: >-
#   nodeName ties every pod of the DaemonSet to one node, while the controller adds an affinity
#   for each node of its own; a selector that contradicts the required affinity matches no node,
#   nor does an affinity that contradicts itself, as all expressions of a term have to hold; and a
#   label whose value is null is asked for with an empty value. In each case pods are missing
#   without an error.
# related_resources:
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/
# custom:
#   id: RS506
#   severity: error
#   message: nodeSelector {key} contradicts the required node affinity, so no node can match
#   variants:
#     itself:
#       message: the required node affinity contradicts itself over {key}, so no node can match
#       fix: put alternatives into one list of values, or into terms of their own
#       zh:
#         message: 必需的节点亲和性在 {key} 上自相矛盾，没有节点能匹配
#         fix: 把多个可选值写进同一个 values 列表，或分成多个条件
#     name:
#       message: nodeName {node} ties every pod to one node, while the controller means each for another
#       fix: remove nodeName, and use nodeSelector or tolerations
#       zh:
#         message: nodeName {node} 把所有 Pod 绑在一个节点上，而控制器为每个节点各建一个
#         fix: 删除 nodeName，改用 nodeSelector 或容忍
#     valueless:
#       message: nodeSelector {key} has no value, so it asks for an empty one
#       fix: write the value, in quotes if it is true, false or a number
#       zh:
#         message: nodeSelector {key} 没有值，等于要求空值
#         fix: 写上值；值为 true、false 或数字时加引号
#   fix: drop one of the two
#   zh:
#     title: 没有节点能匹配
#     description: >-
#       nodeName 把 DaemonSet 的所有 Pod 绑在一个节点上，而控制器会为每个节点加上各自的亲和性；与必需亲和性矛盾的选择器匹配不到任何节点，自相矛盾的亲和性也一样，因为一个条件里的所有表达式都要成立；值为 null 的标签等于要求空值。这几种情况都会缺少 Pod 却没有任何错误。
#     message: nodeSelector {key} 与必需的节点亲和性矛盾，没有节点能匹配
#     fix: 去掉其中一个
package rollscope.rules.placement["unsatisfiable-placement"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.pod.node_name != ""
	found := finding.at(rego.metadata.chain(), "spec.template.spec.nodeName", {"node": input.facts.pod.node_name})
	hit := finding.variant(found, "name")
}

report contains hit if {
	some key, value in input.manifest.spec.template.spec.nodeSelector
	value == null
	hit := finding.variant(_on(key), "valueless")
}

report contains _on(key) if {
	input.facts.placement.restricted
	some key, value in input.facts.placement.node_selector
	every term in input.facts.placement.terms {
		_excludes(term, key, value)
	}
}

report contains hit if {
	every term in input.facts.placement.terms {
		count(_contradictions(term)) > 0
	}
	some key in _contradictions(input.facts.placement.terms[0])
	at := "spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"
	hit := finding.variant(finding.at(rego.metadata.chain(), at, {"key": key}), "itself")
}

_contradictions(term) := {asked.key |
	some asked in term.labels
	some other in term.labels
	asked.key == other.key
	_contradicts(asked, other)
}

_contradicts(asked, other) if {
	asked.operator in {"In", "Exists"}
	other.operator == "DoesNotExist"
}

_contradicts(asked, other) if {
	asked.operator == "In"
	other.operator == "In"
	every value in asked.values {
		not value in other.values
	}
}

_contradicts(asked, other) if {
	asked.operator == "In"
	other.operator == "NotIn"
	every value in asked.values {
		value in other.values
	}
}

_excludes(term, key, value) if {
	some asked in term.labels
	asked.key == key
	asked.operator == "In"
	not value in asked.values
}

_excludes(term, key, value) if {
	some asked in term.labels
	asked.key == key
	asked.operator == "NotIn"
	value in asked.values
}

_excludes(term, key, _) if {
	some asked in term.labels
	asked.key == key
	asked.operator == "DoesNotExist"
}

_on(key) := finding.at(rego.metadata.chain(), $"spec.template.spec.nodeSelector[{key}]", {"key": key})

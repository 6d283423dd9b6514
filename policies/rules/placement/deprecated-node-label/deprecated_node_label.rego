# METADATA
# title: node label may be absent
# description: >-
#   These labels have successors, and nodes need not carry them any more. Where one is missing,
#   the node silently does not match, and the DaemonSet does not run there. The API server warns
#   about the same keys. Where another term of the affinity asks for the successor, old and new
#   nodes are both meant.
# related_resources:
#   - https://kubernetes.io/docs/reference/labels-annotations-taints/
# custom:
#   id: RS502
#   severity: warning
#   message: label {key} is deprecated, and nodes may not have it
#   variants:
#     successor:
#       message: label {key} is deprecated, and nodes may not have it; its successor is {successor}
#       fix: ask for {successor}
#       zh:
#         message: 标签 {key} 已弃用，节点上可能没有，应改用 {successor}
#         fix: 改用 {successor}
#   fix: ask for a label that your nodes have
#   zh:
#     title: 节点标签可能不存在
#     description: 这些标签已有替代，节点不一定还带着它们。缺少时节点就悄悄地不匹配，DaemonSet 不会在那里运行。API 服务器也会对这些键发出警告。亲和性的另一个条件用的是替代标签时，新旧节点都已考虑到，不报告。
#     message: 标签 {key} 已弃用，节点上可能没有
#     fix: 改用节点确实带有的标签
package rollscope.rules.placement["deprecated-node-label"]

import data.rollscope.lib.finding

report contains hit if {
	some asked in input.facts.placement.keys
	successor := _successors[asked.key]
	successor != ""
	not _both(asked, successor)
	found := finding.at(rego.metadata.chain(), asked.path, {"key": asked.key, "successor": successor})
	hit := finding.variant(found, "successor")
}

report contains hit if {
	some asked in input.facts.placement.keys
	_successors[asked.key] == ""
	hit := finding.at(rego.metadata.chain(), asked.path, {"key": asked.key})
}

# One of several terms is enough, so one may be for old nodes and one for new ones.
_both(asked, successor) if {
	some i, _ in input.facts.placement.terms
	startswith(asked.path, $"{_terms}[{i}].")
	some other, term in input.facts.placement.terms
	other != i
	some requirement in term.labels
	requirement.key == successor
}

_terms := "spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms"

_successors := {
	"beta.kubernetes.io/arch": "kubernetes.io/arch",
	"beta.kubernetes.io/os": "kubernetes.io/os",
	"beta.kubernetes.io/instance-type": "node.kubernetes.io/instance-type",
	"failure-domain.beta.kubernetes.io/region": "topology.kubernetes.io/region",
	"failure-domain.beta.kubernetes.io/zone": "topology.kubernetes.io/zone",
	"node-role.kubernetes.io/master": "node-role.kubernetes.io/control-plane",
	"app.kubernetes.io/created-by": "",
	"scheduler.alpha.kubernetes.io/preferAvoidPods": "",
}

# METADATA
# title: too many nodes at once
# description: >-
#   maxUnavailable is also how many nodes a bad version takes down before anybody notices. Half of
#   the nodes is a warning, all of them an error: that is a deletion with a new version after it.
#   With nodes given, the rule goes by the number of nodes that should run the pod; percentages of
#   a DaemonSet round up.
# related_resources:
#   - https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
#   - https://github.com/submariner-io/submariner-operator/issues/596
# custom:
#   id: RS401
#   severity: warning
#   severities: [error]
#   message: maxUnavailable {amount} lets an update take the agent from {amount} of the nodes at once
#   variants:
#     all:
#       message: maxUnavailable {amount} lets an update take the agent from every node at once
#       zh:
#         message: maxUnavailable {amount} 会让更新一次性从所有节点上撤走代理程序
#     nodes:
#       message: >-
#         maxUnavailable {amount} lets an update take the agent from {count} of its {nodes} nodes
#         at once
#       zh:
#         message: maxUnavailable {amount} 会让更新一次性从 {nodes} 个节点中的 {count} 个上撤走代理程序
#   fix: >-
#     use 10% to 25%; a small number is slow and safe, and maxSurge keeps every node served where
#     the template can run twice
#   zh:
#     title: 一次更新的节点太多
#     description: >-
#       maxUnavailable 也决定了坏版本在被人发现之前会放倒多少节点。一半节点算警告，全部节点算错误：那等于先删除再装新版本。给出节点时，本规则按应运行该 Pod 的节点数计算；DaemonSet 的百分比向上取整。
#     message: maxUnavailable {amount} 会让更新一次性从 {amount} 的节点上撤走代理程序
#     fix: 使用 10% 到 25%；数字小则慢而稳；模板可以同时运行两份时，maxSurge 能让每个节点始终有服务
package rollscope.rules.rollout["unavailable-too-wide"]

import data.rollscope.lib.finding

# Without nodes only a percentage says how much is too much.
report contains _hit("all", "error", {}) if {
	not _nodes
	_percent >= 100
}

report contains _hit("", "warning", {}) if {
	not _nodes
	_percent >= 50
	_percent < 100
}

report contains _hit("nodes", "error", {"count": _nodes, "nodes": _nodes}) if {
	_count > 1
	_count >= _nodes
}

report contains _hit("nodes", "warning", {"count": _count, "nodes": _nodes}) if {
	_count > 1
	_count < _nodes
	_count * 2 >= _nodes
}

_amount := input.facts.strategy.max_unavailable

_nodes := input.cluster.eligible

_percent := _amount.value if _amount.kind == "percent"

_count := ceil((_nodes * _amount.value) / 100) if _amount.kind == "percent"

_count := _amount.value if {
	_amount.kind == "number"
	_nodes > 0
}

_hit(variant, severity, more) := finding.rated(finding.variant(_found(more), variant), severity)

_found(more) := finding.at(
	rego.metadata.chain(),
	"spec.updateStrategy.rollingUpdate.maxUnavailable",
	object.union({"amount": _amount.written}, more),
)

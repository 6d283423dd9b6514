# METADATA
# title: no room for a second pod on a node
# description: >-
#   While a node is updated with maxSurge it runs two pods. The nodes that were given have room
#   for one and not for two: there the new pod stays pending, holds its share of maxSurge, and the
#   rollout never ends.
# related_resources:
#   - https://github.com/kubernetes/enhancements/pull/1590
#   - https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
# custom:
#   id: RS307
#   severity: error
#   sees: cluster
#   message: >-
#     maxSurge {surge} gets stuck on {node}: {why}
#   fix: use maxUnavailable instead of maxSurge, or lower the requests so that two pods fit
#   zh:
#     title: 节点上放不下第二个 Pod
#     description: >-
#       用 maxSurge 更新节点时，节点上要同时运行两个 Pod。给出的节点放得下一个，放不下两个：新 Pod 一直 Pending，占着 maxSurge 的名额，滚动更新永远不会结束。
#     message: maxSurge {surge} 会卡在节点 {node}：{why}
#     fix: 用 maxUnavailable 代替 maxSurge，或降低请求量使两个 Pod 都放得下
package rollscope.rules.surge["surge-no-room"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.strategy.max_surge.value > 0
	some shortage in input.cluster.no_surge
	hit := finding.at(rego.metadata.chain(), "spec.updateStrategy.rollingUpdate.maxSurge", {
		"surge": input.facts.strategy.max_surge.written,
		"node": shortage.node,
		"nodes": shortage.nodes,
		"why": shortage.why,
	})
}

# METADATA
# title: surge pod keeps away from the old one
# description: >-
#   The pod's own anti-affinity forbids a second pod of the DaemonSet on the node. With maxSurge the
#   new pod has to run beside the old one, so it stays pending, the old one is never removed, and
#   the rollout never ends. A DaemonSet does not need the rule: it has one pod on a node anyway.
# related_resources:
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity
# custom:
#   id: RS308
#   severity: error
#   message: >-
#     maxSurge {surge} cannot work with a podAntiAffinity against the DaemonSet's own pods: the new
#     pod stays pending beside the old one
#   fix: >-
#     drop the term; a DaemonSet has one pod on a node without it
#   zh:
#     title: 新 Pod 与旧 Pod 互斥
#     description: Pod 自己的反亲和性不允许节点上有同一 DaemonSet 的第二个 Pod。使用 maxSurge 时，新 Pod 必须与旧 Pod 一起运行，于是一直 Pending，旧 Pod 永远不会删除，滚动更新永远结束不了。DaemonSet 不需要这条规则：它本来就在每个节点上只有一个 Pod。
#     message: maxSurge {surge} 与针对自身 Pod 的 podAntiAffinity 冲突：新 Pod 在旧 Pod 旁边一直 Pending
#     fix: 去掉该条件；没有它，DaemonSet 在每个节点上也只有一个 Pod
package rollscope.rules.surge["surge-anti-affinity"]

import data.rollscope.lib.apart
import data.rollscope.lib.finding

report contains hit if {
	input.facts.strategy.max_surge.value > 0
	some term in apart.terms
	hit := finding.at(rego.metadata.chain(), term.path, {"surge": input.facts.strategy.max_surge.written})
}

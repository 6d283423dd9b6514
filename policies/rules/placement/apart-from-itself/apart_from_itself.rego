# METADATA
# title: pods keep each other off the nodes
# description: >-
#   The pod's own anti-affinity allows one pod of the DaemonSet in each zone, or whatever the
#   topologyKey stands for, while the controller makes one for every node. Where a zone has more
#   nodes, the pods of the others stay pending for ever, and a rollout that meets them does not end.
# related_resources:
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity
# custom:
#   id: RS511
#   severity: error
#   message: >-
#     a podAntiAffinity against the DaemonSet's own pods allows one pod for each {key}: the pods
#     for its other nodes stay pending
#   fix: >-
#     drop the term; a DaemonSet has one pod on a node without it
#   zh:
#     title: 自己的 Pod 互相排斥
#     description: Pod 自己的反亲和性规定每个可用区（或 topologyKey 所代表的范围）只能有一个该 DaemonSet 的 Pod，而控制器会为每个节点创建一个。一个可用区有多个节点时，其余节点的 Pod 会一直 Pending，滚动更新遇到它们就结束不了。
#     message: 针对自身 Pod 的 podAntiAffinity 使每个 {key} 只能有一个 Pod，其余节点的 Pod 会一直 Pending
#     fix: 去掉该条件；没有它，DaemonSet 在每个节点上也只有一个 Pod
package rollscope.rules.placement["apart-from-itself"]

import data.rollscope.lib.apart
import data.rollscope.lib.finding

report contains hit if {
	some term in apart.terms
	term.key != "kubernetes.io/hostname"
	hit := finding.at(rego.metadata.chain(), term.path, {"key": term.key})
}

# METADATA
# title: no room for the pod on a node
# description: >-
#   The node should run the pod, and the pod does not fit: into what the node has at all, which is
#   an error, or beside what runs there, which is a warning. In that case the scheduler makes room
#   only where pods of a lower priority can go; among equals the daemon pod waits for ever.
# related_resources:
#   - https://github.com/kubernetes/kubernetes/issues/140984
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/
# custom:
#   id: RS606
#   severity: error
#   severities: [warning]
#   sees: cluster
#   message: >-
#     stays pending on {node}: {why}
#   variants:
#     others:
#       message: >-
#         stays pending on {node} beside the pods that run there, none of which has a lower
#         priority: {why}
#       fix: raise the priority of the DaemonSet above that of ordinary workloads
#       zh:
#         message: 在节点 {node} 上会一直 Pending，因为那里运行的 Pod 没有优先级更低的：{why}
#         fix: 把 DaemonSet 的优先级提高到普通负载之上
#   fix: lower the requests, or keep the DaemonSet off nodes of that size
#   zh:
#     title: 节点上放不下这个 Pod
#     description: >-
#       节点应运行该 Pod，却放不下：超出节点总量时是错误；只是放不进已有 Pod 之间时是警告。后一种情况下，只有存在可以让位的低优先级 Pod，调度器才会腾出位置；优先级相同时，守护 Pod 会一直等下去。
#     message: 在节点 {node} 上会一直 Pending：{why}
#     fix: 降低请求量，或让 DaemonSet 避开这种规格的节点
package rollscope.rules.resources["does-not-fit"]

import data.rollscope.lib.finding

report contains hit if {
	some shortage in input.cluster.no_room
	not shortage.beside_others
	hit := _hit(shortage)
}

report contains hit if {
	some shortage in input.cluster.no_room
	shortage.beside_others
	hit := finding.rated(finding.variant(_hit(shortage), "others"), "warning")
}

_hit(shortage) := finding.at(rego.metadata.chain(), "spec.template.spec", {
	"node": shortage.node,
	"nodes": shortage.nodes,
	"why": shortage.why,
})

# METADATA
# title: no node is eligible
# description: >-
#   None of the nodes that were given should run a pod of this DaemonSet. Kubernetes calls that
#   done: desired is 0, and kubectl rollout status reports success.
# related_resources:
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/
#   - https://github.com/kubernetes/kubernetes/issues/51785
# custom:
#   id: RS507
#   severity: error
#   sees: cluster
#   message: >-
#     none of the {nodes} nodes should run it: {why}
#   fix: >-
#     compare nodeSelector, affinity and tolerations with the labels and taints of the nodes;
#     rollscope why tells it node by node
#   zh:
#     title: 没有节点符合条件
#     description: 给出的节点中没有一个应运行该 DaemonSet 的 Pod。Kubernetes 认为这就是完成：期望数为 0，kubectl rollout status 报告成功。
#     message: >-
#       {nodes} 个节点中没有一个应运行它：{why}
#     fix: 把 nodeSelector、亲和性和容忍与节点的标签和污点对照；rollscope why 会逐个节点说明
package rollscope.rules.placement["no-eligible-node"]

import data.rollscope.lib.finding

report contains hit if {
	input.cluster.nodes > 0
	input.cluster.eligible == 0
	hit := finding.at(rego.metadata.chain(), "spec.template.spec", {
		"nodes": input.cluster.nodes,
		"why": input.cluster.refused,
	})
}

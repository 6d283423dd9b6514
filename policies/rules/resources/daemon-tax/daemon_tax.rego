# METADATA
# title: what the DaemonSets take from a node
# description: >-
#   Every node pays for all DaemonSets before it runs anything else, and autoscalers that leave
#   this out make nodes on which the workload does not fit. Limits without requests count as
#   requests.
# related_resources:
#   - https://github.com/kubernetes-sigs/karpenter/issues/1749
#   - https://github.com/aws/karpenter-provider-aws/issues/6015
# custom:
#   id: RS605
#   severity: info
#   sees: cluster
#   message: >-
#     on {node} the DaemonSets request {cpu}m of {cpu_of}m CPU and {memory}Mi of {memory_of}Mi
#     memory; {cpu_left}m and {memory_left}Mi are left
#   fix: allow for it when you size nodes; sum up requests with it
#   zh:
#     title: DaemonSet 从节点拿走多少
#     description: 每个节点在运行别的东西之前，先要付给所有 DaemonSet。自动扩缩容漏算这一部分，就会造出放不下业务的节点。只有 limits 时按 requests 计算。
#     message: >-
#       在 {node} 上，DaemonSet 共请求 {cpu}m / {cpu_of}m CPU 和 {memory}Mi / {memory_of}Mi 内存，剩余 {cpu_left}m 和 {memory_left}Mi
#     fix: 规划节点规格时把它算进去
package rollscope.rules.resources["daemon-tax"]

import data.rollscope.lib.finding

summary contains hit if {
	input.run.daemonsets > 1
	some type in input.run.node_types
	hit := finding.at(rego.metadata.chain(), "", {
		"node": type.node,
		"nodes": type.nodes,
		"cpu": type.cpu,
		"cpu_of": type.cpu_of,
		"cpu_left": type.cpu_left,
		"memory": _mebibytes(type.memory),
		"memory_of": _mebibytes(type.memory_of),
		"memory_left": _mebibytes(type.memory_left),
	})
}

_mebibytes(bytes) := floor(bytes / 1048576)

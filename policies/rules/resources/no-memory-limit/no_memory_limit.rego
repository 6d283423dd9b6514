# METADATA
# title: leak takes the node
# description: >-
#   A DaemonSet leaks on every node at once. Without a memory limit the agent grows until the node
#   is short of memory, and the kubelet evicts other pods for it. CPU limits are not asked for: a
#   throttled agent fails its probes. Of pods without any requests or limits RS601 speaks.
# related_resources:
#   - https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
# custom:
#   id: RS602
#   severity: warning
#   message: >-
#     container {container} has no memory limit: if it leaks, it takes memory from every node at
#     once
#   fix: add limits.memory, or list the container under allow.containers
#   zh:
#     title: 泄漏会拖垮节点
#     description: >-
#       DaemonSet 一旦泄漏，就在所有节点上同时泄漏。没有内存上限时，代理程序会一直增长到节点内存不足，kubelet 为此驱逐其他 Pod。这里不要求 CPU 上限：被限速的代理程序会探测失败。没有任何 requests 或 limits 的 Pod 由 RS601 报告。
#     message: 容器 {container} 没有内存上限：一旦泄漏，会同时吃掉所有节点的内存
#     fix: 加上 limits.memory，或把该容器列在 allow.containers 中
package rollscope.rules.resources["no-memory-limit"]

import data.rollscope.lib.finding
import data.rollscope.lib.pod

report contains hit if {
	not input.facts.pod.best_effort
	pod.lacks(object.get(input.manifest.spec.template.spec, ["resources", "limits"], {}), "memory")
	some container in input.facts.containers
	container.sort == "container"
	object.get(container.limits, "memory", 0) == 0
	not container.name in input.config.allow.containers
	hit := finding.at(rego.metadata.chain(), $"{container.path}.resources", {"container": container.name})
}

# METADATA
# title: surge pod cannot be scheduled
# description: >-
#   With maxSurge the new pod has to run beside the old one on the same node. A host port is held
#   by one pod at a time, so the new pod stays pending, the old one is never removed, and the
#   rollout never ends. The API server accepts this without a word. In the node's network every
#   declared port is a host port, though the manifest does not show it.
# related_resources:
#   - https://github.com/kubernetes/kubernetes/issues/106417
#   - https://github.com/openkruise/kruise/issues/2361
# custom:
#   id: RS302
#   severity: error
#   message: >-
#     maxSurge {surge} cannot work with host port {port} of container {container}: the new pod
#     stays pending beside the old one
#   variants:
#     network:
#       message: >-
#         maxSurge {surge} cannot work with port {port} of container {container}, which is a host
#         port because the pod is in the node's network: the new pod stays pending beside the old
#         one
#       zh:
#         message: >-
#           maxSurge {surge} 与容器 {container} 的端口 {port} 不能并存：Pod 使用节点网络，该端口就是主机端口，新 Pod 会一直在旧 Pod 旁边处于 Pending
#   fix: use maxUnavailable instead of maxSurge, or give up the host port
#   zh:
#     title: 超额 Pod 无法调度
#     description: >-
#       使用 maxSurge 时，新 Pod 要与旧 Pod 同时运行在同一节点上。主机端口同一时刻只能属于一个 Pod，于是新 Pod 一直 Pending，旧 Pod 不会被删除，滚动更新永远不会结束。API 服务器接受这种配置，且不给任何提示。使用节点网络时，声明的每个端口都是主机端口，虽然清单里看不出来。
#     message: maxSurge {surge} 与容器 {container} 的主机端口 {port} 不能并存：新 Pod 会一直在旧 Pod 旁边处于 Pending
#     fix: 用 maxUnavailable 代替 maxSurge，或放弃主机端口
package rollscope.rules.surge["surge-host-port"]

import data.rollscope.lib.finding

report contains finding.variant(_hit(port), "network") if {
	input.facts.strategy.max_surge.value > 0
	some port in input.facts.host_ports
	port.from_network
}

report contains _hit(port) if {
	input.facts.strategy.max_surge.value > 0
	some port in input.facts.host_ports
	not port.from_network
}

_hit(port) := finding.at(rego.metadata.chain(), port.path, {
	"container": port.container,
	"port": port.port,
	"surge": input.facts.strategy.max_surge.written,
})

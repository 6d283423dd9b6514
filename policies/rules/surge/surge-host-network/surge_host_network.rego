# METADATA
# title: two processes bind the same ports of the node
# description: >-
#   The pod is in the node's network and declares no ports, so the scheduler lets the new pod
#   start beside the old one. Both then listen on the same address. Unless the program shares its
#   ports on purpose (SO_REUSEPORT), the second one fails, and the rollout stops at the first
#   node.
# related_resources:
#   - https://github.com/traefik/traefik-helm-chart/issues/645
# custom:
#   id: RS303
#   severity: warning
#   message: >-
#     maxSurge {surge} lets two pods run in the node's network at once, and both listen on the
#     same ports
#   fix: use maxUnavailable, or make sure that the program shares its ports
#   zh:
#     title: 两个进程绑定节点的相同端口
#     description: >-
#       Pod 使用节点网络却没有声明端口，调度器就会让新 Pod 在旧 Pod 旁边启动，两者监听同一地址。除非程序有意共享端口（SO_REUSEPORT），第二个会失败，滚动更新停在第一个节点上。
#     message: maxSurge {surge} 会让两个 Pod 同时处于节点网络中，并监听相同的端口
#     fix: 使用 maxUnavailable，或确认程序会共享端口
package rollscope.rules.surge["surge-host-network"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.strategy.max_surge.value > 0
	input.facts.pod.host_network
	count(input.facts.host_ports) == 0
	hit := finding.at(rego.metadata.chain(), "spec.template.spec.hostNetwork", {"surge": input.facts.strategy.max_surge.written})
}

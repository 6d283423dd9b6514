# METADATA
# title: cluster DNS not used on the host network
# description: >-
#   In the node's network the policy ClusterFirst, which is the default, silently means the DNS of
#   the node. Names of Services do not resolve, or resolve to something else.
# related_resources:
#   - https://github.com/grafana/agent/issues/728
#   - https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-s-dns-policy
# custom:
#   id: RS703
#   severity: warning
#   message: the pod is in the node's network, where dnsPolicy ClusterFirst falls back to the DNS of the node
#   fix: set dnsPolicy to ClusterFirstWithHostNet, or to Default if the DNS of the node is meant
#   zh:
#     title: 主机网络下没有使用集群 DNS
#     description: 使用节点网络时，默认的 ClusterFirst 策略会悄悄变成使用节点的 DNS。Service 的名字解析不了，或解析成别的东西。
#     message: Pod 使用节点网络，此时 dnsPolicy ClusterFirst 会退回节点的 DNS
#     fix: 把 dnsPolicy 设为 ClusterFirstWithHostNet；确实要用节点的 DNS 时设为 Default
package rollscope.rules.security["host-network-dns"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.pod.host_network
	input.facts.pod.dns_policy == "ClusterFirst"
	hit := finding.at(rego.metadata.chain(), "spec.template.spec.dnsPolicy", {})
}

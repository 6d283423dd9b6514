# METADATA
# title: cluster DNS not used on the host network
# description: >-
#   In the node's network the policy ClusterFirst, which is the default, silently means the DNS of
#   the node. Names of Services do not resolve, or resolve to something else. On Windows there is
#   no such choice, so of pods for Windows nodes nothing is said.
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
#     description: 使用节点网络时，默认的 ClusterFirst 策略会悄悄变成使用节点的 DNS。Service 的名字解析不了，或解析成别的东西。Windows 上没有这个选择，所以不报告面向 Windows 节点的 Pod。
#     message: Pod 使用节点网络，此时 dnsPolicy ClusterFirst 会退回节点的 DNS
#     fix: 把 dnsPolicy 设为 ClusterFirstWithHostNet；确实要用节点的 DNS 时设为 Default
package rollscope.rules.security["host-network-dns"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.pod.host_network
	input.facts.pod.dns_policy == "ClusterFirst"
	not _windows
	hit := finding.at(rego.metadata.chain(), _path, {})
}

# The field that is written: dnsPolicy, or what makes its default matter.
default _path := "spec.template.spec.hostNetwork"

_path := "spec.template.spec.dnsPolicy" if input.manifest.spec.template.spec.dnsPolicy

_windows if input.facts.placement.node_selector["kubernetes.io/os"] == "windows"

_windows if input.manifest.spec.template.spec.os.name == "windows"

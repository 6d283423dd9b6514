# METADATA
# title: agent can stay pending
# description: >-
#   Without a priority class the agent has priority 0, like any other pod. On a full node it stays
#   pending for as long as the others stay, for no autoscaler makes room for a daemon pod on a
#   node that exists, and under pressure it is among the first to be evicted. A class lets the
#   scheduler make room; it does not rule out eviction. The rule looks at agents the node relies
#   on (the node's network, privileged, the kubelet's or CNI's directories, kube-system), and at
#   those without any requests, which lose first.
# related_resources:
#   - https://github.com/kubernetes/kubernetes/issues/140984
#   - https://github.com/Mellanox/network-operator/issues/2960
#   - https://github.com/microsoft/Docker-Provider/issues/500
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/
# custom:
#   id: RS504
#   severity: warning
#   message: >-
#     no priorityClassName: on a full node the agent stays pending behind the pods that came first
#   variants:
#     evicted:
#       message: >-
#         neither a priorityClassName nor requests: under pressure the agent is among the first to be
#         evicted
#       zh:
#         message: 既没有 priorityClassName 也没有 requests：资源紧张时，代理程序在最先被驱逐之列
#   fix: >-
#     set priorityClassName to system-node-critical, or to a class of your own above that of
#     ordinary workloads
#   zh:
#     title: 代理程序可能一直 Pending
#     description: >-
#       没有优先级类时，代理程序与普通 Pod 一样是优先级 0。节点满了，它就一直 Pending，因为自动扩缩容不会为已有节点上的守护 Pod 腾地方；资源紧张时它也在最先被驱逐之列。优先级类让调度器可以腾出位置，但并不排除被驱逐。本规则只看节点依赖的代理程序（使用节点网络、特权、kubelet 或 CNI 目录、kube-system），以及没有任何资源请求、最先出局的代理程序。
#     message: 没有 priorityClassName：节点满时，代理程序会排在先来的 Pod 后面一直 Pending
#     fix: 把 priorityClassName 设为 system-node-critical，或设为高于普通负载的自有优先级类
package rollscope.rules.placement["agent-without-priority"]

import data.rollscope.lib.finding

report contains _found if {
	input.facts.pod.priority_class == ""
	_relied_on
	not input.facts.pod.best_effort
}

# Without requests there is room on any node.
report contains finding.variant(_found, "evicted") if {
	input.facts.pod.priority_class == ""
	input.facts.pod.best_effort
}

_found := finding.at(rego.metadata.chain(), "spec.template.spec.priorityClassName", {})

_relied_on if input.facts.pod.host_network

_relied_on if input.facts.pod.namespace == "kube-system"

_relied_on if {
	some container in input.facts.containers
	container.privileged
}

_relied_on if {
	some mount in input.facts.host_mounts
	some dir in mount.parents
	dir in {"/var/lib/kubelet", "/etc/cni", "/opt/cni"}
}

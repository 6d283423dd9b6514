# METADATA
# title: API will refuse every pod
# description: >-
#   The API server accepts this DaemonSet and refuses each pod that the controller makes of it, as
#   the template is validated more loosely than a pod, and admission sees pods only. There is no
#   pod anywhere, and events of FailedCreate say why.
# related_resources:
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/
# custom:
#   id: RS810
#   severity: error
#   message: >-
#     port {port} is declared twice, and in the node's network every port is a host port: each pod
#     is refused
#   variants:
#     class:
#       message: >-
#         there is no PriorityClass {class}, as only Kubernetes itself has classes that begin with
#         system-: each pod is refused
#       fix: >-
#         write system-node-critical or system-cluster-critical, or name a class of your own
#       zh:
#         message: 没有名为 {class} 的 PriorityClass，以 system- 开头的名字只有 Kubernetes 自己能用，每个 Pod 都会被拒绝
#         fix: 写成 system-node-critical 或 system-cluster-critical，或改用自己的优先级类
#     priority:
#       message: >-
#         priority {priority} is written without a priorityClassName that gives it: each pod is
#         refused
#       fix: >-
#         drop priority, and name a priorityClassName
#       zh:
#         message: 写了 priority {priority}，却没有给出它的 priorityClassName，每个 Pod 都会被拒绝
#         fix: 去掉 priority，改写 priorityClassName
#   fix: >-
#     declare the port once, or give one of the two another
#   zh:
#     title: API 会拒绝每个 Pod
#     description: API 服务器接受这个 DaemonSet，却拒绝控制器由它创建的每个 Pod，因为模板的校验比 Pod 宽松，而准入只看 Pod。哪里都没有 Pod，原因写在 FailedCreate 事件里。
#     message: 端口 {port} 声明了两次，而在节点网络中每个端口都是主机端口，每个 Pod 都会被拒绝
#     fix: 该端口只声明一次，或给其中一个换端口
package rollscope.rules.hygiene["pods-refused"]

import data.rollscope.lib.finding

# Upstream 1.37: pkg/apis/core/validation/validation.go, checkHostPortConflicts: containers are
# compared with each other, init containers are not.
report contains hit if {
	some i, port in input.facts.host_ports
	some j, earlier in input.facts.host_ports
	j < i
	_regular(port)
	_regular(earlier)
	port.from_network
	earlier.from_network
	port.port == earlier.port
	port.protocol == earlier.protocol
	port.ip == earlier.ip
	hit := finding.at(rego.metadata.chain(), port.path, {"port": port.port})
}

report contains hit if {
	class := input.facts.pod.priority_class
	startswith(class, "system-")
	not class in _known
	found := finding.at(rego.metadata.chain(), "spec.template.spec.priorityClassName", {"class": class})
	hit := finding.variant(found, "class")
}

# Upstream 1.37: plugin/pkg/admission/priority/admission.go, admitPod.
report contains hit if {
	priority := input.manifest.spec.template.spec.priority
	not priority in {null, 0}
	input.facts.pod.priority_class == ""
	found := finding.at(rego.metadata.chain(), "spec.template.spec.priority", {"priority": priority})
	hit := finding.variant(found, "priority")
}

_regular(port) if startswith(port.path, "spec.template.spec.containers[")

_known := {"system-node-critical", "system-cluster-critical"}

# METADATA
# title: process or IPC namespace of the node
# description: >-
#   With hostPID the container sees every process of the node, their arguments and environment,
#   and can signal them; with hostIPC it shares their memory segments. Few agents need either.
# related_resources:
#   - https://kubernetes.io/docs/concepts/security/pod-security-standards/
# custom:
#   id: RS702
#   severity: warning
#   message: hostPID lets the pod see and signal every process of the node
#   variants:
#     ipc:
#       message: hostIPC lets the pod share the memory segments and queues of all processes of the node
#       zh:
#         message: hostIPC 让 Pod 共享节点上所有进程的内存段和队列
#   fix: drop the field
#   zh:
#     title: 使用节点的进程或 IPC 命名空间
#     description: 有了 hostPID，容器能看到节点上的所有进程及其参数和环境变量，还能向它们发信号；有了 hostIPC，则共享它们的内存段。很少有代理程序需要。
#     message: hostPID 让 Pod 看到节点上的所有进程
#     fix: 去掉该字段
package rollscope.rules.security["host-pid-ipc"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.pod.host_pid
	hit := finding.at(rego.metadata.chain(), "spec.template.spec.hostPID", {})
}

report contains hit if {
	input.facts.pod.host_ipc
	hit := finding.variant(finding.at(rego.metadata.chain(), "spec.template.spec.hostIPC", {}), "ipc")
}

# METADATA
# title: critical priority outside kube-system
# description: >-
#   Kubernetes lets any namespace use the system classes, but some platforms limit them by
#   admission to namespaces with a ResourceQuota for them, as they come with kube-system. There no
#   pod is created at all, and only the events of the DaemonSet say why.
# related_resources:
#   - https://github.com/cilium/cilium/issues/13852
#   - https://github.com/odigos-io/odigos/issues/1321
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/
# custom:
#   id: RS510
#   severity: info
#   message: >-
#     {class} outside kube-system needs a ResourceQuota for it on some platforms, without which no
#     pod is created
#   fix: add a ResourceQuota with that scope to the namespace, or use a class of your own
#   zh:
#     title: 在 kube-system 之外使用关键优先级
#     description: >-
#       Kubernetes 允许任何命名空间使用系统优先级类，但有些平台通过准入把它们限制在配有相应 ResourceQuota 的命名空间里（kube-system 自带）。在那里一个 Pod 也创建不了，只有 DaemonSet 的事件会说明原因。
#     message: 在 kube-system 之外使用 {class}，某些平台上需要相应的 ResourceQuota，否则不会创建任何 Pod
#     fix: 给命名空间加上该作用域的 ResourceQuota，或使用自有的优先级类
package rollscope.rules.placement["critical-class-elsewhere"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.pod.priority_class in {"system-node-critical", "system-cluster-critical"}
	input.facts.pod.namespace != "kube-system"
	input.facts.pod.namespace != ""
	hit := finding.at(rego.metadata.chain(), "spec.template.spec.priorityClassName", {"class": input.facts.pod.priority_class})
}

# METADATA
# title: old pod removed on mere start
# description: >-
#   Surging is for having the old pod work until the new one does. Without a readiness probe the
#   new pod counts as available when its process has started, and the old one is removed at once:
#   twice the resources, and no overlap.
# related_resources:
#   - https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
# custom:
#   id: RS306
#   severity: error
#   message: >-
#     maxSurge {surge} removes the old pod as soon as the new one has started, as no container has
#     a readinessProbe
#   fix: add a readinessProbe that fails until the agent can do its work
#   zh:
#     title: 新 Pod 一启动旧 Pod 就被删除
#     description: maxSurge 的意义在于旧 Pod 一直工作到新 Pod 能工作为止。没有就绪探针时，新 Pod 的进程一启动就算可用，旧 Pod 立即被删除：资源用了两份，却没有任何重叠。
#     message: maxSurge {surge} 会在新 Pod 刚启动时就删除旧 Pod，因为没有一个容器设置 readinessProbe
#     fix: 添加 readinessProbe，在代理程序能工作之前让它失败
package rollscope.rules.surge["surge-blind"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.strategy.max_surge.value > 0
	not input.facts.readiness_gated
	hit := finding.at(rego.metadata.chain(), "spec.updateStrategy.rollingUpdate.maxSurge", {"surge": input.facts.strategy.max_surge.written})
}

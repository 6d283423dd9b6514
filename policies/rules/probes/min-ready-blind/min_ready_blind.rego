# METADATA
# title: minReadySeconds measures uptime only
# description: >-
#   minReadySeconds counts from the moment a pod is ready, and without a readiness probe that is
#   the moment it has started. The rollout waits, and learns nothing but that the process has not
#   ended.
# related_resources:
#   - https://github.com/sysdiglabs/charts/issues/1706
#   - https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/
# custom:
#   id: RS202
#   severity: warning
#   message: minReadySeconds {seconds} has no readinessProbe to go by, so it waits for {seconds} s of uptime
#   fix: add a readinessProbe that fails until the agent can do its work
#   zh:
#     title: minReadySeconds 只量到了运行时间
#     description: minReadySeconds 从 Pod 就绪时算起，而没有就绪探针时，启动即就绪。滚动更新等待一段时间，却只知道进程没有退出。
#     message: minReadySeconds 为 {seconds}，但没有 readinessProbe 可依据，只是等待 {seconds} 秒的运行时间
#     fix: 添加 readinessProbe，在代理程序能工作之前让它失败
package rollscope.rules.probes["min-ready-blind"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.strategy.type == "RollingUpdate"
	not input.facts.readiness_gated
	input.facts.strategy.max_surge.value == 0
	input.facts.pod.min_ready_seconds > 0
	hit := finding.at(rego.metadata.chain(), "spec.minReadySeconds", {"seconds": input.facts.pod.min_ready_seconds})
}

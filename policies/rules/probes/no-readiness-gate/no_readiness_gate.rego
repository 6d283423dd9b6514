# METADATA
# title: nothing gates the rollout
# description: >-
#   Without a readiness probe a pod counts as ready the moment its containers have started. A
#   rollout then goes on at that pace, whether the new version works or not: maxUnavailable holds
#   nothing back.
# related_resources:
#   - https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/
#   - https://github.com/kubernetes/kubernetes/issues/123232
# custom:
#   id: RS201
#   severity: warning
#   note: >-
#     It hits almost 80 % of the corpus, with RS202 and RS306, and stays a warning: it is the one
#     mistake that makes every other setting of a rollout worthless, and one probe mends it.
#   message: no container has a readinessProbe, so the rollout takes a started pod for a working one
#   fix: add a readinessProbe that fails until the agent can do its work
#   zh:
#     title: 没有什么能拦住滚动更新
#     description: 没有就绪探针时，容器一启动 Pod 就算就绪。滚动更新会按这个节奏推进，不管新版本能不能工作：maxUnavailable 拦不住任何东西。
#     message: 没有一个容器设置 readinessProbe，滚动更新会把刚启动的 Pod 当成正常工作的 Pod
#     fix: 添加 readinessProbe，在代理程序能工作之前让它失败
#     note: 它（连同 RS202 和 RS306）命中语料库的近 80%，但仍是警告：这一个错误会让滚动更新的其他设置全部失去意义，而加一个探针就能纠正。
package rollscope.rules.probes["no-readiness-gate"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.strategy.type == "RollingUpdate"
	not input.facts.readiness_gated
	input.facts.strategy.max_surge.value == 0
	input.facts.pod.min_ready_seconds == 0
	hit := finding.at(rego.metadata.chain(), "spec.template.spec.containers", {})
}

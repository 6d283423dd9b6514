# METADATA
# title: restart soon after the start
# description: >-
#   On a slow or busy node the agent needs longer to start than the probe has patience, and is
#   restarted before it ever runs. With a DaemonSet that happens on every node at once, just when
#   the nodes are busiest. A startupProbe keeps the livenessProbe quiet until the agent is up.
# related_resources:
#   - https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/
# custom:
#   id: RS204
#   severity: warning
#   message: >-
#     livenessProbe of container {container} can restart it {seconds} s after its start; {budget}
#     s are the least
#   fix: add a startupProbe, or raise failureThreshold of the livenessProbe
#   zh:
#     title: 启动后很快就会被重启
#     description: >-
#       节点慢或忙的时候，代理程序启动所需的时间超过探针的耐心，还没运行就被重启。DaemonSet 会在所有节点上同时发生，而且正是节点最忙的时候。startupProbe 让 livenessProbe 在启动完成前保持安静。
#     message: 容器 {container} 的 livenessProbe 在启动后 {seconds} 秒就可能重启它，至少应有 {budget} 秒
#     fix: 添加 startupProbe，或提高 livenessProbe 的 failureThreshold
package rollscope.rules.probes["liveness-trigger-happy"]

import data.rollscope.lib.finding

report contains hit if {
	some container in input.facts.containers
	liveness := container.probes.liveness
	liveness.handler != ""
	not container.probes.startup
	seconds := liveness.initial_delay + (liveness.period * liveness.failure_threshold)
	seconds < input.config.minLivenessBudget
	hit := finding.at(rego.metadata.chain(), $"{container.path}.livenessProbe", {
		"container": container.name,
		"seconds": seconds,
		"budget": input.config.minLivenessBudget,
	})
}

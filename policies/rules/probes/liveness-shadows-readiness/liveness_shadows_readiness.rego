# METADATA
# title: liveness restarts before readiness can steer
# description: >-
#   Both probes ask the same question, and the one that restarts the container gives up first, or
#   at the same time. An agent that is busy for a moment is then restarted where it should only
#   have been left alone. Equal probes are harmless if liveness has the longer breath.
# related_resources:
#   - https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/
# custom:
#   id: RS203
#   severity: warning
#   message: >-
#     livenessProbe of container {container} asks the same as its readinessProbe and restarts
#     after {liveness} s, no later than the {readiness} s after which it would only be unready
#   fix: >-
#     raise failureThreshold of the livenessProbe, so that it gives up clearly later than the
#     readinessProbe
#   zh:
#     title: 存活探针在就绪探针起作用之前就重启容器
#     description: 两个探针问的是同一个问题，而会重启容器的那个先放弃，或同时放弃。只是忙了一会儿的代理程序本该被放着不管，却被重启了。存活探针更有耐心时，相同的探针没有害处。
#     message: >-
#       容器 {container} 的 livenessProbe 与 readinessProbe 检查同一目标，{liveness} 秒后就重启，不晚于 {readiness} 秒后才变为未就绪
#     fix: 提高 livenessProbe 的 failureThreshold，让它明显晚于 readinessProbe 放弃
package rollscope.rules.probes["liveness-shadows-readiness"]

import data.rollscope.lib.finding

report contains hit if {
	some container in input.facts.containers
	liveness := container.probes.liveness
	readiness := container.probes.readiness
	liveness.handler != ""
	liveness.target == readiness.target
	_seconds(liveness) <= _seconds(readiness)
	hit := finding.at(rego.metadata.chain(), $"{container.path}.livenessProbe", {
		"container": container.name,
		"liveness": _seconds(liveness),
		"readiness": _seconds(readiness),
	})
}

_seconds(probe) := probe.period * probe.failure_threshold

# METADATA
# title: no time to flush
# description: >-
#   With a grace period of 0 the containers are killed without being asked to stop. What the agent
#   has in its buffers is lost with every update, and what it holds on the node is left behind.
#   Agents that are meant to be gone at once say so where they ignore this rule.
# related_resources:
#   - https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
# custom:
#   id: RS406
#   severity: info
#   note: >-
#     Info, as it is the one rule about rollouts without a counter-example: what a killed process has
#     not written is nothing that a rollout shows, and some agents set 0 on purpose.
#   message: terminationGracePeriodSeconds 0 kills the containers without asking them to stop
#   fix: set terminationGracePeriodSeconds to what a clean stop takes; 30 is the default
#   zh:
#     title: 没有时间收尾
#     description: 宽限期为 0 时，容器不经通知就被杀死。每次更新都会丢失代理程序缓冲区里的内容，它在节点上占用的东西也不会清理。确实要立即消失的代理程序，在忽略本规则处说明即可。
#     note: 这条只是提示：它是滚动更新规则中唯一没有反例的一条，被杀死的进程还有什么没写完，滚动更新本身看不出来；也有代理程序有意设为 0。
#     message: terminationGracePeriodSeconds 为 0，容器不经通知就被杀死
#     fix: 把 terminationGracePeriodSeconds 设为正常停止所需的时间，默认是 30
package rollscope.rules.rollout["zero-grace"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.pod.grace_seconds == 0
	hit := finding.at(rego.metadata.chain(), "spec.template.spec.terminationGracePeriodSeconds", {})
}

# METADATA
# title: one good probe is enough
# description: >-
#   With minReadySeconds 0 a pod counts as available with its first good probe. A version that
#   passes once and then crashes is rolled out to every node before the first of them is noticed.
# related_resources:
#   - https://github.com/kubernetes/kubernetes/issues/123232
#   - https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
# custom:
#   id: RS404
#   severity: info
#   message: minReadySeconds is 0, so the first good probe lets the rollout go on to the next node
#   fix: set minReadySeconds to 10 or more
#   zh:
#     title: 一次探测成功就够了
#     description: minReadySeconds 为 0 时，Pod 第一次探测成功就算可用。先成功一次随后崩溃的版本，会在第一个节点被发现之前铺满所有节点。
#     message: minReadySeconds 为 0，第一次探测成功后滚动更新就转向下一个节点
#     fix: 把 minReadySeconds 设为 10 或更大
package rollscope.rules.rollout["no-min-ready"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.strategy.type == "RollingUpdate"
	input.facts.readiness_gated
	input.facts.pod.min_ready_seconds == 0
	hit := finding.at(rego.metadata.chain(), "spec.minReadySeconds", {})
}

# METADATA
# title: API will refuse this surge
# description: >-
#   maxSurge and maxUnavailable are two ways to update, and exactly one of them may be more than
#   0. maxUnavailable is 1 where it is not written, so maxSurge alone is refused.
# related_resources:
#   - https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
# custom:
#   id: RS301
#   severity: error
#   message: >-
#     {refusal}
#   fix: >-
#     add maxUnavailable: 0
#   zh:
#     title: API 会拒绝这种 maxSurge
#     description: maxSurge 和 maxUnavailable 是两种更新方式，有且只有一个可以大于 0。maxUnavailable 不写时为 1，所以只写 maxSurge 会被拒绝。
#     message: API 服务器会拒绝：{refusal}
#     fix: >-
#       加上 maxUnavailable: 0
package rollscope.rules.surge["surge-needs-zero-unavailable"]

import data.rollscope.lib.finding
import data.rollscope.lib.refusals

report contains hit if {
	input.facts.errors != []
	some refusal in refusals.both_budgets
	hit := finding.at(rego.metadata.chain(), refusal.path, {"refusal": refusal.message})
}

# METADATA
# title: both budgets are zero
# description: >-
#   With maxUnavailable 0 and maxSurge 0 no pod may go and none may come: no update could ever
#   move. The API server refuses it. maxSurge is 0 where it is not written.
# related_resources:
#   - https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
# custom:
#   id: RS402
#   severity: error
#   message: >-
#     {refusal}
#   fix: set one of the two to 1; surging also needs a template without host ports
#   zh:
#     title: 两个预算都是零
#     description: maxUnavailable 为 0 且 maxSurge 为 0 时，Pod 既不能减少也不能增加，任何更新都无法推进。API 服务器会拒绝。maxSurge 不写时为 0。
#     message: API 服务器会拒绝：{refusal}
#     fix: 把其中一个设为 1；使用 maxSurge 时模板里还不能有主机端口
package rollscope.rules.rollout["rollout-cannot-move"]

import data.rollscope.lib.finding
import data.rollscope.lib.refusals

report contains hit if {
	input.facts.errors != []
	some refusal in refusals.no_budget
	hit := finding.at(rego.metadata.chain(), refusal.path, {"refusal": refusal.message})
}

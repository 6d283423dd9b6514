# METADATA
# title: no history to roll back to
# description: >-
#   Old revisions are removed as soon as no pod has them any more. With revisionHistoryLimit 0
#   there is none left after a rollout, and kubectl rollout undo has nothing to go to when it is
#   needed.
# related_resources:
#   - https://kubernetes.io/docs/tasks/manage-daemon/rollback-daemon-set/
# custom:
#   id: RS405
#   severity: warning
#   message: revisionHistoryLimit 0 keeps no revision to roll back to
#   fix: set revisionHistoryLimit to 2 or more; 10 is the default
#   zh:
#     title: 没有可回滚的历史
#     description: 旧修订在不再有 Pod 使用时就会被删除。revisionHistoryLimit 为 0 时，更新完成后什么也不剩，需要 kubectl rollout undo 时无处可回。
#     message: revisionHistoryLimit 为 0，不保留任何可回滚的修订
#     fix: 把 revisionHistoryLimit 设为 2 或更大，默认是 10
package rollscope.rules.rollout["no-rollback"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.pod.history_limit == 0
	hit := finding.at(rego.metadata.chain(), "spec.revisionHistoryLimit", {})
}

# METADATA
# title: updates wait for a human
# description: >-
#   With OnDelete a change of the template reaches a node when somebody deletes its pod. That can
#   be right, for a CNI plugin for example, but it has to be a choice: nothing tells that the
#   nodes run different versions.
# related_resources:
#   - https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
# custom:
#   id: RS403
#   severity: info
#   message: with OnDelete an update reaches a node only when its pod is deleted
#   fix: use RollingUpdate, or say why not where you ignore this rule
#   zh:
#     title: 更新要等人来做
#     description: 使用 OnDelete 时，模板的改动要等有人删除节点上的 Pod 才会生效。对 CNI 插件之类可能是对的，但必须是有意的选择：没有任何东西会提示各节点运行的版本不同。
#     message: 使用 OnDelete 时，只有删除节点上的 Pod，更新才会到达该节点
#     fix: 使用 RollingUpdate，或在忽略本规则处说明原因
package rollscope.rules.rollout["on-delete"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.strategy.type == "OnDelete"
	hit := finding.at(rego.metadata.chain(), "spec.updateStrategy.type", {})
}

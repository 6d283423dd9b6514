# METADATA
# title: version in the selector
# description: >-
#   The selector of a DaemonSet cannot be changed. A label that changes with every release, such
#   as the chart's version, makes the next release fail with field is immutable, until somebody
#   deletes the DaemonSet and with it every pod.
# related_resources:
#   - https://github.com/kubereboot/kured/issues/610
#   - https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#pod-selector
# custom:
#   id: RS809
#   severity: info
#   message: selector asks for {key}, which changes with releases, while a selector can never change
#   fix: keep only labels in the selector that stay the same for the life of the DaemonSet
#   zh:
#     title: 选择器中含有版本
#     description: >-
#       DaemonSet 的选择器不能修改。随版本变化的标签（例如 chart 版本）会让下一次发布因 field is immutable 失败，除非有人删除 DaemonSet 以及它的所有 Pod。
#     message: 选择器用了随发布变化的 {key}，而选择器永远不能修改
#     fix: 选择器里只保留在 DaemonSet 整个生命周期内不变的标签
package rollscope.rules.hygiene["version-in-selector"]

import data.rollscope.lib.finding

report contains hit if {
	some key, _ in input.manifest.spec.selector.matchLabels
	key in {"version", "chart", "helm.sh/chart", "app.kubernetes.io/version"}
	hit := finding.at(rego.metadata.chain(), $"spec.selector.matchLabels[{key}]", {"key": key})
}

# METADATA
# title: selector absent or not matching
# description: >-
#   The selector says which pods are the DaemonSet's. The API server refuses a manifest without
#   one, with one that selects everything, and with one that the labels of its own template do not
#   satisfy.
# related_resources:
#   - https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#pod-selector
# custom:
#   id: RS802
#   severity: error
#   message: >-
#     {refusal}
#   fix: copy the labels that identify the agent from the template into selector.matchLabels
#   zh:
#     title: 选择器缺失或不匹配
#     description: 选择器说明哪些 Pod 属于这个 DaemonSet。没有选择器、选择器匹配一切，或自己模板的标签不满足选择器，API 服务器都会拒绝。
#     message: API 服务器会拒绝：{refusal}
#     fix: 把标识代理程序的标签从模板复制到 selector.matchLabels
package rollscope.rules.hygiene["selector-mismatch"]

import data.rollscope.lib.finding
import data.rollscope.lib.refusals

report contains _hit(refusal) if {
	input.facts.errors != []
	some refusal in refusals.selector
}

report contains _hit(refusal) if {
	input.facts.errors != []
	some refusal in refusals.labels
}

_hit(refusal) := finding.at(rego.metadata.chain(), refusal.path, {"refusal": refusal.message})

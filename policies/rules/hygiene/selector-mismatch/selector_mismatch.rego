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
#   variants:
#     piece:
#       fix: >-
#         if this is a patch, lint what kustomize build makes with it; else give the template labels
#         that identify the agent, and selector.matchLabels the same
#       zh:
#         fix: >-
#           如果这是补丁，请检查 kustomize build 用它生成的结果；否则给模板加上标识代理程序的标签，并在 selector.matchLabels 中写上同样的标签
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
	not _piece
}

report contains finding.variant(_hit(refusal), "piece") if {
	input.facts.errors != []
	some refusal in refusals.labels
	_piece
}

# Neither a selector nor labels for one: a piece of a DaemonSet, most likely.
_piece if {
	object.get(input.manifest, ["spec", "selector"], null) == null
	object.get(input.manifest, ["spec", "template", "metadata", "labels"], null) == null
}

_hit(refusal) := finding.at(rego.metadata.chain(), refusal.path, {"refusal": refusal.message})

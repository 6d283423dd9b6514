# METADATA
# title: API will refuse this
# description: >-
#   The API server validates an object before it stores it. This is what it says about the
#   manifest, in its own words, as far as no other rule speaks of it.
# related_resources:
#   - https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation
# custom:
#   id: RS807
#   severity: error
#   sees: decoder
#   message: >-
#     {refusal}
#   variants:
#     kind:
#       fix: "write kind: DaemonSet"
#       zh:
#         fix: "写成 kind: DaemonSet"
#   fix: correct the field
#   zh:
#     title: API 会拒绝
#     description: API 服务器在存储对象之前会校验。这里是它对该清单的原话，其他规则已报告的除外。
#     message: API 服务器会拒绝：{refusal}
#     fix: 改正该字段
package rollscope.rules.hygiene["api-refused"]

import data.rollscope.lib.finding
import data.rollscope.lib.refusals

report contains hit if {
	input.facts.errors != []
	some refusal in refusals.others
	hit := finding.at(rego.metadata.chain(), refusal.path, {"refusal": refusal.message})
}

# What the facts are about is a DaemonSet, however its kind is written.
report contains hit if {
	input.manifest.kind != "DaemonSet"
	message := $"no matches for kind \"{input.manifest.kind}\" in version \"{input.manifest.apiVersion}\""
	hit := finding.variant(finding.at(rego.metadata.chain(), "kind", {"refusal": message}), "kind")
}

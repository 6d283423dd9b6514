# METADATA
# title: document is not what it seems
# description: >-
#   A key that is written twice, a field that nobody knows, a mount of a volume that is not there,
#   two containers with one name: the manifest says something else than its author thinks. Some
#   tools skip such a file and report success.
# related_resources:
#   - https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/daemon-set-v1/
# custom:
#   id: RS805
#   severity: error
#   sees: decoder
#   message: >-
#     {mistake}
#   variants:
#     hint:
#       message: >-
#         {mistake} ({hint})
#       zh:
#         message: >-
#           {mistake}（{hint}）
#   fix: correct the field
#   zh:
#     title: 文档并非看上去的样子
#     description: 写了两次的键、不存在的字段、挂载不存在的卷、两个同名容器：清单的含义与作者的想法不同。有些工具会跳过这样的文件并报告成功。
#     message: >-
#       {mistake}
#     fix: 改正该字段
package rollscope.rules.hygiene["broken-document"]

import data.rollscope.lib.finding
import data.rollscope.lib.refusals
import data.rollscope.rules.rollout["misplaced-update-key"] as misplaced

report contains hit if {
	some mistake in _of_the_file
	mistake.hint == ""
	hit := _at(mistake)
}

report contains hit if {
	some mistake in _of_the_file
	mistake.hint != ""
	hit := finding.variant(object.union(_at(mistake), {"params": {"hint": mistake.hint}}), "hint")
}

report contains hit if {
	input.facts.errors != []
	some refusal in refusals.references
	hit := finding.at(rego.metadata.chain(), refusal.path, {"mistake": refusal.message})
}

_of_the_file contains mistake if {
	some mistake in input.facts.errors
	mistake.source == "decode"
	mistake.code != "unknown-kind"
	not _claimed(mistake.path)
}

_claimed(path) if {
	some hit in misplaced.report
	hit.path == path
}

_at(mistake) := object.union(
	finding.at(rego.metadata.chain(), mistake.path, {"mistake": mistake.message}),
	{"at": {"line": mistake.line, "column": mistake.column}},
)

# METADATA
# title: nothing was checked
# description: >-
#   A pipeline that points at the wrong directory is green for weeks. When there is no DaemonSet
#   in all that was given, Lists opened, this is a finding and has an exit code of its own.
# related_resources:
#   - https://github.com/stackrox/kube-linter/issues/209
# custom:
#   id: RS806
#   severity: warning
#   sees: input
#   message: >-
#     there is no DaemonSet in what was read (files: {files}, objects: {documents})
#   fix: check the path, and that templates are rendered first
#   zh:
#     title: 什么也没检查
#     description: 指错目录的流水线可以绿上几个星期。展开 List 之后所有输入里都没有 DaemonSet 时，这是一个发现，并有单独的退出码。
#     message: >-
#       读到的内容里没有 DaemonSet（文件 {files} 个，对象 {documents} 个）
#     fix: 检查路径，并确认模板已先渲染
package rollscope.rules.hygiene["nothing-checked"]

import data.rollscope.lib.finding

summary contains hit if {
	input.run.daemonsets == 0
	hit := finding.at(rego.metadata.chain(), "", {"files": input.run.files, "documents": input.run.documents})
}

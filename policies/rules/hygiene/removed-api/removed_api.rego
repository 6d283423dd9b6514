# METADATA
# title: API version removed
# description: >-
#   DaemonSets are served as apps/v1 only since Kubernetes 1.16; anything else is refused. The old
#   versions also had other defaults: extensions/v1beta1 was OnDelete, and took the selector from
#   the labels.
# related_resources:
#   - https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-16
# custom:
#   id: RS801
#   severity: error
#   message: >-
#     {version} is gone since Kubernetes 1.16
#   variants:
#     other:
#       message: >-
#         there is no DaemonSet in {version}
#       fix: write apps/v1
#       zh:
#         message: >-
#           {version} 里没有 DaemonSet
#         fix: 写成 apps/v1
#   fix: write apps/v1, and a selector that matches the labels of the template
#   zh:
#     title: API 版本已移除
#     description: >-
#       从 Kubernetes 1.16 起，DaemonSet 只以 apps/v1 提供，其他版本会被拒绝。旧版本的默认值也不同：extensions/v1beta1 默认是 OnDelete，并从标签推出选择器。
#     message: >-
#       {version} 从 Kubernetes 1.16 起已不存在
#     fix: 写成 apps/v1，并写上与模板标签匹配的选择器
package rollscope.rules.hygiene["removed-api"]

import data.rollscope.lib.finding

report contains _found if _version in _removed

report contains hit if {
	not _version in _removed
	hit := finding.variant(_found, "other")
}

_version := input.manifest.apiVersion if {
	lower(input.manifest.kind) == "daemonset"
	input.manifest.apiVersion != "apps/v1"
}

_removed := {"extensions/v1beta1", "apps/v1beta1", "apps/v1beta2"}

_found := finding.at(rego.metadata.chain(), "apiVersion", {"version": _version})

# METADATA
# title: no type check on hostPath
# description: >-
#   Without a type the runtime creates an empty directory where nothing is. A misspelt path or a
#   node of another kind then shows as an agent that finds nothing, instead of a pod that says
#   which path is missing.
# related_resources:
#   - https://kubernetes.io/docs/concepts/storage/volumes/#hostpath-volume-types
# custom:
#   id: RS107
#   severity: info
#   message: volume {volume} does not say what has to be at its path
#   fix: >-
#     add type: Directory, File or Socket
#   zh:
#     title: hostPath 没有类型检查
#     description: 不设置 type 时，路径不存在就会被建成空目录。路径写错或节点不同，表现为代理程序什么也找不到，而不是 Pod 报告缺少哪个路径。
#     message: 卷 {volume} 没有说明其路径上应有什么
#     fix: >-
#       加上 type: Directory、File 或 Socket
package rollscope.rules.hostpath["hostpath-type-unset"]

import data.rollscope.lib.finding

report contains hit if {
	some mount in input.facts.host_mounts
	mount.type == ""
	hit := finding.at(rego.metadata.chain(), $"{mount.volume_path}.hostPath", {"volume": mount.volume})
}

# METADATA
# title: volume in memory without a bound
# description: >-
#   Files of an emptyDir with medium Memory are memory. They count against the container's limit,
#   and if it has none, nothing keeps them from filling the node.
# related_resources:
#   - https://kubernetes.io/docs/concepts/storage/volumes/#emptydir
# custom:
#   id: RS604
#   severity: warning
#   message: volume {volume} is kept in memory and has no sizeLimit
#   fix: add sizeLimit, such as 64Mi
#   zh:
#     title: 内存卷没有上限
#     description: medium 为 Memory 的 emptyDir 中的文件就是内存，计入容器的内存上限；容器没有上限时，没有什么能阻止它填满节点。
#     message: 卷 {volume} 放在内存中，却没有 sizeLimit
#     fix: 加上 sizeLimit，例如 64Mi
package rollscope.rules.resources["memory-volume-unbounded"]

import data.rollscope.lib.finding
import data.rollscope.lib.pod

report contains hit if {
	some index, volume in input.manifest.spec.template.spec.volumes
	volume.emptyDir.medium == "Memory"
	pod.lacks(volume.emptyDir, "sizeLimit")
	hit := finding.at(rego.metadata.chain(), $"spec.template.spec.volumes[{index}].emptyDir", {"volume": volume.name})
}

# METADATA
# title: memory in the wrong unit
# description: >-
#   For memory the suffix m means thousandths of a byte, and no suffix means bytes. Both are accepted.
#   A container with such a limit is killed before it runs; a request of some bytes counts for
#   nothing when nodes are filled, and marks the pod for eviction under memory pressure.
# related_resources:
#   - https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory
# custom:
#   id: RS607
#   severity: error
#   severities: [warning]
#   message: >-
#     the memory limit of container {container} is {written}, less than 1Mi: it is killed before it
#     runs
#   variants:
#     request:
#       message: >-
#         the memory request of container {container} is {written}, less than 1Mi, which counts for
#         nothing
#       zh:
#         message: 容器 {container} 的内存 request 是 {written}，不到 1Mi，等于没写
#   fix: >-
#     write the unit that is meant, such as 512Mi for half a gibibyte
#   zh:
#     title: 内存单位写错
#     description: 对内存来说，后缀 m 表示千分之一字节，不写后缀表示字节，两者都会被接受。上限这么小的容器还没运行就被杀掉；只有几个字节的 request 在分配节点时等于没写，内存紧张时 Pod 会先被驱逐。
#     message: 容器 {container} 的内存上限是 {written}，不到 1Mi，容器还没运行就会被杀掉
#     fix: 写上真正的单位，例如半个 GiB 写成 512Mi
package rollscope.rules.resources["tiny-memory"]

import data.rollscope.lib.finding
import data.rollscope.lib.pod

report contains _found(container, "limits") if {
	some container in input.facts.containers
	_tiny(container.limits)
}

report contains hit if {
	some container in input.facts.containers
	_tiny(container.requests)
	not _tiny(container.limits)
	hit := finding.rated(finding.variant(_found(container, "requests"), "request"), "warning")
}

_tiny(amounts) if {
	amounts.memory > 0
	amounts.memory < 1048576
}

_found(container, list) := finding.at(
	rego.metadata.chain(),
	$"{container.path}.resources.{list}.memory",
	{"container": container.name, "written": $"{pod.written(container).resources[list].memory}"},
)

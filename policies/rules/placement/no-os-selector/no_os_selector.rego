# METADATA
# title: lands on the wrong OS
# description: >-
#   A Linux image cannot run on a Windows node: the pod is created there, never starts, and counts
#   as unavailable. With nodes given that run Windows, this is a warning.
# related_resources:
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/
# custom:
#   id: RS505
#   severity: info
#   severities: [warning]
#   note: >-
#     It hits about two thirds of the corpus, as an info: few clusters have Windows nodes, and one
#     line keeps the agent off them.
#   message: nothing keeps the pod off nodes with another operating system
#   variants:
#     windows:
#       message: >-
#         {windows} of the nodes that were given run Windows, and nothing keeps the pod off them
#       zh:
#         message: 给出的节点中有 {windows} 个运行 Windows，而没有任何东西让 Pod 避开它们
#   fix: >-
#     add kubernetes.io/os: linux to nodeSelector
#   zh:
#     title: 会落到错误的操作系统上
#     description: Linux 镜像不能在 Windows 节点上运行：Pod 会在那里创建，永远启动不了，并算作不可用。给出的节点里有 Windows 时，这是警告。
#     message: 没有任何东西让 Pod 避开其他操作系统的节点
#     fix: >-
#       在 nodeSelector 中加上 kubernetes.io/os: linux
#     note: 它命中语料库的约三分之二，但只是提示：很少有集群带 Windows 节点，而加一行就能避开。
package rollscope.rules.placement["no-os-selector"]

import data.rollscope.lib.finding

report contains _found if {
	not _selected
	not _windows
}

report contains hit if {
	not _selected
	found := object.union(_found, {"params": {"windows": _windows}})
	hit := finding.rated(finding.variant(found, "windows"), "warning")
}

_windows := input.cluster.windows if input.cluster.windows > 0

_selected if {
	some asked in input.facts.placement.keys
	asked.required
	asked.key in {"kubernetes.io/os", "beta.kubernetes.io/os", "node.kubernetes.io/windows-build"}
}

_found := finding.at(rego.metadata.chain(), "spec.template.spec.nodeSelector", {})

# METADATA
# title: OrCreate on a path someone else owns
# description: >-
#   These paths belong to the kernel, the kubelet or the distribution. Where they are missing, an
#   empty directory in their place hides that; the agent starts on nothing and stays ready. Below
#   /proc and /sys nothing can be created at all. For a directory of the agent's own,
#   DirectoryOrCreate is right.
# related_resources:
#   - https://github.com/k8snetworkplumbingwg/sriov-network-metrics-exporter/pull/43
# custom:
#   id: RS108
#   severity: warning
#   message: >-
#     volume {volume} creates {host_path} where it is missing, which hides that the node does not
#     have it
#   variants:
#     kernel:
#       message: >-
#         volume {volume} would create {host_path} where it is missing, and nothing can be created
#         there: the pod stays in ContainerCreating
#       zh:
#         message: 卷 {volume} 在 {host_path} 缺失时会去创建它，而那里什么都创建不了，Pod 会停在 ContainerCreating
#   fix: >-
#     use type: Directory (or File), so that the pod says what is missing
#   zh:
#     title: 在属于别人的路径上使用 OrCreate
#     description: >-
#       这些路径属于内核、kubelet 或发行版。缺失时用空目录顶替会掩盖问题：代理程序在空目录上启动并保持就绪。/proc 和 /sys 下根本无法创建。代理程序自己的目录用 DirectoryOrCreate 才对。
#     message: 卷 {volume} 在 {host_path} 缺失时创建它，掩盖了节点上没有该路径的事实
#     fix: >-
#       使用 type: Directory（或 File），让 Pod 报告缺少什么
package rollscope.rules.hostpath["create-hides-absence"]

import data.rollscope.lib.finding

report contains _found(mount) if {
	some mount in _created
	not _kernel(mount)
}

report contains finding.variant(_found(mount), "kernel") if {
	some mount in _created
	_kernel(mount)
}

_created contains mount if {
	some mount in input.facts.host_mounts
	mount.type in {"DirectoryOrCreate", "FileOrCreate"}
	some dir in mount.parents
	dir in {
		"/var/log/pods",
		"/var/log/containers",
		"/var/lib/docker",
		"/proc",
		"/sys",
		"/lib/modules",
		"/usr",
	}
}

_kernel(mount) if {
	some dir in {"/proc", "/sys"}
	dir in mount.parents
}

_found(mount) := finding.at(rego.metadata.chain(), $"{mount.volume_path}.hostPath.type", {
	"volume": mount.volume,
	"host_path": mount.host_path,
})

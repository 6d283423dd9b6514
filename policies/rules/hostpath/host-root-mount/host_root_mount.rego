# METADATA
# title: whole host filesystem mounted
# description: >-
#   Whoever gets into the container gets the node: with the root of its filesystem come the
#   kubelet's credentials, the files of every other pod and the means to start programs on the
#   host. Agents seldom need more than one directory.
# related_resources:
#   - https://kubernetes.io/docs/concepts/storage/volumes/#hostpath
# custom:
#   id: RS101
#   severity: error
#   severities: [warning]
#   message: container {container} can write to the whole filesystem of the node, mounted at {mount_path}
#   variants:
#     read-only:
#       message: container {container} can read the whole filesystem of the node, mounted at {mount_path}
#       zh:
#         message: 容器 {container} 可以读取节点的整个文件系统，挂载点为 {mount_path}
#   fix: >-
#     mount only the directories the agent reads, such as /proc and /sys, with readOnly: true
#   zh:
#     title: 挂载了整个主机文件系统
#     description: 攻入容器就等于攻入节点：根文件系统里有 kubelet 的凭据、其他 Pod 的文件，以及在主机上启动程序的途径。代理程序很少需要超出一个目录的内容。
#     message: 容器 {container} 可以写入节点的整个文件系统，挂载点为 {mount_path}
#     fix: >-
#       只挂载代理程序要读的目录（例如 /proc 和 /sys），并设置 readOnly: true
package rollscope.rules.hostpath["host-root-mount"]

import data.rollscope.lib.finding

report contains hit if {
	some mount in _roots
	not mount.read_only
	hit := finding.at(rego.metadata.chain(), mount.path, _params(mount))
}

report contains hit if {
	some mount in _roots
	mount.read_only
	found := finding.at(rego.metadata.chain(), mount.path, _params(mount))
	hit := finding.rated(finding.variant(found, "read-only"), "warning")
}

_roots contains mount if {
	some mount in input.facts.host_mounts
	mount.host_path == "/"
}

_params(mount) := {"container": mount.container, "mount_path": mount.mount_path}

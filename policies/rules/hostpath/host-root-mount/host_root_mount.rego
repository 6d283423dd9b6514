# METADATA
# title: whole host filesystem mounted
# description: >-
#   Whoever gets into the container gets the node: with the root of its filesystem come
#   the kubelet's credentials, every other pod's files and the means to start programs on
#   the host. Agents seldom need more than one directory.
# custom:
#   id: RS101
#   severity: error
#   severities: [warning]
#   message: container {container} mounts the whole filesystem of the node at {mount_path}, {mode}
#   fix: mount only the directories the agent reads, such as /proc and /sys, with readOnly true
#   zh:
#     title: 挂载了整个主机文件系统
#     description: 攻入容器就等于攻入节点：根文件系统里有 kubelet 的凭据、其他 Pod 的文件，以及在主机上启动程序的途径。代理程序很少需要一个目录以外的内容。
#     message: 容器 {container} 把节点的整个文件系统挂载到 {mount_path}（{mode}）
#     fix: 只挂载代理程序要读的目录（例如 /proc 和 /sys），并设置 readOnly 为 true
# related_resources:
#   - https://kubernetes.io/docs/concepts/storage/volumes/#hostpath
package rollscope.rules.hostpath["host-root-mount"]

import data.rollscope.lib.finding
import data.rollscope.lib.pod

report contains hit if {
	some mount in pod.facts.host_mounts
	mount.host_path == "/"
	not mount.read_only
	hit := finding.at(rego.metadata.chain(), mount.path, {
		"container": mount.container,
		"mount_path": mount.mount_path,
		"mode": "writable",
	})
}

report contains hit if {
	some mount in pod.facts.host_mounts
	mount.host_path == "/"
	mount.read_only
	found := finding.at(rego.metadata.chain(), mount.path, {
		"container": mount.container,
		"mount_path": mount.mount_path,
		"mode": "read-only",
	})
	hit := object.union(found, {"severity": "warning"})
}

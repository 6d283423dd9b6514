# METADATA
# title: system directory writable
# description: >-
#   What runs on the node is in these directories. A container that can write to them can change
#   the node for good, and a mistake in the agent can break every node at once. Installers of CNI
#   plugins and drivers need it; list their paths under allow.hostPaths.
# related_resources:
#   - https://kubernetes.io/docs/concepts/storage/volumes/#hostpath
# custom:
#   id: RS103
#   severity: warning
#   message: container {container} can write to {host_path} of the node
#   fix: >-
#     add readOnly: true to the mount, or list the path under allow.hostPaths with the reason
#   zh:
#     title: 系统目录可写
#     description: >-
#       节点上运行的东西都在这些目录里。能写入它们的容器可以永久改变节点，代理程序的一个错误就可能同时弄坏所有节点。CNI 插件和驱动的安装程序确实需要写入，把它们的路径列在 allow.hostPaths 中。
#     message: 容器 {container} 可以写入节点的 {host_path}
#     fix: >-
#       给挂载加上 readOnly: true，或把路径及原因列在 allow.hostPaths 中
package rollscope.rules.hostpath["writable-system-dir"]

import data.rollscope.lib.finding

report contains hit if {
	some mount in input.facts.host_mounts
	not mount.read_only
	some dir in mount.parents
	dir in {"/etc", "/usr", "/lib", "/lib64", "/bin", "/sbin", "/boot", "/root", "/opt"}
	not _allowed(mount)
	hit := finding.at(rego.metadata.chain(), mount.path, {
		"container": mount.container,
		"host_path": mount.host_path,
	})
}

_allowed(mount) if {
	some dir in input.config.allow.hostPaths
	trim_right(dir, "/") in mount.parents
}

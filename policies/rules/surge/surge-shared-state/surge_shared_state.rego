# METADATA
# title: old and new pod write one directory of the node
# description: >-
#   With maxSurge both versions run on a node for a while, with the same directory under them.
#   Sockets, databases and position files have one owner: the new pod takes the socket from the
#   old one, or fails on its lock. Below the kubelet's plugin directories and the CNI directories
#   that breaks the node, so there it is an error. The lock of iptables is there to be shared.
# related_resources:
#   - https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
# custom:
#   id: RS304
#   severity: warning
#   severities: [error]
#   message: >-
#     maxSurge {surge} lets the old and the new pod write {host_path} of the node at once
#     (container {container})
#   variants:
#     owned:
#       message: >-
#         maxSurge {surge} lets the old and the new pod fight for {host_path} of the node, which
#         has room for one (container {container})
#       zh:
#         message: maxSurge {surge} 会让新旧 Pod 争用节点的 {host_path}，而那里只容得下一个（容器 {container}）
#   fix: >-
#     use maxUnavailable instead of maxSurge, or mount the directory with readOnly: true
#   zh:
#     title: 新旧 Pod 写同一个主机目录
#     description: >-
#       使用 maxSurge 时，两个版本会在节点上同时运行一段时间，用的是同一个目录。套接字、数据库和位置文件只能有一个主人：新 Pod 会抢走旧 Pod 的套接字，或因锁而失败。在 kubelet 的插件目录和 CNI 目录下，这会弄坏节点，所以算作错误。iptables 的锁文件本来就是共享用的。
#     message: maxSurge {surge} 会让新旧 Pod 同时写节点的 {host_path}（容器 {container}）
#     fix: >-
#       用 maxUnavailable 代替 maxSurge，或以 readOnly: true 挂载该目录
package rollscope.rules.surge["surge-shared-state"]

import data.rollscope.lib.finding

report contains _hit(mount) if {
	input.facts.strategy.max_surge.value > 0
	some mount in _writable
	not _owned(mount)
}

report contains finding.rated(finding.variant(_hit(mount), "owned"), "error") if {
	input.facts.strategy.max_surge.value > 0
	some mount in _writable
	_owned(mount)
}

_writable contains mount if {
	some mount in input.facts.host_mounts
	not mount.read_only
	not mount.host_path in {"/run/xtables.lock", "/var/run/xtables.lock"}
}

_owned(mount) if {
	some dir in mount.parents
	dir in {
		"/var/lib/kubelet/plugins",
		"/var/lib/kubelet/plugins_registry",
		"/var/lib/kubelet/device-plugins",
		"/etc/cni/net.d",
		"/opt/cni/bin",
	}
}

_hit(mount) := finding.at(rego.metadata.chain(), mount.path, {
	"container": mount.container,
	"host_path": mount.host_path,
	"surge": input.facts.strategy.max_surge.written,
})

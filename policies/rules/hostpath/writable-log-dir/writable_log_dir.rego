# METADATA
# title: node's log directory writable
# description: >-
#   A log reader only reads. With the directory writable, a mistake in it can remove or fill the
#   logs of every other pod, and a position file next to the logs is one that log rotation and the
#   kubelet may delete.
# related_resources:
#   - https://github.com/fluent/fluent-operator/issues/72
#   - https://github.com/fluent/fluent-bit/issues/3702
# custom:
#   id: RS109
#   severity: warning
#   message: container {container} can write to {host_path}, where the logs of all pods are
#   fix: >-
#     add readOnly: true, and keep position files in a directory of the agent's own
#   zh:
#     title: 节点的日志目录可写
#     description: 日志采集程序只需要读。目录可写时，它的一个错误就可能删除或写满其他 Pod 的日志；放在日志旁边的位置文件也可能被日志轮转或 kubelet 删除。
#     message: 容器 {container} 可以写入 {host_path}，所有 Pod 的日志都在那里
#     fix: >-
#       加上 readOnly: true，位置文件放在代理程序自己的目录中
package rollscope.rules.hostpath["writable-log-dir"]

import data.rollscope.lib.finding

report contains hit if {
	some mount in input.facts.host_mounts
	not mount.read_only
	mount.host_path in {"/var", "/var/log", "/var/log/pods", "/var/log/containers"}
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

# METADATA
# title: log links mounted without their targets
# description: >-
#   The files in /var/log/containers are symbolic links into /var/log/pods. Without their targets
#   in the same container every link leads nowhere, and the agent finds no logs.
# related_resources:
#   - https://github.com/fluent/fluentd-kubernetes-daemonset/issues/563
# custom:
#   id: RS106
#   severity: warning
#   message: >-
#     container {container} mounts {host_path}, whose files are links into /var/log/pods, which it
#     does not mount
#   fix: mount /var/log instead, or /var/log/pods besides
#   zh:
#     title: 挂载了日志链接却没有链接目标
#     description: /var/log/containers 里的文件是指向 /var/log/pods 的符号链接。同一容器里没有链接目标时，每个链接都是断的，代理程序找不到任何日志。
#     message: 容器 {container} 挂载了 {host_path}，其中的文件是指向 /var/log/pods 的链接，而它没有挂载 /var/log/pods
#     fix: 改为挂载 /var/log，或同时挂载 /var/log/pods
package rollscope.rules.hostpath["dangling-log-links"]

import data.rollscope.lib.finding

report contains hit if {
	some mount in input.facts.host_mounts
	"/var/log/containers" in mount.parents
	not mount.container_path in _with_targets
	hit := finding.at(rego.metadata.chain(), mount.path, {
		"container": mount.container,
		"host_path": mount.host_path,
	})
}

_with_targets contains mount.container_path if {
	some mount in input.facts.host_mounts
	mount.host_path in {"/", "/var", "/var/log", "/var/log/pods"}
}

# METADATA
# title: /proc, /sys or /dev writable
# description: >-
#   Files below /proc and /sys are the kernel's settings, files below /dev its devices. Agents
#   read them; those that write them are meant to, and are privileged. This rule looks at the
#   others.
# related_resources:
#   - https://kubernetes.io/docs/concepts/storage/volumes/#hostpath
# custom:
#   id: RS104
#   severity: warning
#   note: >-
#     Containers that are privileged are left out: they can write there without the mount, and
#     RS701 says so. With them it would hit 28 % of the corpus.
#   message: container {container} can write to {host_path} of the node
#   fix: >-
#     add readOnly: true to the mount
#   zh:
#     title: /proc、/sys 或 /dev 可写
#     description: /proc 和 /sys 下的文件是内核的设置，/dev 下的是设备。代理程序读取它们；需要写入的程序本来就是特权的。本规则只看其余的程序。
#     message: 容器 {container} 可以写入节点的 {host_path}
#     fix: >-
#       给挂载加上 readOnly: true
#     note: 不看特权容器：它们不靠挂载也能写，RS701 已经报告。算上它们会命中语料库的 28%。
package rollscope.rules.hostpath["writable-kernel-fs"]

import data.rollscope.lib.finding

report contains hit if {
	some mount in input.facts.host_mounts
	not mount.read_only
	not mount.privileged
	some dir in mount.parents
	dir in {"/proc", "/sys", "/dev"}
	hit := finding.at(rego.metadata.chain(), mount.path, {
		"container": mount.container,
		"host_path": mount.host_path,
	})
}

# METADATA
# title: capability close to root
# description: >-
#   With one of these capabilities a process can load kernel modules, read the memory of others or
#   reconfigure the node's network. A privileged container has them all, so the rule looks at the
#   others.
# related_resources:
#   - https://man7.org/linux/man-pages/man7/capabilities.7.html
#   - https://kubernetes.io/docs/concepts/security/pod-security-standards/
# custom:
#   id: RS704
#   severity: warning
#   message: container {container} adds {capability}, which is close to root
#   fix: add only the capabilities that the agent uses
#   zh:
#     title: 接近 root 的能力
#     description: 有了其中任何一个能力，进程就可以加载内核模块、读取其他进程的内存，或重新配置节点网络。特权容器拥有全部能力，所以本规则只看其余的容器。
#     message: 容器 {container} 添加了 {capability}，接近 root
#     fix: 只添加代理程序用到的能力
package rollscope.rules.security["broad-capability"]

import data.rollscope.lib.finding

report contains hit if {
	some container in input.facts.containers
	not container.privileged
	some index, capability in container.added_capabilities
	capability in {"ALL", "SYS_ADMIN", "SYS_MODULE", "SYS_PTRACE", "SYS_RAWIO", "NET_ADMIN", "BPF"}
	hit := finding.at(
		rego.metadata.chain(),
		$"{container.path}.securityContext.capabilities.add[{index}]",
		{"container": container.name, "capability": capability},
	)
}

# METADATA
# title: privileged container
# description: >-
#   A privileged container is root on the node. Half of all agents need it; the others got it
#   because it made an error go away. Capabilities and mounts can be named one by one.
# related_resources:
#   - https://kubernetes.io/docs/concepts/security/pod-security-standards/
# custom:
#   id: RS701
#   severity: warning
#   message: container {container} is privileged, which is root on the node
#   fix: >-
#     name the capabilities and devices that the agent needs, or say why it has to be privileged
#     where you ignore this rule
#   zh:
#     title: 特权容器
#     description: 特权容器就是节点上的 root。一半的代理程序确实需要它，其余的只是因为加上它错误就消失了。能力和挂载都可以逐个写明。
#     message: 容器 {container} 是特权容器，等于节点上的 root
#     fix: 写明代理程序需要的能力和设备；确实需要特权时，在忽略本规则处说明原因
package rollscope.rules.security["privileged-container"]

import data.rollscope.lib.finding

report contains hit if {
	some container in input.facts.containers
	container.privileged
	hit := finding.at(rego.metadata.chain(), $"{container.path}.securityContext.privileged", {"container": container.name})
}

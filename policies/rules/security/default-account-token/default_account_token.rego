# METADATA
# title: token of the default account on every node
# description: >-
#   Without a service account of its own the pod uses the namespace's default account, and its
#   token lies on every node. Rights that anybody gives to that account, the agent has everywhere.
# related_resources:
#   - https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/
# custom:
#   id: RS705
#   severity: warning
#   message: the token of the namespace's default account is mounted on every node
#   fix: >-
#     set serviceAccountName, or automountServiceAccountToken: false if the agent does not talk to
#     the API server
#   zh:
#     title: 每个节点上都有默认账户的令牌
#     description: 没有自己的服务账户时，Pod 使用命名空间的默认账户，其令牌存在于每个节点上。任何人给这个账户授的权，代理程序在所有节点上都会拥有。
#     message: 命名空间默认账户的令牌挂载到了每个节点上
#     fix: >-
#       设置 serviceAccountName；代理程序不访问 API 服务器时设置 automountServiceAccountToken: false
package rollscope.rules.security["default-account-token"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.pod.service_account == ""
	input.facts.pod.token_mounted
	hit := finding.at(rego.metadata.chain(), "spec.template.spec.serviceAccountName", {})
}

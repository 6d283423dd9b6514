# METADATA
# title: root that may not be root
# description: >-
#   The kubelet does not start a container that must not run as root and is told to run as user 0.
#   The API server accepts both, and the pod waits in CreateContainerConfigError on every node.
# related_resources:
#   - https://kubernetes.io/docs/tasks/configure-pod-container/security-context/
# custom:
#   id: RS708
#   severity: error
#   message: >-
#     container {container} runs as user 0 and must not run as root: it is never started
#   fix: >-
#     give it another runAsUser, or runAsNonRoot: false
#   zh:
#     title: 以 root 运行却禁止 root
#     description: 如果容器禁止以 root 运行，又指定用户 0，kubelet 就不会启动它。API 服务器两者都接受，Pod 在每个节点上都停在 CreateContainerConfigError。
#     message: 容器 {container} 以用户 0 运行，却又禁止以 root 运行，永远不会启动
#     fix: 换一个 runAsUser，或设置 runAsNonRoot 为 false
package rollscope.rules.security["root-refused"]

import data.rollscope.lib.finding
import data.rollscope.lib.pod

report contains hit if {
	some container in input.facts.containers
	_asked(container, "runAsNonRoot") == true
	_asked(container, "runAsUser") == 0
	hit := finding.at(rego.metadata.chain(), $"{container.path}.securityContext.runAsUser", {"container": container.name})
}

# What the container says counts, else what the pod says.
_asked(container, field) := own if {
	own := object.get(pod.written(container), ["securityContext", field], null)
	own != null
}

_asked(container, field) := object.get(input.manifest.spec.template.spec, ["securityContext", field], null) if {
	object.get(pod.written(container), ["securityContext", field], null) == null
}

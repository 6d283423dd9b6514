# METADATA
# title: log positions lost with every update
# description: >-
#   An emptyDir lives as long as its pod, and every update of a DaemonSet makes new pods. An agent
#   that keeps its place in the logs there reads all logs again after each update and sends them
#   twice. The rule goes by names: it looks at containers that read the node's logs and write
#   nowhere else.
# related_resources:
#   - https://github.com/SumoLogic/fluentd-kubernetes-sumologic/issues/70
#   - https://github.com/kube-logging/logging-operator/issues/174
# custom:
#   id: RS110
#   severity: info
#   message: >-
#     container {container} reads the logs of the node and keeps its state in {volume}, an
#     emptyDir that every update empties
#   fix: >-
#     keep the state in a hostPath of the agent's own with type: DirectoryOrCreate
#   zh:
#     title: 每次更新都会丢失日志位置
#     description: >-
#       emptyDir 与 Pod 同生共死，而 DaemonSet 的每次更新都会创建新 Pod。把读取位置放在那里的代理程序每次更新后都会重读全部日志并重复发送。本规则按名称判断：只看读取节点日志且不写其他地方的容器。
#     message: 容器 {container} 读取节点日志，状态却放在 emptyDir 卷 {volume} 中，每次更新都会清空
#     fix: 把状态放在代理程序自己的 hostPath 中，类型为 DirectoryOrCreate
package rollscope.rules.hostpath["position-in-emptydir"]

import data.rollscope.lib.finding
import data.rollscope.lib.pod

report contains hit if {
	some container in input.facts.containers
	container.path in _reading
	not container.path in _writing
	some index, mount in pod.written(container).volumeMounts
	object.get(mount, "readOnly", false) != true
	mount.name in _empty
	some word in _words
	contains(lower($"{mount.name} {mount.mountPath}"), word)
	hit := finding.at(rego.metadata.chain(), $"{container.path}.volumeMounts[{index}]", {
		"container": container.name,
		"volume": mount.name,
	})
}

_reading contains mount.container_path if {
	some mount in input.facts.host_mounts
	mount.read_only
	some dir in mount.parents
	dir in {"/var/log", "/var/lib/docker/containers"}
}

_writing contains mount.container_path if {
	some mount in input.facts.host_mounts
	not mount.read_only
}

_empty contains volume.name if {
	some volume in input.manifest.spec.template.spec.volumes
	is_object(volume.emptyDir)
	object.get(volume.emptyDir, "medium", "") != "Memory"
}

_words := {"state", "pos", "offset", "data", "buffer", "registry", "checkpoint", "cursor", "db"}

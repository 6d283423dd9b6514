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
import data.rollscope.lib.paths
import data.rollscope.lib.pod

report contains hit if {
	some container in pod.containers
	_reads_logs(container)
	not _writes_elsewhere(container)
	some index, mount in container.spec.volumeMounts
	object.get(mount, "readOnly", false) != true
	mount.name in _empty
	some word in _words
	contains(lower($"{mount.name} {mount.mountPath}"), word)
	hit := finding.at(rego.metadata.chain(), $"{container.path}.volumeMounts[{index}]", {
		"container": container.name,
		"volume": mount.name,
	})
}

_reads_logs(container) if {
	some mount in pod.facts.host_mounts
	startswith(mount.path, $"{container.path}.")
	paths.within_any(mount.host_path, {"/var/log", "/var/lib/docker/containers"})
	mount.read_only
}

_writes_elsewhere(container) if {
	some mount in pod.facts.host_mounts
	startswith(mount.path, $"{container.path}.")
	not mount.read_only
}

_empty contains volume.name if {
	some volume in pod.spec.volumes
	is_object(volume.emptyDir)
	object.get(volume.emptyDir, "medium", "") != "Memory"
}

_words := {"state", "pos", "offset", "data", "buffer", "registry", "checkpoint", "cursor", "db"}

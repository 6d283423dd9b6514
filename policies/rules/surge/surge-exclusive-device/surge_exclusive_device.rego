# METADATA
# title: second device needed during the update
# description: >-
#   Devices and huge pages are not shared: while both pods run, a node has to have twice what one
#   of them requests. On a node with just enough the new pod stays pending and the rollout never
#   ends.
# related_resources:
#   - https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/device-plugins/
#   - https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
# custom:
#   id: RS305
#   severity: error
#   message: >-
#     maxSurge {surge} needs {device} twice on every node while the old and the new pod of
#     container {container} run
#   fix: use maxUnavailable instead of maxSurge
#   zh:
#     title: 更新期间需要第二个设备
#     description: 设备和大页内存不能共享：新旧 Pod 同时运行时，节点要有单个 Pod 所请求的两倍。数量刚好的节点上，新 Pod 一直 Pending，滚动更新永远不会结束。
#     message: maxSurge {surge} 要求每个节点在新旧 Pod 同时运行期间有两份 {device}（容器 {container}）
#     fix: 用 maxUnavailable 代替 maxSurge
package rollscope.rules.surge["surge-exclusive-device"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.strategy.max_surge.value > 0
	some container in input.facts.containers
	some device in container.devices
	hit := finding.at(rego.metadata.chain(), $"{container.path}.resources", {
		"container": container.name,
		"device": device,
		"surge": input.facts.strategy.max_surge.written,
	})
}

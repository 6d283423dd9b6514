# METADATA
# title: runs on every tainted node
# description: >-
#   A toleration with Exists and neither key nor effect tolerates every taint there is and will
#   be: those for maintenance, those that mark a node as broken, and those that an autoscaler sets
#   before it removes a node. On a node that is not reachable such a pod is created, never gets
#   ready, and can hold up a rollout.
# related_resources:
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
#   - https://github.com/kubernetes/kubernetes/issues/73011
# custom:
#   id: RS503
#   severity: info
#   message: tolerates every taint, those for maintenance and for broken nodes included
#   fix: name the keys of the taints that the agent has to tolerate
#   zh:
#     title: 在所有带污点的节点上运行
#     description: >-
#       只有 Exists 而没有 key 和 effect 的容忍，会容忍现在和将来的一切污点：维护用的、标记节点损坏的，以及自动扩缩容删除节点前设置的。在失联的节点上也会创建 Pod，它永远不就绪，可能拖住滚动更新。
#     message: 容忍所有污点，包括维护用的和标记损坏节点的
#     fix: 写明代理程序必须容忍的污点的键
package rollscope.rules.placement["tolerates-everything"]

import data.rollscope.lib.finding

report contains hit if {
	some toleration in input.facts.tolerations
	toleration.key == ""
	toleration.effect == ""
	toleration.operator == "Exists"
	hit := finding.at(rego.metadata.chain(), toleration.path, {})
}

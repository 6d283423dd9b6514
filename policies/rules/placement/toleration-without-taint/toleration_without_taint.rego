# METADATA
# title: toleration matches no taint
# description: >-
#   None of the nodes that were given has a taint that this toleration is for. It may be for nodes
#   to come; more often the key is misspelt, or the taint was renamed.
# related_resources:
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
# custom:
#   id: RS508
#   severity: info
#   sees: cluster
#   message: no node has a taint that the toleration for {taint} is for
#   fix: compare the key, the value and the effect with the taints of the nodes
#   zh:
#     title: 容忍没有匹配任何污点
#     description: 给出的节点中没有一个带有该容忍所针对的污点。也许是为将来的节点准备的，但更常见的是键写错了，或污点改了名。
#     message: 没有节点带有容忍 {taint} 所针对的污点
#     fix: 把键、值和效果与节点的污点对照
package rollscope.rules.placement["toleration-without-taint"]

import data.rollscope.lib.finding

report contains hit if {
	some unused in input.cluster.unused_tolerations
	hit := finding.at(rego.metadata.chain(), unused.path, {"taint": unused.taint})
}

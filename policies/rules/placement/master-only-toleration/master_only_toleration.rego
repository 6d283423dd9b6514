# METADATA
# title: old control-plane toleration
# description: >-
#   The taint node-role.kubernetes.io/master is gone since kubeadm 1.25. A DaemonSet that
#   tolerates only that one does not reach the control-plane nodes any more, and the API server
#   does not warn about it. Beside the new key the old one does nothing.
# related_resources:
#   - https://github.com/kubernetes/kubernetes/issues/114759
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
# custom:
#   id: RS501
#   severity: warning
#   severities: [info]
#   message: >-
#     tolerates node-role.kubernetes.io/master, a taint that is gone, and not
#     node-role.kubernetes.io/control-plane
#   variants:
#     both:
#       message: >-
#         the toleration for node-role.kubernetes.io/master does nothing: the taint is gone since
#         kubeadm 1.25
#       fix: remove it once no node is older than that
#       zh:
#         message: 对 node-role.kubernetes.io/master 的容忍不起作用：该污点从 kubeadm 1.25 起已不存在
#         fix: 没有更旧的节点后删除它
#   fix: add a toleration for node-role.kubernetes.io/control-plane
#   zh:
#     title: 过时的控制面容忍
#     description: >-
#       污点 node-role.kubernetes.io/master 从 kubeadm 1.25 起不再存在。只容忍它的 DaemonSet 到不了控制面节点，API 服务器也不会警告。与新键并存时，旧键不起任何作用。
#     message: 容忍了已不存在的污点 node-role.kubernetes.io/master，却没有容忍 node-role.kubernetes.io/control-plane
#     fix: 添加对 node-role.kubernetes.io/control-plane 的容忍
package rollscope.rules.placement["master-only-toleration"]

import data.rollscope.lib.finding

report contains _hit(toleration) if {
	some toleration in _old
	not _new
	not _all
}

report contains finding.rated(finding.variant(_hit(toleration), "both"), "info") if {
	some toleration in _old
	_new
	not _all
}

_old contains toleration if {
	some toleration in input.facts.tolerations
	toleration.key == "node-role.kubernetes.io/master"
}

_new if {
	some toleration in input.facts.tolerations
	toleration.key == "node-role.kubernetes.io/control-plane"
}

# Whoever tolerates everything has not forgotten the new key.
_all if {
	some toleration in input.facts.tolerations
	toleration.key == ""
	toleration.operator == "Exists"
	toleration.effect in {"", "NoSchedule"}
}

_hit(toleration) := finding.at(rego.metadata.chain(), toleration.path, {})

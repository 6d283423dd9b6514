# METADATA
# title: two DaemonSets want one host port
# description: >-
#   Each of the two manifests is fine by itself. On a node that should run both, the one that
#   comes second stays pending for ever. Of DaemonSets whose selectors rule each other out nothing
#   is said, nor, with nodes given, of two that share no node. Two of one name, of which one names
#   no namespace, are taken for two versions of one. In different files, and without
#   nodes, it is a warning: they need not be for one cluster.
# related_resources:
#   - https://github.com/timescale/tobs/issues/43
# custom:
#   id: RS509
#   severity: error
#   severities: [warning]
#   sees: input
#   message: >-
#     wants host port {port}, as {other} ({file}) does; on a node that should run both, one stays
#     pending
#   fix: give one of them another host port, or keep them on different nodes
#   zh:
#     title: 两个 DaemonSet 要同一个主机端口
#     description: 两个清单单独看都没问题。但在应同时运行两者的节点上，后来的那个会一直 Pending。选择器互斥的 DaemonSet 不报告；给出节点时，没有共同节点的也不报告。名字相同而其中一个没写命名空间的，当作同一个 DaemonSet 的两个版本。两者在不同文件中、又没有给出节点时只是警告：它们未必用于同一个集群。
#     message: 要使用主机端口 {port}，而 {other}（{file}）也要用；在应同时运行两者的节点上，其中一个会一直 Pending
#     fix: 给其中一个换主机端口，或让它们运行在不同的节点上
package rollscope.rules.placement["host-port-clash"]

import data.rollscope.lib.finding

report contains hit if {
	some other in input.others
	_together(other)
	some hit in _clashes(other)
}

report contains finding.rated(hit, "warning") if {
	some other in input.others
	not _together(other)
	some hit in _clashes(other)
}

# For one cluster, as far as one can know.
_together(other) if other.same_file

_together(_) if input.cluster

_clashes(other) := {hit |
	some port in input.facts.host_ports
	some held in other.host_ports
	_clash(port, held)
	not _apart(other)
	not _same(other)
	hit := finding.at(rego.metadata.chain(), port.path, {
		"port": port.port,
		"other": other.name,
		"file": other.file,
	})
}

_same(other) if {
	other.name == input.manifest.metadata.name
	"" in {other.namespace, input.facts.pod.namespace}
}

_clash(a, b) if {
	a.port == b.port
	a.protocol == b.protocol
	_overlap(a.ip, b.ip)
}

# An address of "" or 0.0.0.0 is every address.
_overlap(a, b) if a == b

_overlap(a, _) if a in {"", "0.0.0.0"}

_overlap(_, b) if b in {"", "0.0.0.0"}

_apart(other) if {
	some key, value in input.facts.placement.node_selector
	other.node_selector[key] != value
}

_apart(other) if {
	some shared in input.cluster.shared
	shared.name == other.name
	shared.namespace == other.namespace
	shared.nodes == 0
}

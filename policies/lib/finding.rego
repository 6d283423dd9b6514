# METADATA
# title: findings
# description: >-
#   A rule reports findings made here. A finding names its rule by the rule's place,
#   the field it is about, and the values that its sentences mention. Titles, sentences
#   and lines of the file are added by whoever shows it.
package rollscope.lib.finding

# METADATA
# description: >-
#   the finding of the rule whose rego.metadata.chain() is given, about the field at
#   path. What is in params can stand in the sentences of the rule, in braces.
at(chain, path, params) := object.union({"rule": _rule(chain), "path": path, "params": params}, _about(chain))

# METADATA
# description: the finding with another severity than the rule's own
rated(found, severity) := object.union(found, {"severity": severity})

# METADATA
# description: the finding with the sentences that the rule has under that name
variant(found, name) := object.union(found, {"variant": name})

_rule(chain) := $"{chain[0].path[2]}/{replace(chain[0].path[3], "_", "-")}"

# Where others than rollscope run the rules, nobody else reads the METADATA.
_about(_) := {} if not input.spoken

_about(chain) := {"about": object.union({"title": entry.annotations.title}, entry.annotations.custom)} if {
	input.spoken
	some entry in chain
	entry.annotations.scope == "package"
}

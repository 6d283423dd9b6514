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
at(chain, path, params) := {"rule": _rule(chain), "path": path, "params": params}

_rule(chain) := $"{chain[0].path[2]}/{chain[0].path[3]}"

# METADATA
# title: the report
# description: >-
#   All findings of all rules: what they report of a DaemonSet, and what they say in
#   summary of a run. Of anything else rules are not asked.
package rollscope

report contains hit if {
	input.facts
	some group, rule
	some hit in data.rollscope.rules[group][rule].report
}

report contains hit if {
	input.run
	some group, rule
	some hit in data.rollscope.rules[group][rule].summary
}

# METADATA
# title: the report
# description: all findings of all rules about the input
package rollscope

report contains hit if {
	some group, rule
	some hit in data.rollscope.rules[group][rule].report
}

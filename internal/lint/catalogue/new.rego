# METADATA
# title: image from elsewhere
# description: Say here why it matters.
# custom:
#   id: RULEID
#   severity: warning
#   message: container {container} has an image from {registry}
#   fix: say here what to do
package rollscope.rules.GROUP["SLUG"]

import data.rollscope.lib.finding

report contains hit if {
	some container in input.facts.containers
	container.image.registry != "registry.example"
	hit := finding.at(rego.metadata.chain(), $"{container.path}.image", {
		"container": container.name,
		"registry": container.image.registry,
	})
}

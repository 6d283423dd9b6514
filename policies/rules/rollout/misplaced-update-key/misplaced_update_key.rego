# METADATA
# title: rollout setting in the wrong place
# description: >-
#   These keys are those of a Deployment, or stand one level too high or too low. A server that
#   validates fields refuses them; one that does not drops them without a word, and the rollout
#   goes by the defaults.
# related_resources:
#   - https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
#   - https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/daemon-set-v1/
# custom:
#   id: RS407
#   severity: error
#   message: a DaemonSet has no {field}
#   variants:
#     moved:
#       message: a DaemonSet has no {field}; it is called {instead}
#       fix: write it as {instead}
#       zh:
#         message: DaemonSet 没有 {field}，应写作 {instead}
#         fix: 改写为 {instead}
#   fix: remove it
#   zh:
#     title: 更新设置写错了位置
#     description: 这些键属于 Deployment，或者高了一级、低了一级。校验字段的服务器会拒绝它们；不校验的会悄悄丢掉，滚动更新按默认值进行。
#     message: DaemonSet 没有 {field}
#     fix: 删除它
package rollscope.rules.rollout["misplaced-update-key"]

import data.rollscope.lib.finding

report contains hit if {
	some [at, key, instead] in _written
	instead == ""
	hit := finding.at(rego.metadata.chain(), $"{at}.{key}", {"field": $"{at}.{key}"})
}

report contains hit if {
	some [at, key, instead] in _written
	instead != ""
	found := finding.at(rego.metadata.chain(), $"{at}.{key}", {"field": $"{at}.{key}", "instead": instead})
	hit := finding.variant(found, "moved")
}

_written contains ["spec", key, instead] if {
	some key, instead in {
		"strategy": "spec.updateStrategy",
		"rollingUpdate": "spec.updateStrategy.rollingUpdate",
		"maxUnavailable": "spec.updateStrategy.rollingUpdate.maxUnavailable",
		"maxSurge": "spec.updateStrategy.rollingUpdate.maxSurge",
		"replicas": "",
		"paused": "",
		"progressDeadlineSeconds": "",
	}
	_ := input.manifest.spec[key]
}

_written contains ["spec.updateStrategy", key, instead] if {
	some key, instead in {
		"maxUnavailable": "spec.updateStrategy.rollingUpdate.maxUnavailable",
		"maxSurge": "spec.updateStrategy.rollingUpdate.maxSurge",
		"minReadySeconds": "spec.minReadySeconds",
	}
	_ := input.manifest.spec.updateStrategy[key]
}

_written contains ["spec.template.spec", key, instead] if {
	some key, instead in {
		"updateStrategy": "spec.updateStrategy",
		"minReadySeconds": "spec.minReadySeconds",
		"revisionHistoryLimit": "spec.revisionHistoryLimit",
	}
	_ := input.manifest.spec.template.spec[key]
}

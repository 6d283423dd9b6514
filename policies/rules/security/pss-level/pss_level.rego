# METADATA
# title: Pod Security level of the template
# description: >-
#   The Pod Security Standards sort pods into privileged, baseline and restricted, and a namespace
#   can enforce a level: pods above it are not created, and only the events of the DaemonSet say
#   so. With pss: baseline or pss: restricted in the configuration, a template above that level is
#   an error that lists all reasons; with pss: privileged the level is stated.
# related_resources:
#   - https://kubernetes.io/docs/concepts/security/pod-security-standards/
#   - https://kubernetes.io/docs/concepts/security/pod-security-admission/
# custom:
#   id: RS707
#   severity: error
#   severities: [info]
#   note: >-
#     Silent unless the configuration names a level: 95 % of the corpus is privileged and has to
#     be, so that a finding on each of them says nothing. With pss: privileged it states the level
#     as an info.
#   message: >-
#     above the Pod Security level {level}: {reasons}
#   variants:
#     stated:
#       message: >-
#         the Pod Security level of the template is {level}: {reasons}
#       zh:
#         message: 模板的 Pod 安全级别是 {level}：{reasons}
#   fix: change the fields that are listed, or allow the namespace a higher level
#   zh:
#     title: 模板的 Pod 安全级别
#     description: >-
#       Pod 安全标准把 Pod 分为 privileged、baseline 和 restricted，命名空间可以强制某个级别：超出的 Pod 不会被创建，只有 DaemonSet 的事件会说明。配置 pss: baseline 或 pss: restricted 时，超出该级别的模板是错误，并列出全部原因；配置 pss: privileged 时只说明级别。
#     message: 超出 Pod 安全级别 {level}：{reasons}
#     fix: 修改列出的字段，或允许命名空间使用更高的级别
#     note: >-
#       配置没有写明级别时不报告：语料库中 95% 的模板都是 privileged，也只能如此，逐个报告等于什么也没说。配置 pss: privileged 时以提示形式说明级别。
package rollscope.rules.security["pss-level"]

import data.rollscope.lib.finding
import data.rollscope.lib.pod

report contains hit if {
	input.config.pss == "baseline"
	count(_above_baseline) > 0
	hit := _hit("baseline", _above_baseline)
}

report contains hit if {
	input.config.pss == "restricted"
	count(_above_baseline | _above_restricted) > 0
	hit := _hit("restricted", _above_baseline | _above_restricted)
}

report contains finding.rated(finding.variant(hit, "stated"), "info") if {
	input.config.pss == "privileged"
	count(_above_baseline) > 0
	hit := _hit("privileged", _above_baseline)
}

_hit(level, reasons) := finding.at(rego.metadata.chain(), "spec.template.spec", {"level": level, "reasons": sort(reasons)})

_containers := [container |
	some fact in input.facts.containers
	container := {"at": $"{fact.list}[{fact.name}]", "spec": pod.written(fact)}
]

# What the pod says for all its containers, and what each of them says.
_settings contains ["securityContext", input.manifest.spec.template.spec.securityContext]

_settings contains [$"{container.at}.securityContext", container.spec.securityContext] if {
	some container in _containers
}

_confined(profile) if profile.type in {"RuntimeDefault", "Localhost"}

_other_proc_mount(container) if {
	not object.get(container.spec, ["securityContext", "procMount"], null) in {null, "Default"}
}

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

_above_baseline contains field if {
	some field in {"hostNetwork", "hostPID", "hostIPC"}
	input.manifest.spec.template.spec[field] == true
}

_above_baseline contains $"volumes[{volume.name}].hostPath" if {
	some volume in input.manifest.spec.template.spec.volumes
	is_object(volume.hostPath)
}

_above_baseline contains $"{container.at}.ports.hostPort" if {
	some container in _containers
	some port in container.spec.ports
	object.get(port, "hostPort", 0) > 0
}

_above_baseline contains $"{container.at}.{probe}.host" if {
	some container in _containers
	some probe in {"livenessProbe", "readinessProbe", "startupProbe"}
	_names_host(container.spec[probe])
}

_above_baseline contains $"{container.at}.lifecycle.{hook}.host" if {
	some container in _containers
	some hook in {"postStart", "preStop"}
	_names_host(container.spec.lifecycle[hook])
}

_names_host(handler) if {
	some kind in {"httpGet", "tcpSocket"}
	not object.get(handler[kind], "host", "") in {"", null}
}

_above_baseline contains $"{container.at}.securityContext.privileged" if {
	some container in _containers
	container.spec.securityContext.privileged == true
}

_above_baseline contains $"{container.at}.securityContext.capabilities.add" if {
	some container in _containers
	some capability in container.spec.securityContext.capabilities.add
	not capability in _default_capabilities
}

_above_baseline contains $"{container.at}.securityContext.procMount" if {
	object.get(input.manifest.spec.template.spec, "hostUsers", true) != false
	some container in _containers
	_other_proc_mount(container)
}

_above_baseline contains $"{at}.seccompProfile" if {
	some [at, context] in _settings
	profile := context.seccompProfile
	is_object(profile)
	not _confined(profile)
}

_above_baseline contains $"{at}.appArmorProfile" if {
	some [at, context] in _settings
	profile := context.appArmorProfile
	is_object(profile)
	not _confined(profile)
}

_above_baseline contains $"metadata.annotations[{key}]" if {
	some key, value in input.manifest.spec.template.metadata.annotations
	startswith(key, "container.apparmor.security.beta.kubernetes.io/")
	not value in {"", null, "runtime/default"}
	not startswith(value, "localhost/")
}

_above_baseline contains $"{at}.seLinuxOptions" if {
	some [at, context] in _settings
	_selinux(context.seLinuxOptions)
}

_selinux(options) if {
	not object.get(options, "type", "") in {
		"",
		null,
		"container_t",
		"container_init_t",
		"container_kvm_t",
		"container_engine_t",
	}
}

_selinux(options) if {
	some part in {"user", "role"}
	not object.get(options, part, "") in {"", null}
}

_above_baseline contains $"{at}.windowsOptions.hostProcess" if {
	some [at, context] in _settings
	context.windowsOptions.hostProcess == true
}

_above_baseline contains $"securityContext.sysctls[{sysctl.name}]" if {
	some sysctl in input.manifest.spec.template.spec.securityContext.sysctls
	not sysctl.name in _safe_sysctls
}

_above_restricted contains $"{container.at}.securityContext.allowPrivilegeEscalation" if {
	not _windows
	some container in _containers
	object.get(container.spec, ["securityContext", "allowPrivilegeEscalation"], null) != false
}

_above_restricted contains $"{container.at}.securityContext.capabilities" if {
	not _windows
	some container in _containers
	not _drops_all(container)
}

_above_restricted contains $"{container.at}.securityContext.capabilities" if {
	not _windows
	some container in _containers
	some capability in container.spec.securityContext.capabilities.add
	capability != "NET_BIND_SERVICE"
}

_drops_all(container) if "ALL" in container.spec.securityContext.capabilities.drop

_above_restricted contains $"{container.at}.securityContext.procMount" if {
	some container in _containers
	_other_proc_mount(container)
}

_above_restricted contains $"volumes[{volume.name}]" if {
	some volume in input.manifest.spec.template.spec.volumes
	count([source | some source, value in volume; source in _restricted_volumes; value != null]) == 0
	pod.lacks(volume, "hostPath")
}

_above_restricted contains $"{container.at}.securityContext.runAsNonRoot" if {
	not _in_user_namespace
	some container in _containers
	_as_root(container)
}

_above_restricted contains "securityContext.runAsNonRoot" if {
	not _in_user_namespace
	input.manifest.spec.template.spec.securityContext.runAsNonRoot == false
}

_as_root(container) if container.spec.securityContext.runAsNonRoot == false

_as_root(container) if {
	object.get(container.spec, ["securityContext", "runAsNonRoot"], null) == null
	object.get(input.manifest.spec.template.spec, ["securityContext", "runAsNonRoot"], null) != true
}

_above_restricted contains $"{at}.runAsUser" if {
	not _in_user_namespace
	some [at, context] in _settings
	context.runAsUser == 0
}

_above_restricted contains $"{container.at}.securityContext.seccompProfile" if {
	not _windows
	some container in _containers
	object.get(container.spec, ["securityContext", "seccompProfile"], null) == null
	not _confined(object.get(input.manifest.spec.template.spec, ["securityContext", "seccompProfile"], {}))
}

_confined(profile) if profile.type in {"RuntimeDefault", "Localhost"}

_other_proc_mount(container) if {
	not object.get(container.spec, ["securityContext", "procMount"], null) in {null, "Default"}
}

_windows if input.manifest.spec.template.spec.os.name == "windows"

_in_user_namespace if input.manifest.spec.template.spec.hostUsers == false

_default_capabilities := {
	"AUDIT_WRITE",
	"CHOWN",
	"DAC_OVERRIDE",
	"FOWNER",
	"FSETID",
	"KILL",
	"MKNOD",
	"NET_BIND_SERVICE",
	"SETFCAP",
	"SETGID",
	"SETPCAP",
	"SETUID",
	"SYS_CHROOT",
}

_safe_sysctls := {
	"kernel.shm_rmid_forced",
	"net.ipv4.ip_local_port_range",
	"net.ipv4.ip_local_reserved_ports",
	"net.ipv4.ip_unprivileged_port_start",
	"net.ipv4.ping_group_range",
	"net.ipv4.tcp_fin_timeout",
	"net.ipv4.tcp_keepalive_intvl",
	"net.ipv4.tcp_keepalive_probes",
	"net.ipv4.tcp_keepalive_time",
	"net.ipv4.tcp_notsent_lowat",
	"net.ipv4.tcp_rmem",
	"net.ipv4.tcp_slow_start_after_idle",
	"net.ipv4.tcp_syncookies",
	"net.ipv4.tcp_wmem",
}

_restricted_volumes := {
	"configMap",
	"csi",
	"downwardAPI",
	"emptyDir",
	"ephemeral",
	"image",
	"persistentVolumeClaim",
	"projected",
	"secret",
}

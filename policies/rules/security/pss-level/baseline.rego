package rollscope.rules.security["pss-level"]

# What the level baseline forbids.

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

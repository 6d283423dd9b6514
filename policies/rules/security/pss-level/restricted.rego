package rollscope.rules.security["pss-level"]

import data.rollscope.lib.pod

# What the level restricted forbids or asks for, besides what baseline forbids.

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

_windows if input.manifest.spec.template.spec.os.name == "windows"

_in_user_namespace if input.manifest.spec.template.spec.hostUsers == false

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

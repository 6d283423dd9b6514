package podspec

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/pods"
	"github.com/rollscope/rollscope/core/api/validation/field"
)

// operatingSystem checks that a pod that says which system it is for asks for
// nothing that only the other has. at is the pod's spec.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateOS, validateLinux, validateWindows.
func operatingSystem(at *field.Path, spec *api.PodSpec) {
	if spec.OS == nil {
		return
	}
	switch spec.OS.Name {
	case "":
		at.Child("os.name").Required("")
	case api.Linux:
		linux(at, spec)
	case api.Windows:
		windows(at, spec)
	default:
		field.NotSupported(at.Child("os"), spec.OS.Name, api.Linux, api.Windows)
	}
}

func linux(at *field.Path, spec *api.PodSpec) {
	const rule = "windows options cannot be set for a linux pod"
	if c := spec.SecurityContext; c != nil && c.WindowsOptions != nil {
		at.Child("securityContext.windowsOptions").Forbidden(rule)
	}
	for position, c := range pods.Containers(spec) {
		if c.SecurityContext != nil && c.SecurityContext.WindowsOptions != nil {
			at.Item(position.List, position.Index).Child("securityContext.windowsOptions").Forbidden(rule)
		}
	}
}

// setting is a field and whether it is set.
type setting struct {
	name string
	set  bool
}

func notOnWindows(at *field.Path, settings []setting) {
	for _, s := range settings {
		if s.set {
			at.Child(s.name).Forbidden("cannot be set for a windows pod")
		}
	}
}

func windows(at *field.Path, spec *api.PodSpec) {
	if c := spec.SecurityContext; c != nil {
		notOnWindows(at.Child("securityContext"), []setting{
			{"appArmorProfile", c.AppArmorProfile != nil},
			{"seLinuxOptions", c.SELinuxOptions != nil},
			{"seccompProfile", c.SeccompProfile != nil},
			{"fsGroup", c.FSGroup != nil},
			{"fsGroupChangePolicy", c.FSGroupChangePolicy != nil},
			{"sysctls", len(c.Sysctls) > 0},
			{"runAsUser", c.RunAsUser != nil},
			{"runAsGroup", c.RunAsGroup != nil},
			{"supplementalGroups", c.SupplementalGroups != nil},
			{"supplementalGroupsPolicy", c.SupplementalGroupsPolicy != nil},
			{"seLinuxChangePolicy", c.SELinuxChangePolicy != nil},
		})
	}
	notOnWindows(at, []setting{
		{"hostUsers", spec.HostUsers != nil},
		{"hostPID", spec.HostPID},
		{"hostIPC", spec.HostIPC},
		{"shareProcessNamespace", spec.ShareProcessNamespace != nil},
	})
	for position, container := range pods.Containers(spec) {
		if c := container.SecurityContext; c != nil {
			notOnWindows(at.Item(position.List, position.Index).Child("securityContext"), []setting{
				{"appArmorProfile", c.AppArmorProfile != nil},
				{"seLinuxOptions", c.SELinuxOptions != nil},
				{"seccompProfile", c.SeccompProfile != nil},
				{"capabilities", c.Capabilities != nil},
				{"readOnlyRootFilesystem", c.ReadOnlyRootFilesystem != nil},
				{"privileged", c.Privileged != nil},
				{"allowPrivilegeEscalation", c.AllowPrivilegeEscalation != nil},
				{"procMount", c.ProcMount != nil},
				{"runAsUser", c.RunAsUser != nil},
				{"runAsGroup", c.RunAsGroup != nil},
			})
		}
	}
}

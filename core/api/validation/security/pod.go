package security

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
)

// Pod checks the security context of a pod; at is the pod's spec. hostSysctls
// lets sysctls of a namespace be set that the pod shares with the node, as
// updates of pods that already do may.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validatePodSpecSecurityContext.
func Pod(at *field.Path, spec *api.PodSpec, hostSysctls bool) {
	c := spec.SecurityContext
	if c == nil {
		return
	}
	at = at.Child("securityContext")
	userID(at.Child("fsGroup"), c.FSGroup)
	userID(at.Child("runAsUser"), c.RunAsUser)
	userID(at.Child("runAsGroup"), c.RunAsGroup)
	for i := range c.SupplementalGroups {
		userID(at.Child("supplementalGroups").Index(i), &c.SupplementalGroups[i])
	}
	sysctls(at.Child("sysctls"), spec, hostSysctls)
	if p := c.FSGroupChangePolicy; p != nil {
		field.OneOf(at.Child("fsGroupChangePolicy"), *p, api.FSGroupChangeAlways, api.FSGroupChangeOnRootMismatch)
	}
	seccomp(at.Child("seccompProfile"), c.SeccompProfile)
	windows(at.Child("windowsOptions"), c.WindowsOptions)
	appArmor(at.Child("appArmorProfile"), c.AppArmorProfile)
	if p := c.SupplementalGroupsPolicy; p != nil {
		field.OneOf(at.Child("supplementalGroupsPolicy"), *p, api.SupplementalGroupsPolicyMerge, api.SupplementalGroupsPolicyStrict)
	}
	if p := c.SELinuxChangePolicy; p != nil {
		field.OneOf(at.Child("seLinuxChangePolicy"), *p, api.SELinuxChangePolicyMountOption, api.SELinuxChangePolicyRecursive)
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateSysctls, ValidateHostSysctl.
func sysctls(at *field.Path, spec *api.PodSpec, hostSysctls bool) {
	var taken []string
	for i, s := range spec.SecurityContext.Sysctls {
		at := at.Index(i).Child("name")
		switch {
		case s.Name == "":
			at.Required("")
		case !format.IsSysctl(s.Name):
			at.Invalid(s.Name, "must have at most "+strconv.Itoa(format.SubdomainMax)+" characters and match regex "+format.Sysctl)
		case slices.Contains(taken, s.Name):
			at.Duplicate(s.Name, "")
		}
		taken = append(taken, s.Name)
		if setting := sharedSetting(s.Name, spec); setting != "" && !hostSysctls {
			at.Invalid(s.Name, "may not be specified when '"+setting+"' is true")
		}
	}
}

// HasHostSysctl tells whether a pod sets a sysctl of a namespace it shares with the node.
func HasHostSysctl(spec *api.PodSpec) bool {
	return spec.SecurityContext != nil && slices.ContainsFunc(spec.SecurityContext.Sysctls, func(s api.Sysctl) bool {
		return sharedSetting(s.Name, spec) != ""
	})
}

// sharedSetting names the setting by which a pod shares the namespace of a
// sysctl with the node, "" for none.
//
// Upstream 1.37: component-helpers:node/util/sysctl/namespace.go, GetNamespace.
func sharedSetting(name string, spec *api.PodSpec) string {
	name = withDots(name)
	name, _, _ = strings.Cut(name, "*")
	switch {
	case spec.HostNetwork && strings.HasPrefix(name, "net."):
		return "hostNetwork"
	case spec.HostIPC && (slices.Contains(ofIPC, name) || strings.HasPrefix(name, "fs.mqueue.")):
		return "hostIPC"
	}
	return ""
}

// ofIPC are the sysctls of System V messages, semaphores and shared memory.
var ofIPC = []string{
	"kernel.sem", "kernel.shmall", "kernel.shmmax", "kernel.shmmni", "kernel.shm_rmid_forced", "kernel.shm",
	"kernel.msgmax", "kernel.msgmnb", "kernel.msgmni", "kernel.msg",
}

// withDots writes a sysctl with dots between its parts. If its first separator
// is a slash, dots and slashes change places.
//
// Upstream 1.37: component-helpers:node/util/sysctl/sysctl.go, NormalizeName.
func withDots(name string) string {
	if i := strings.IndexAny(name, "./"); i < 0 || name[i] == '.' {
		return name
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case '.':
			return '/'
		case '/':
			return '.'
		}
		return r
	}, name)
}

// Package security has the rules for security contexts: users, groups,
// privileges, sysctls, seccomp, AppArmor and Windows options, and for the old
// annotations that say the same.
package security

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/volume"
)

// Rules is what security contexts depend on beside themselves.
type Rules struct {
	// HostUsers: the pod uses the node's users, as it does unless it says otherwise.
	HostUsers bool
	// AdminWithoutEscalation lets a container have CAP_SYS_ADMIN although it
	// forbids privilege escalation, as updates of pods that already do may.
	AdminWithoutEscalation bool
}

// Container checks the security context of a container; nil is fine.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateSecurityContext.
// Differs: the cluster allows privileged containers; an API server can be told not to.
func (r Rules) Container(at *field.Path, c *api.SecurityContext) {
	if c == nil {
		return
	}
	userID(at.Child("runAsUser"), c.RunAsUser)
	userID(at.Child("runAsGroup"), c.RunAsGroup)
	if c.ProcMount != nil {
		field.OneOf(at.Child("procMount"), *c.ProcMount, api.DefaultProcMount, api.UnmaskedProcMount)
		if r.HostUsers && *c.ProcMount == api.UnmaskedProcMount {
			at.Child("procMount").Invalid(*c.ProcMount, "`hostUsers` must be false to use `Unmasked`")
		}
	}
	seccomp(at.Child("seccompProfile"), c.SeccompProfile)
	r.escalation(at, c)
	windows(at.Child("windowsOptions"), c.WindowsOptions)
	appArmor(at.Child("appArmorProfile"), c.AppArmorProfile)
}

// escalation reports privileges that a container without escalation cannot have.
func (r Rules) escalation(at *field.Path, c *api.SecurityContext) {
	if c.AllowPrivilegeEscalation == nil || *c.AllowPrivilegeEscalation {
		return
	}
	if c.Privileged != nil && *c.Privileged {
		at.Invalid(internal(c), "cannot set `allowPrivilegeEscalation` to false and `privileged` to true")
	}
	if !r.AdminWithoutEscalation && hasAdmin(c) {
		at.Invalid(internal(c), "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN")
	}
}

func hasAdmin(c *api.SecurityContext) bool {
	return c.Capabilities != nil && slices.Contains(c.Capabilities.Add, "CAP_SYS_ADMIN")
}

// HasAdminWithoutEscalation tells whether a container has CAP_SYS_ADMIN and does
// not allow escalation in so many words.
//
// Upstream 1.37: pkg/api/pod/util.go, hasSysAdminAndPrivilegeEscalationFalse.
func HasAdminWithoutEscalation(c *api.SecurityContext) bool {
	return c != nil && (c.AllowPrivilegeEscalation == nil || !*c.AllowPrivilegeEscalation) && hasAdmin(c)
}

func userID(at *field.Path, id *int64) {
	if id != nil {
		at.InvalidEach(*id, format.UserID(*id))
	}
}

// seccomp checks which system calls are filtered; nil is fine.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateSeccompProfileField.
func seccomp(at *field.Path, p *api.SeccompProfile) {
	if p == nil {
		return
	}
	if p.Type == "" {
		at.Child("type").Required("type is required when seccompProfile is set")
	} else {
		field.OneOf(at.Child("type"), p.Type, api.SeccompProfileTypeLocalhost, api.SeccompProfileTypeRuntimeDefault, api.SeccompProfileTypeUnconfined)
	}
	file := at.Child("localhostProfile")
	switch {
	case p.Type != api.SeccompProfileTypeLocalhost:
		if p.LocalhostProfile != nil {
			file.Invalid((*seccompForm)(p), "can only be set when seccomp type is Localhost")
		}
	case p.LocalhostProfile == nil:
		file.Required("must be set when seccomp type is Localhost")
	default:
		volume.Descending(file, *p.LocalhostProfile)
	}
}

// appArmor checks which files and so on are confined; nil is fine.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateAppArmorProfileField.
func appArmor(at *field.Path, p *api.AppArmorProfile) {
	if p == nil {
		return
	}
	name := at.Child("localhostProfile")
	switch p.Type {
	case api.AppArmorProfileTypeLocalhost:
		appArmorName(name, p.LocalhostProfile)
	case api.AppArmorProfileTypeRuntimeDefault, api.AppArmorProfileTypeUnconfined:
		if p.LocalhostProfile != nil {
			name.Invalid(p.LocalhostProfile, "can only be set when AppArmor type is Localhost")
		}
	case "":
		at.Child("type").Required("type is required when appArmorProfile is set")
	default:
		field.NotSupported(at.Child("type"), p.Type, api.AppArmorProfileTypeLocalhost, api.AppArmorProfileTypeRuntimeDefault, api.AppArmorProfileTypeUnconfined)
	}
}

func appArmorName(at *field.Path, name *string) {
	const missing, longest = "must be set when AppArmor type is Localhost", 4095
	if name == nil {
		at.Required(missing)
		return
	}
	if trimmed := strings.TrimSpace(*name); trimmed != *name {
		at.Invalid(*name, "must not be padded with whitespace")
	} else if trimmed == "" {
		at.Required(missing)
	}
	if len(*name) > longest {
		at.TooLong(longest)
	}
}

package security

import "github.com/rollscope/rollscope/core/api"

// contextForm is how the API server prints a security context that it refuses:
// by its internal field names, in their order.
//
// Upstream 1.37: pkg/apis/core/types.go, SecurityContext.
type contextForm struct {
	Capabilities             *capabilitiesForm
	Privileged               *bool
	SELinuxOptions           *seLinuxForm
	WindowsOptions           *windowsForm
	RunAsUser                *int64
	RunAsGroup               *int64
	RunAsNonRoot             *bool
	ReadOnlyRootFilesystem   *bool
	AllowPrivilegeEscalation *bool
	ProcMount                *api.ProcMountType
	SeccompProfile           *seccompForm
	AppArmorProfile          *appArmorForm
}

type capabilitiesForm struct {
	Add  []api.Capability
	Drop []api.Capability
}

type seLinuxForm struct {
	User  string
	Role  string
	Type  string
	Level string
}

type windowsForm struct {
	GMSACredentialSpecName *string
	GMSACredentialSpec     *string
	RunAsUserName          *string
	HostProcess            *bool
}

type seccompForm struct {
	Type             api.SeccompProfileType
	LocalhostProfile *string
}

type appArmorForm struct {
	Type             api.AppArmorProfileType
	LocalhostProfile *string
}

func internal(c *api.SecurityContext) *contextForm {
	form := &contextForm{
		Capabilities:             (*capabilitiesForm)(c.Capabilities),
		Privileged:               c.Privileged,
		SELinuxOptions:           (*seLinuxForm)(c.SELinuxOptions),
		RunAsUser:                c.RunAsUser,
		RunAsGroup:               c.RunAsGroup,
		RunAsNonRoot:             c.RunAsNonRoot,
		ReadOnlyRootFilesystem:   c.ReadOnlyRootFilesystem,
		AllowPrivilegeEscalation: c.AllowPrivilegeEscalation,
		ProcMount:                c.ProcMount,
		SeccompProfile:           (*seccompForm)(c.SeccompProfile),
		AppArmorProfile:          (*appArmorForm)(c.AppArmorProfile),
	}
	if w := c.WindowsOptions; w != nil {
		form.WindowsOptions = &windowsForm{w.GMSACredentialSpecName, w.GMSACredentialSpec, w.RunAsUserName, w.HostProcess}
	}
	return form
}

package container

import (
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
)

// Ephemeral checks spec.ephemeralContainers of a pod.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateEphemeralContainers.
func (r Rules) Ephemeral(at *field.Path, spec *api.PodSpec) {
	others := append(namesOf(spec.Containers), namesOf(spec.InitContainers)...)
	names := slices.Clone(others)
	for i := range spec.EphemeralContainers {
		e, at := &spec.EphemeralContainers[i], at.Index(i)
		c := (*api.Container)(&e.EphemeralContainerCommon)
		r.common(at, c)
		ImageText(at, c.Image)
		if slices.Contains(names, e.Name) {
			at.Child("name").Duplicate(e.Name, "")
		}
		names = append(names, e.Name)
		if e.TargetContainerName != "" && !slices.Contains(others, e.TargetContainerName) {
			at.Child("targetContainerName").NotFound(e.TargetContainerName, "")
		}
		ephemeralFields(at, c)
	}
}

// ephemeralFields reports what an ephemeral container cannot have.
func ephemeralFields(at *field.Path, c *api.Container) {
	const never = "cannot be set for an Ephemeral Container"
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"ports", c.Ports != nil},
		{"resources", c.Resources.Limits != nil || c.Resources.Requests != nil || c.Resources.Claims != nil},
		{"resizePolicy", c.ResizePolicy != nil},
		{"restartPolicy", c.RestartPolicy != nil},
		{"restartPolicyRules", c.RestartPolicyRules != nil},
		{"livenessProbe", c.LivenessProbe != nil},
		{"readinessProbe", c.ReadinessProbe != nil},
		{"startupProbe", c.StartupProbe != nil},
		{"lifecycle", c.Lifecycle != nil},
	} {
		if f.set {
			at.Child(f.name).Forbidden(never)
		}
	}
	for i, m := range c.VolumeMounts {
		mount := at.Child("volumeMounts").Index(i)
		if m.SubPath != "" {
			mount.Child("subPath").Forbidden(never)
		}
		if m.SubPathExpr != "" {
			mount.Child("subPathExpr").Forbidden(never)
		}
	}
}

package security

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/pods"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/meta"
	"github.com/rollscope/rollscope/core/api/validation/volume"
)

// Annotations checks the old annotations for seccomp and AppArmor; at is the
// path of the annotations.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateSeccompPodAnnotations, ValidateAppArmorPodAnnotations.
func Annotations(at *field.Path, annotations map[string]string, spec *api.PodSpec) {
	if profile, ok := annotations[api.SeccompPodAnnotationKey]; ok {
		seccompText(at.Child(api.SeccompPodAnnotationKey), profile)
	}
	keys := meta.SortedKeys(annotations)
	for _, key := range keys {
		if strings.HasPrefix(key, api.SeccompContainerAnnotationKeyPrefix) {
			seccompText(at.Child(key), annotations[key])
		}
	}
	for _, key := range keys {
		if container, ok := strings.CutPrefix(key, api.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix); ok {
			appArmorText(at.Key(key), annotations[key], container, spec)
		}
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateSeccompProfile.
func seccompText(at *field.Path, profile string) {
	switch profile {
	case api.SeccompProfileRuntimeDefault, api.DeprecatedSeccompProfileDockerDefault, api.SeccompProfileNameUnconfined:
		return
	}
	if file, ok := strings.CutPrefix(profile, api.SeccompLocalhostProfileNamePrefix); ok {
		volume.Descending(at, file)
		return
	}
	at.Invalid(profile, "must be a valid seccomp profile")
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateAppArmorProfileFormat.
func appArmorText(at *field.Path, profile, container string, spec *api.PodSpec) {
	found := false
	for _, c := range pods.Containers(spec) {
		found = found || c.Name == container
	}
	if !found {
		at.Invalid(container, "container not found")
	}
	switch profile {
	case "", api.DeprecatedAppArmorBetaProfileRuntimeDefault, api.DeprecatedAppArmorBetaProfileNameUnconfined:
		return
	}
	if !strings.HasPrefix(profile, api.DeprecatedAppArmorBetaProfileNamePrefix) {
		at.Invalid(profile, "invalid AppArmor profile name: "+strconv.Quote(profile))
	}
}

// AnnotationsMatch checks that the old annotations say what the fields say; at
// is the pod's spec.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateSeccompAnnotationsAndFields,
// validateAppArmorAnnotationsAndFieldsMatchOnCreate.
func AnnotationsMatch(at *field.Path, annotations map[string]string, spec *api.PodSpec) {
	var ofPod api.PodSecurityContext
	if spec.SecurityContext != nil {
		ofPod = *spec.SecurityContext
	}
	if profile, ok := annotations[api.SeccompPodAnnotationKey]; ok {
		seccompMatch(at.Child("securityContext.seccompProfile"), profile, ofPod.SeccompProfile)
	}
	for position, c := range pods.Containers(spec) {
		if profile, ok := annotations[api.SeccompContainerAnnotationKeyPrefix+c.Name]; ok && c.SecurityContext != nil {
			seccompMatch(at.Item(position.List, position.Index).Child("securityContext.seccompProfile"), profile, c.SecurityContext.SeccompProfile)
		}
	}
	if spec.OS != nil && spec.OS.Name == api.Windows {
		return
	}
	for position, c := range pods.Containers(spec) {
		own := ofPod.AppArmorProfile
		if c.SecurityContext != nil && c.SecurityContext.AppArmorProfile != nil {
			own = c.SecurityContext.AppArmorProfile
		}
		if profile, ok := annotations[api.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix+c.Name]; ok && own != nil {
			appArmorMatch(at.Item(position.List, position.Index).Child("securityContext.appArmorProfile"), profile, own)
		}
	}
}

func seccompMatch(at *field.Path, profile string, p *api.SeccompProfile) {
	if p == nil {
		return
	}
	same := true
	switch p.Type {
	case api.SeccompProfileTypeUnconfined:
		same = profile == api.SeccompProfileNameUnconfined
	case api.SeccompProfileTypeRuntimeDefault:
		same = profile == api.SeccompProfileRuntimeDefault || profile == api.DeprecatedSeccompProfileDockerDefault
	case api.SeccompProfileTypeLocalhost:
		localhostMatch(at, "seccomp", profile, p.LocalhostProfile)
	}
	if !same {
		at.Child("type").Forbidden("seccomp type in annotation and field must match")
	}
}

func appArmorMatch(at *field.Path, profile string, p *api.AppArmorProfile) {
	same := true
	switch p.Type {
	case api.AppArmorProfileTypeUnconfined:
		same = profile == api.DeprecatedAppArmorBetaProfileNameUnconfined
	case api.AppArmorProfileTypeRuntimeDefault:
		same = profile == api.DeprecatedAppArmorBetaProfileRuntimeDefault
	case api.AppArmorProfileTypeLocalhost:
		localhostMatch(at, "apparmor", profile, p.LocalhostProfile)
	}
	if !same {
		at.Child("type").Forbidden("apparmor type in annotation and field must match")
	}
}

func localhostMatch(at *field.Path, what, profile string, file *string) {
	name, ok := strings.CutPrefix(profile, "localhost/")
	if !ok {
		at.Child("type").Forbidden(what + " type in annotation and field must match")
	} else if file == nil || *file != name {
		at.Child("localhostProfile").Forbidden(what + " profile in annotation and field must match")
	}
}

package podspec

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/resource"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/meta"
)

// claimForm is how the API server prints a claim that it refuses.
//
// Upstream 1.37: pkg/apis/core/types.go, PodResourceClaim.
type claimForm struct {
	Name                      string
	ResourceClaimName         *string
	ResourceClaimTemplateName *string
}

// resourceClaims checks the claims of a pod for devices.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validatePodResourceClaim.
func resourceClaims(at *field.Path, claims []api.PodResourceClaim) {
	taken := map[string]bool{}
	for i, claim := range claims {
		at := at.Index(i)
		switch {
		case claim.Name == "":
			at.Child("name").Required("")
		case taken[claim.Name]:
			at.Child("name").Duplicate(claim.Name, "")
		default:
			at.Child("name").InvalidEach(claim.Name, format.DNSLabel(claim.Name))
			taken[claim.Name] = true
		}
		name, template := claim.ResourceClaimName, claim.ResourceClaimTemplateName
		if name != nil && template != nil {
			at.Invalid(claimForm(claim), "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified")
		}
		if name == nil && template == nil {
			at.Invalid(claimForm(claim), "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`")
		}
		if name != nil {
			at.Child("resourceClaimName").InvalidEach(*name, format.DNSSubdomain(*name))
		}
		if template != nil {
			at.Child("resourceClaimTemplateName").InvalidEach(*template, format.DNSSubdomain(*template))
		}
	}
}

// podResources checks the resources of the pod as a whole against those of its containers.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validatePodResources, validatePodResourceConsistency.
func (l Leniency) podResources(at *field.Path, spec *api.PodSpec) {
	block := spec.Resources
	switch {
	case block == nil:
		return
	case spec.OS != nil && spec.OS.Name == api.Windows:
		at.Forbidden("may not be set for a windows pod")
		return
	case block.Claims != nil:
		at.Child("claims").Forbidden("claims may not be set for Resources at pod-level")
	}
	rules := l.amounts(spec.ResourceClaims)
	rules.PodLevel = true
	rules.Requirements(at, block)
	together := resource.Requests(spec)
	for _, name := range meta.SortedKeys(together) {
		if own, ok := block.Requests[name]; ok && together[name].Cmp(own) > 0 {
			at.Child("requests").Key(string(name)).Invalid(own.String(), "must be greater than or equal to aggregate container requests of "+together[name].String())
		}
	}
	together = resource.Limits(spec)
	for _, name := range meta.SortedKeys(together) {
		if own, ok := block.Limits[name]; ok && resource.IsHugePages(name) && together[name].Cmp(own) > 0 {
			at.Child("limits").Key(string(name)).Invalid(own.String(), "must be greater than or equal to aggregate container limits of "+together[name].String())
		}
	}
	containerLimits(at.Child("containers"), spec)
}

// containerLimits checks that no container may use more than its pod.
func containerLimits(at *field.Path, spec *api.PodSpec) {
	for i := range spec.Containers {
		limits := spec.Containers[i].Resources.Limits
		for _, name := range meta.SortedKeys(limits) {
			if own, ok := spec.Resources.Limits[name]; ok && limits[name].Cmp(own) > 0 {
				at.Index(i).Key(string(name)).Child("limits").Invalid(limits[name].String(), "must be less than or equal to pod limits of "+own.String())
			}
		}
	}
}

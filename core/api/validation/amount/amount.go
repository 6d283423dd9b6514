// Package amount has the rules for resources: their names, their amounts, and
// how requests and limits go together.
package amount

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/resource"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/meta"
)

// Nonnegative reports an amount below 0.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateNonnegativeQuantity.
func Nonnegative(at *field.Path, amount api.Quantity) {
	if amount.Sign() < 0 {
		at.Invalid(amount.String(), field.IsNegative)
	}
}

// Positive reports an amount of 0 or less.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidatePositiveQuantityValue.
func Positive(at *field.Path, amount api.Quantity) {
	if amount.Sign() <= 0 {
		at.Invalid(amount.String(), field.IsNotPositive)
	}
}

// Of checks an amount of a resource: never negative, and whole where it counts things.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateResourceQuantityValue.
func Of(at *field.Path, name api.ResourceName, amount api.Quantity) {
	Nonnegative(at, amount)
	if resource.IsWhole(name) && amount.MilliValue()%1000 != 0 {
		at.Invalid(amount, "must be an integer")
	}
}

// Rules says whose resources are checked.
type Rules struct {
	// Claims are the names in spec.resourceClaims of the pod.
	Claims []string
	// PartialPages lets amounts of hugepages pass that fill no whole page, as
	// updates of pods that already have such do.
	PartialPages bool
	// PodLevel: the resources are those of a whole pod, which knows fewer.
	PodLevel bool
}

// Requirements checks the resources block at a path.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateResourceRequirements.
func (r Rules) Requirements(at *field.Path, block *api.ResourceRequirements) {
	limits, requests := at.Child("limits"), at.Child("requests")
	for _, name := range meta.SortedKeys(block.Limits) {
		r.entry(limits.Key(string(name)), name, block.Limits[name], func() {})
	}
	for _, name := range meta.SortedKeys(block.Requests) {
		r.entry(requests.Key(string(name)), name, block.Requests[name], func() {
			againstLimit(requests, limits, name, block)
		})
	}
	if names := append(meta.SortedKeys(block.Limits), meta.SortedKeys(block.Requests)...); slices.ContainsFunc(names, resource.IsHugePages) &&
		!slices.Contains(names, api.ResourceCPU) && !slices.Contains(names, api.ResourceMemory) {
		at.Forbidden("HugePages require cpu or memory")
	}
	r.claims(at.Child("claims"), block.Claims)
}

// entry checks one line of requests or limits; between runs after the amount.
func (r Rules) entry(at *field.Path, name api.ResourceName, amount api.Quantity, between func()) {
	if r.PodLevel {
		podName(at, name)
	} else {
		containerName(at, name)
	}
	Of(at, name, amount)
	between()
	if resource.IsHugePages(name) && !r.PartialPages && !resource.FillsPages(name, amount) {
		at.Invalid(amount.String(), amount.String()+" is not positive integer multiple of "+string(name))
	}
}

func againstLimit(requests, limits *field.Path, name api.ResourceName, block *api.ResourceRequirements) {
	request := block.Requests[name]
	limit, limited := block.Limits[name]
	overcommit := resource.MayOvercommit(name)
	switch {
	case !limited && !overcommit:
		limits.Required("Limit must be set for non overcommitable resources")
	case !limited:
	case !overcommit && request.Cmp(limit) != 0:
		requests.Invalid(request.String(), "must be equal to "+string(name)+" limit of "+limit.String())
	case request.Cmp(limit) > 0:
		requests.Invalid(request.String(), "must be less than or equal to "+string(name)+" limit of "+limit.String())
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateContainerResourceName.
func containerName(at *field.Path, name api.ResourceName) {
	knownName(at, name)
	switch {
	case !strings.Contains(string(name), "/"):
		if !resource.IsForContainers(name) {
			at.Invalid(name, "must be a standard resource for containers")
		}
	case !resource.IsNative(name) && !resource.IsExtended(name):
		at.Invalid(name, "doesn't follow extended resource name standard")
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validatePodResourceName.
func podName(at *field.Path, name api.ResourceName) {
	if at.Sound(func() { knownName(at, name) }) && !resource.IsForPods(name) {
		field.NotSupported(at, name, "cpu", "hugepages-", "memory")
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateResourceName.
func knownName(at *field.Path, name api.ResourceName) {
	wrong := format.LabelKey(string(name))
	at.InvalidEach(name, wrong)
	if len(wrong) == 0 && !strings.Contains(string(name), "/") && !resource.IsStandard(name) {
		at.Invalid(name, "must be a standard resource type or fully qualified")
	}
}

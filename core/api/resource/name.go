// Package resource knows what the names of resources mean: which are built in,
// which are devices, which may be overcommitted, and what a pod's containers ask
// for together.
package resource

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/format"
)

// IsHugePages tells whether name is hugepages of some size.
//
// Upstream 1.37: pkg/apis/core/helper/helpers.go, IsHugePageResourceName.
func IsHugePages(name api.ResourceName) bool {
	return strings.HasPrefix(string(name), api.ResourceHugePagesPrefix)
}

// IsNative tells whether name is one of Kubernetes' own.
//
// Upstream 1.37: pkg/apis/core/helper/helpers.go, IsNativeResource.
func IsNative(name api.ResourceName) bool {
	return !strings.Contains(string(name), "/") || strings.Contains(string(name), api.ResourceDefaultNamespacePrefix)
}

// IsExtended tells whether name is a device or the like, counted in whole numbers.
//
// Upstream 1.37: pkg/apis/core/helper/helpers.go, IsExtendedResourceName.
func IsExtended(name api.ResourceName) bool {
	if IsNative(name) || strings.HasPrefix(string(name), api.DefaultResourceRequestsPrefix) {
		return false
	}
	return len(format.LabelKey(api.DefaultResourceRequestsPrefix+string(name))) == 0
}

// MayOvercommit tells whether a limit may be above the request.
//
// Upstream 1.37: pkg/apis/core/helper/helpers.go, IsOvercommitAllowed.
func MayOvercommit(name api.ResourceName) bool {
	return IsNative(name) && !IsHugePages(name)
}

// IsForContainers tells whether name is a built-in resource of containers.
//
// Upstream 1.37: pkg/apis/core/helper/helpers.go, IsStandardContainerResourceName.
func IsForContainers(name api.ResourceName) bool {
	switch name {
	case api.ResourceCPU, api.ResourceMemory, api.ResourceEphemeralStorage:
		return true
	}
	return IsHugePages(name)
}

// IsForPods tells whether name can be given for a pod as a whole.
//
// Upstream 1.37: component-helpers:resource/helpers.go, IsSupportedPodLevelResource.
func IsForPods(name api.ResourceName) bool {
	return name == api.ResourceCPU || name == api.ResourceMemory || IsHugePages(name)
}

// counted are the resources that a quota counts as objects.
var counted = []api.ResourceName{
	api.ResourcePods, api.ResourceQuotas, api.ResourceServices, api.ResourceReplicationControllers,
	api.ResourceSecrets, api.ResourceConfigMaps, api.ResourcePersistentVolumeClaims,
	api.ResourceServicesNodePorts, api.ResourceServicesLoadBalancers,
}

// measured are the other built-in names, those that only a quota uses among them.
var measured = []api.ResourceName{
	api.ResourceCPU, api.ResourceMemory, api.ResourceEphemeralStorage, api.ResourceStorage,
	api.ResourceRequestsCPU, api.ResourceRequestsMemory, api.ResourceRequestsEphemeralStorage, api.ResourceRequestsStorage,
	api.ResourceLimitsCPU, api.ResourceLimitsMemory, api.ResourceLimitsEphemeralStorage,
}

// IsStandard tells whether name is built in, for containers or for quotas.
//
// Upstream 1.37: pkg/apis/core/helper/helpers.go, IsStandardResourceName.
func IsStandard(name api.ResourceName) bool {
	return slices.Contains(counted, name) || slices.Contains(measured, name) ||
		IsHugePages(name) || strings.HasPrefix(string(name), api.ResourceRequestsHugePagesPrefix)
}

// IsWhole tells whether amounts of name are whole numbers.
//
// Upstream 1.37: pkg/apis/core/helper/helpers.go, IsIntegerResourceName.
func IsWhole(name api.ResourceName) bool {
	return slices.Contains(counted, name) || IsExtended(name)
}

// FillsPages tells whether an amount of hugepages is a whole number of pages of
// the size in the name.
//
// Upstream 1.37: pkg/apis/core/helper/helpers.go, IsHugePageResourceValueDivisible.
func FillsPages(name api.ResourceName, amount api.Quantity) bool {
	page, err := api.ParseQuantity(strings.TrimPrefix(string(name), api.ResourceHugePagesPrefix))
	if err != nil || page.Sign() <= 0 || page.MilliValue()%1000 != 0 {
		return false
	}
	return amount.Value()%page.Value() == 0
}

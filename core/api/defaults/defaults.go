// Package defaults fills in what a manifest leaves out, as an API server does
// before it looks at an object. To fill in twice is to fill in once.
package defaults

import (
	"maps"

	"github.com/rollscope/rollscope/core/api"
)

// DaemonSet fills in the strategy, the history limit and the template. What
// OnDelete does not need is neither filled in nor taken away.
//
// Upstream 1.37: pkg/apis/apps/v1/defaults.go, SetDefaults_DaemonSet; zz_generated.defaults.go, SetObjectDefaults_DaemonSet.
func DaemonSet(ds *api.DaemonSet) {
	strategy := &ds.Spec.UpdateStrategy
	fill(&strategy.Type, api.RollingUpdateDaemonSetStrategyType)
	if strategy.Type == api.RollingUpdateDaemonSetStrategyType {
		if strategy.RollingUpdate == nil {
			strategy.RollingUpdate = &api.RollingUpdateDaemonSet{}
		}
		provide(&strategy.RollingUpdate.MaxUnavailable, api.FromInt32(1))
		provide(&strategy.RollingUpdate.MaxSurge, api.FromInt32(0))
	}
	provide(&ds.Spec.RevisionHistoryLimit, 10)
	PodTemplate(&ds.Spec.Template)
}

// PodTemplate fills in the spec of a template.
//
// Upstream 1.37: pkg/apis/core/v1/zz_generated.defaults.go, SetObjectDefaults_PodTemplate.
func PodTemplate(t *api.PodTemplateSpec) {
	podSpec(&t.Spec)
}

// Node fills in what the node offers to pods, and rounds amounts up to thousandths.
//
// Upstream 1.37: pkg/apis/core/v1/defaults.go, SetDefaults_NodeStatus.
func Node(n *api.Node) {
	if n.Status.Allocatable == nil && n.Status.Capacity != nil {
		n.Status.Allocatable = api.ResourceList{}
		maps.Copy(n.Status.Allocatable, n.Status.Capacity)
	}
	roundUp(n.Status.Capacity)
	roundUp(n.Status.Allocatable)
}

// PriorityClass fills in whether pods of the class displace others.
//
// Upstream 1.37: pkg/apis/scheduling/v1/defaults.go, SetDefaults_PriorityClass.
func PriorityClass(pc *api.PriorityClass) {
	provide(&pc.PreemptionPolicy, api.PreemptLowerPriority)
}

// roundUp rounds amounts up to thousandths, the finest that an API server keeps.
//
// Upstream 1.37: pkg/apis/core/v1/defaults.go, SetDefaults_ResourceList.
func roundUp(list api.ResourceList) {
	for name, amount := range list {
		amount.RoundUp(api.Milli)
		list[name] = amount
	}
}

// fill gives an empty text, number or nil slice a value.
func fill[T comparable](v *T, value T) {
	var zero T
	if *v == zero {
		*v = value
	}
}

// provide gives a missing value one.
func provide[T any](v **T, value T) {
	if *v == nil {
		*v = &value
	}
}

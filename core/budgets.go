package core

import (
	"sort"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/scheduler"
	"github.com/rollscope/rollscope/core/state"
)

// PodDisruptionBudgets are the PodDisruptionBudget objects of a namespace ("" for
// all) with their status as it stands.
//
// Upstream 1.37: pkg/controller/disruption/disruption.go, trySync.
// Differs: the pods that match the selector are the expected ones. Upstream asks
// the controller of the pods for its scale, and a DaemonSet has none, so that
// percentages and maxUnavailable allow nothing there.
func (c *Cluster) PodDisruptionBudgets(namespace string) []*api.PodDisruptionBudget {
	var out []*api.PodDisruptionBudget
	for _, o := range c.objects {
		if b, ok := o.(*api.PodDisruptionBudget); ok && (namespace == "" || b.Namespace == namespace) {
			next := *b
			c.countBudget(&next)
			out = append(out, &next)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		return out[i].Namespace < out[j].Namespace || out[i].Namespace == out[j].Namespace && out[i].Name < out[j].Name
	})
	return out
}

// countBudget fills the status of a budget.
func (c *Cluster) countBudget(b *api.PodDisruptionBudget) {
	selector := api.SelectorFrom(b.Spec.Selector)
	var expected, healthy int
	for _, p := range c.pods {
		if p == nil || p.Namespace != b.Namespace || !selector.Matches(p.LabelSet()) || p.Phase.Terminal() {
			continue
		}
		expected++
		if p.Ready && !p.Terminating() {
			healthy++
		}
	}
	desired := 0
	switch {
	case b.Spec.MaxUnavailable != nil:
		n, err := b.Spec.MaxUnavailable.ScaledValue(expected, true)
		if err == nil {
			desired = max(expected-n, 0)
		}
	case b.Spec.MinAvailable != nil:
		n, err := b.Spec.MinAvailable.ScaledValue(expected, true)
		if err == nil {
			desired = n
		}
	}
	b.Status.ExpectedPods, b.Status.CurrentHealthy, b.Status.DesiredHealthy = int32(expected), int32(healthy), int32(desired)
	b.Status.DisruptionsAllowed = int32(max(healthy-desired, 0))
}

// budgets is what preemption asks about a victim.
func (c *Cluster) budgets() func(*state.Pod) bool {
	if len(c.objects) == 0 {
		return nil
	}
	var list []scheduler.Budget
	for _, b := range c.PodDisruptionBudgets("") {
		list = append(list, scheduler.Budget{Namespace: b.Namespace, Selector: api.SelectorFrom(b.Spec.Selector), Allowed: b.Status.DisruptionsAllowed})
	}
	return scheduler.Budgets(list)
}

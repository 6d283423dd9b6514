// Package nodelifecycle decides what becomes of nodes and of the pods on them when
// a kubelet falls silent, reports trouble, or a node goes away: conditions, the
// taints that follow from them, evictions by NoExecute taints, pod garbage collection.
//
// Sync is the node controller's look at one node; the other functions make the
// next record of a node (Join, Update, Break, Mend, …) or answer for one pod
// (EvictionAt, Collect). Nothing here changes a record: each returns a new one.
//
// Upstream 1.37: pkg/controller/nodelifecycle, pkg/controller/tainteviction, pkg/controller/podgc.
package nodelifecycle

import (
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// conditionTaint is the key of the NoSchedule taint that a condition calls for; "" for none.
//
// Upstream 1.37: pkg/controller/nodelifecycle/node_lifecycle_controller.go, nodeConditionToTaintKeyStatusMap.
func conditionTaint(c *api.NodeCondition) string {
	switch {
	case c.Type == api.NodeReady && c.Status == api.ConditionFalse:
		return api.TaintNodeNotReady
	case c.Type == api.NodeReady && c.Status == api.ConditionUnknown:
		return api.TaintNodeUnreachable
	case c.Status != api.ConditionTrue:
		return ""
	}
	switch c.Type {
	case api.NodeMemoryPressure:
		return api.TaintNodeMemoryPressure
	case api.NodeDiskPressure:
		return api.TaintNodeDiskPressure
	case api.NodePIDPressure:
		return api.TaintNodePIDPressure
	case api.NodeNetworkUnavailable:
		return api.TaintNodeNetworkUnavailable
	}
	return ""
}

// ours says whether the node controller answers for NoSchedule taints with this key.
func ours(key string) bool {
	switch key {
	case api.TaintNodeNotReady, api.TaintNodeUnreachable, api.TaintNodeNetworkUnavailable,
		api.TaintNodeMemoryPressure, api.TaintNodeDiskPressure, api.TaintNodePIDPressure,
		api.TaintNodeUnschedulable:
		return true
	}
	return false
}

// Taints are a node's taints after the node controller brought its NoSchedule
// taints in line with the conditions and with spec.unschedulable, and whether
// that changed anything. Taints of other keys and effects stay; new ones go to the end.
//
// Upstream 1.37: pkg/controller/nodelifecycle/node_lifecycle_controller.go, doNoScheduleTaintingPass.
func Taints(n *api.Node, now state.Time) (taints []api.Taint, changed bool) {
	var wanted []string
	for i := range n.Status.Conditions {
		if key := conditionTaint(&n.Status.Conditions[i]); key != "" {
			wanted = append(wanted, key)
		}
	}
	if n.Spec.Unschedulable {
		wanted = append(wanted, api.TaintNodeUnschedulable)
	}
	taints = make([]api.Taint, 0, len(n.Spec.Taints)+len(wanted))
	for _, t := range n.Spec.Taints {
		if t.Effect == api.TaintEffectNoSchedule && ours(t.Key) && !contains(wanted, t.Key) {
			changed = true
			continue
		}
		taints = append(taints, t)
	}
	for _, key := range wanted {
		if !has(taints, key, api.TaintEffectNoSchedule) {
			taints = append(taints, stamped(key, api.TaintEffectNoSchedule, now))
			changed = true
		}
	}
	if !changed {
		return n.Spec.Taints, false
	}
	return taints, true
}

func contains(list []string, want string) bool {
	return slices.Contains(list, want)
}

func stamped(key string, effect api.TaintEffect, now state.Time) api.Taint {
	at := state.Clock(now)
	return api.Taint{Key: key, Effect: effect, TimeAdded: &at}
}

func has(taints []api.Taint, key string, effect api.TaintEffect) bool {
	for i := range taints {
		if taints[i].Key == key && taints[i].Effect == effect {
			return true
		}
	}
	return false
}

// withoutEviction returns the list less the NoExecute taint of a key; the list itself where it is not in it.
func withoutEviction(taints []api.Taint, key string) []api.Taint {
	if !has(taints, key, api.TaintEffectNoExecute) {
		return taints
	}
	out := make([]api.Taint, 0, len(taints)-1)
	for _, t := range taints {
		if t.Key != key || t.Effect != api.TaintEffectNoExecute {
			out = append(out, t)
		}
	}
	return out
}

// with returns the list with one taint more; the list itself where it is in it already.
func with(taints []api.Taint, key string, effect api.TaintEffect, now state.Time) []api.Taint {
	if has(taints, key, effect) {
		return taints
	}
	return append(taints[:len(taints):len(taints)], stamped(key, effect, now))
}

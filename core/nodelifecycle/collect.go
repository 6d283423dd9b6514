package nodelifecycle

import (
	"sort"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Reason and message of the condition DisruptionTarget of a pod whose node is gone.
//
// Upstream 1.37: pkg/controller/podgc/gc_controller.go, gcOrphaned.
const (
	CollectReason  = "DeletionByPodGC"
	CollectMessage = "PodGC: node no longer exists"
)

const (
	collectPeriod  = 20 * state.Second
	quarantineTime = 40 * state.Second

	// TerminatedThreshold is how many terminal pods garbage collection leaves alone.
	//
	// Upstream 1.37: pkg/controller/podgc/config/v1alpha1/defaults.go.
	TerminatedThreshold = 12500
)

// CollectAt is when pod garbage collection removes the pods of a node that goes
// away now: its next pass, made every 20 s, puts the node's name in quarantine for
// 40 s, and the second pass after that one finds it still missing. A node of the
// same name that comes back earlier saves them.
//
// Upstream 1.37: pkg/controller/podgc/gc_controller.go, gcOrphaned and discoverDeletedNodes.
func CollectAt(now state.Time) state.Time { return after(now, collectPeriod) + quarantineTime }

// Collect says when pod garbage collection force-deletes a pod as things stand, and
// why; Never when it does not. The node is nil where the pod's node does not exist.
// Pods that are not terminal turn Failed first; only those of a missing node get
// the condition of CollectReason. A time already set for a missing node stands.
//
// Upstream 1.37: pkg/controller/podgc/gc_controller.go, gcTerminating, gcOrphaned, gcUnscheduledTerminating.
func Collect(p *state.Pod, n *state.Node, now state.Time) (at state.Time, why reason.Code) {
	switch {
	case !p.Bound() && p.Terminating():
		return after(now, collectPeriod), reason.PodUnboundCollected
	case !p.Bound():
		return state.Never, ""
	case n == nil && p.CollectAt != state.Never:
		return p.CollectAt, reason.NodeOfPodGone
	case n == nil:
		return CollectAt(now), reason.NodeOfPodGone
	case p.Terminating() && n.Ready() != api.ConditionTrue && outOfService(n.Object):
		return after(now, collectPeriod), reason.PodOutOfService
	}
	return state.Never, ""
}

func outOfService(n *api.Node) bool {
	for i := range n.Spec.Taints {
		if n.Spec.Taints[i].Key == api.TaintNodeOutOfService {
			return true
		}
	}
	return false
}

// SurplusAt is when garbage collection finds that there are too many terminal pods now.
func SurplusAt(now state.Time) state.Time { return after(now, collectPeriod) }

// Surplus are the terminal pods above a threshold that garbage collection removes:
// evicted ones first, then the oldest, then by name.
//
// Upstream 1.37: pkg/controller/podgc/gc_controller.go, gcTerminated.
func Surplus(terminal []*state.Pod, threshold int) []state.PodID {
	if len(terminal) <= threshold {
		return nil
	}
	pods := append([]*state.Pod(nil), terminal...)
	evicted := func(p *state.Pod) bool { return p.Phase == state.Failed && p.StatusReason == "Evicted" }
	sort.SliceStable(pods, func(i, j int) bool {
		a, b := pods[i], pods[j]
		if evicted(a) != evicted(b) {
			return evicted(a)
		}
		if x, y := a.Created/state.Second, b.Created/state.Second; x != y {
			return x < y
		}
		return a.Name < b.Name
	})
	ids := make([]state.PodID, 0, len(pods)-threshold)
	for _, p := range pods[:len(pods)-threshold] {
		ids = append(ids, p.ID)
	}
	return ids
}

// Package daemon decides what the DaemonSet controller does next: on which nodes
// a daemon pod should run or may stay, which pods a sync creates and deletes, how
// the rollout budget is spent, what the status says, which revisions exist.
//
// Nothing here changes anything. A Placer answers for one node, an Index keeps
// what the controller's caches show of one DaemonSet and answers for all of them;
// every entry of a plan carries the reason for it. Work follows change: an Index
// looks again only at nodes it was told about, and a plan costs what is in it.
//
// Nodes are visited in the order of their rank, which the cluster hands out.
package daemon

import (
	"maps"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// Burst is how many pods one part of a sync creates at most, and, counted
// separately, how many it deletes.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, BurstReplicas.
const Burst = 250

// Plan is what one part of a sync (manage, or the rolling update) is going to do.
type Plan struct {
	// Creates and Deletes are the API calls, each at most Burst, in the order they
	// are made: creations in slow-start batches, then deletions.
	//
	// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, syncNodes.
	// Differs: upstream makes the calls of one batch at the same time.
	Creates, Deletes []state.Call
	// BackOffs are entries of the failed-pod memory that the sync writes. It writes
	// them even for pods whose deletion Burst puts off.
	BackOffs []state.BackOff
	// Requeue is after how long the DaemonSet is to be synced again for a failed pod
	// in back-off; 0 when there is none.
	Requeue state.Time
	// Reports are the Events about the DaemonSet, in order.
	Reports []state.Report
}

// Empty says that the plan makes no API call.
func (p *Plan) Empty() bool { return len(p.Creates) == 0 && len(p.Deletes) == 0 }

// create adds a creation unless the plan is full.
func (p *Plan) create(c state.Call) {
	if len(p.Creates) < Burst {
		c.Create = true
		p.Creates = append(p.Creates, c)
	}
}

// remove adds a deletion unless the plan is full.
func (p *Plan) remove(c state.Call) {
	if len(p.Deletes) < Burst {
		p.Deletes = append(p.Deletes, c)
	}
}

// SlowStart is how many of n creations are tried when fails says which of them
// fail: batches of 1, 2, 4, 8, … are made until one of them has a failure.
// What was not tried is not expected either.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, syncNodes.
func SlowStart(n int, fails func(i int) bool) (calls int) {
	batch := min(n, 1)
	for calls < n {
		failed := false
		for i := calls; i < calls+batch; i++ {
			failed = fails(i) || failed
		}
		calls += batch
		if failed {
			return calls
		}
		batch = min(2*batch, n-calls)
	}
	return calls
}

// NodeChanged says whether the controller cares about the update of a node: only
// labels and taints count, so conditions, capacity and spec.unschedulable pass unseen.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, shouldIgnoreNodeUpdate.
func NodeChanged(before, after *api.Node) bool {
	if !maps.Equal(before.Labels, after.Labels) || len(before.Spec.Taints) != len(after.Spec.Taints) {
		return true
	}
	for i := range before.Spec.Taints {
		a, b := &before.Spec.Taints[i], &after.Spec.Taints[i]
		if a.Key != b.Key || a.Value != b.Value || a.Effect != b.Effect || !a.TimeAdded.Equal(b.TimeAdded) {
			return true
		}
	}
	return false
}

// Wakes says whether a new or changed node makes the controller sync a DaemonSet.
// Bound says that some pod with this node in spec.nodeName belongs to the
// DaemonSet; pods still pending do not count. Misscheduled is
// status.numberMisscheduled as last written.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, syncNodeUpdate.
func Wakes(p Placement, bound bool, misscheduled int32) bool {
	return p.ShouldRun && !bound || !p.MayStay && bound || bound && misscheduled > 0
}

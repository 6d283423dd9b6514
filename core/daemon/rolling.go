package daemon

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Budget is how much of the rollout budget there is and how much is in use. The
// percentages of the strategy are taken of the nodes that should run a pod now,
// not of those at the start of the rollout.
type Budget struct {
	// Desired is how many nodes should run a daemon pod.
	Desired int
	// MaxUnavailable and MaxSurge are the whole numbers that the strategy comes to;
	// percentages round up. Both are 0 with OnDelete.
	MaxUnavailable, MaxSurge int
	// Unavailable is how many nodes count against MaxUnavailable. It may be more
	// than MaxUnavailable: nodes fail without asking.
	Unavailable int
	// Surging is how many nodes count against MaxSurge: those with a new pod that
	// is not available yet beside the old one, and those with too many pods.
	Surging int
	// Available is how many nodes have an available pod, nodes that should not run
	// one included.
	Available int
	// Old is how many nodes have an old pod and no new one yet.
	Old int
}

// Budget tells how the rollout budget stands.
//
// Upstream 1.37: pkg/controller/daemon/update.go, updatedDesiredNodeCounts and rollingUpdate.
func (x *Index) Budget() Budget {
	b, _ := x.budget()
	return b
}

func (x *Index) budget() (Budget, error) {
	b := Budget{
		Desired: int(x.counts.Desired),
		Unavailable: x.size(groupExcess, groupEmpty, groupLeaving, groupPairWaiting, groupPairWaitingUp, groupPairDone,
			groupPairDoneUp, groupNew, groupOldHere, groupOldAway, groupOldLost),
		Surging: x.size(groupExcess, groupPairWaiting, groupPairWaitingUp),
		Available: x.size(groupPairWaitingUp, groupPairDoneUp, groupNewUp, groupOldHereUp, groupOldAwayUp,
			groupOldLostUp),
		Old: x.size(groupOldHere, groupOldAway, groupOldLost, groupOldHereUp, groupOldAwayUp, groupOldLostUp),
	}
	if x.set == nil || x.set.Object.Spec.UpdateStrategy.Type != api.RollingUpdateDaemonSetStrategyType {
		return b, nil
	}
	var err error
	b.MaxUnavailable, b.MaxSurge, err = Limits(x.set.Object, b.Desired)
	return b, err
}

// Limits are maxUnavailable and maxSurge as whole numbers of desired nodes.
// Percentages round up, both of them. When both come to 0 while there is
// something to do, one node may be unavailable. Both are 0 with OnDelete.
//
// Upstream 1.37: pkg/controller/daemon/update.go, updatedDesiredNodeCounts;
// pkg/controller/daemon/util/daemonset_util.go, UnavailableCount and SurgeCount.
func Limits(ds *api.DaemonSet, desired int) (maxUnavailable, maxSurge int, err error) {
	r := ds.Spec.UpdateStrategy.RollingUpdate
	if ds.Spec.UpdateStrategy.Type == api.RollingUpdateDaemonSetStrategyType && r != nil {
		maxUnavailable, err = r.MaxUnavailable.ScaledValue(desired, true)
		if err != nil {
			return 0, 0, fmt.Errorf("invalid value for MaxUnavailable: %w", err)
		}
	}
	maxSurge, err = surgeCount(ds, desired)
	if err != nil {
		return 0, 0, fmt.Errorf("invalid value for MaxSurge: %w", err)
	}
	if ds.Spec.UpdateStrategy.Type == api.RollingUpdateDaemonSetStrategyType && desired > 0 && maxUnavailable == 0 && maxSurge == 0 {
		maxUnavailable = 1
	}
	return maxUnavailable, maxSurge, nil
}

// surgeCount is maxSurge of desired nodes; 0 where surging is not asked for.
func surgeCount(ds *api.DaemonSet, desired int) (int, error) {
	r := ds.Spec.UpdateStrategy.RollingUpdate
	if ds.Spec.UpdateStrategy.Type != api.RollingUpdateDaemonSetStrategyType || r == nil || r.MaxSurge == nil {
		return 0, nil
	}
	return r.MaxSurge.ScaledValue(desired, true)
}

func (x *Index) size(groups ...group) int {
	n := 0
	for _, g := range groups {
		n += x.groups[g].count
	}
	return n
}

// walk calls visit for the nodes of some groups in visiting order, until it says false.
func (x *Index) walk(visit func(id state.NodeID, e *entry) bool, groups ...group) {
	var sets [groupCount]*ranks
	for i, g := range groups {
		sets[i] = &x.groups[g]
	}
	c := newCursor(sets[:len(groups)]...)
	for rank := c.next(0); rank >= 0; rank = c.next(0) {
		id := x.order[rank]
		if !visit(id, &x.entries[id]) {
			return
		}
	}
}

// RollingUpdate is the second part of a sync. It is only to be run when Manage made
// no calls, as its expectations are then met. The error stops the whole part: with
// maxSurge, one old pod bound to a node that is gone is enough.
//
// Upstream 1.37: pkg/controller/daemon/update.go, rollingUpdate.
// Differs: which nodes come first is open upstream; here it is the order of their
// rank. How many there are is the same.
func (x *Index) RollingUpdate() (Plan, error) {
	if x.set.Object.Spec.UpdateStrategy.Type != api.RollingUpdateDaemonSetStrategyType {
		return Plan{}, nil
	}
	b, err := x.budget()
	if err != nil {
		return Plan{}, fmt.Errorf("couldn't get unavailable numbers: %w", err)
	}
	if b.MaxSurge == 0 {
		return x.replace(b), nil
	}
	return x.surge(b)
}

// replace deletes old pods: all that are not available, and as many available ones
// as the budget still allows. Manage creates the new ones.
func (x *Index) replace(b Budget) Plan {
	var p Plan
	x.walk(func(id state.NodeID, e *entry) bool {
		old := x.judge.live(e, false)
		code := pick(e.group == groupOldHere, reason.OldPodUnavailable, reason.OldPodUnavailableLeft)
		p.remove(state.Call{Node: id, Pod: old.ID, Why: reason.Reason{Code: code, Pod: old.Name, Node: e.name}})
		return len(p.Deletes) < Burst
	}, groupOldHere, groupOldAway, groupOldLost)
	left := b.MaxUnavailable - b.Unavailable
	if left <= 0 {
		return p
	}
	x.walk(func(id state.NodeID, e *entry) bool {
		old := x.judge.live(e, false)
		code := pick(e.group == groupOldHereUp, reason.OldPodReplaced, reason.OldPodReplacedLeft)
		p.remove(state.Call{Node: id, Pod: old.ID, Why: reason.Reason{
			Code: code, Pod: old.Name, Node: e.name, N: int64(b.MaxUnavailable), M: int64(b.Unavailable),
		}})
		left--
		return left > 0 && len(p.Deletes) < Burst
	}, groupOldHereUp, groupOldAwayUp, groupOldLostUp)
	return p
}

// surge deletes old pods that are not needed any more and creates new pods beside
// old ones: on every node whose old pod is not available, and on as many others as
// the budget still allows.
func (x *Index) surge(b Budget) (Plan, error) {
	var p Plan
	var err error
	x.walk(func(_ state.NodeID, e *entry) bool {
		err = fmt.Errorf("couldn't get node for nodeName %q: node %q not found", e.name, e.name)
		return false
	}, groupOldLost, groupOldLostUp)
	if err != nil {
		return p, err
	}
	x.walk(func(id state.NodeID, e *entry) bool {
		old := x.judge.live(e, false)
		why := reason.Reason{Code: reason.OldPodOnNodeLeft, Pod: old.Name, Node: e.name}
		if e.group != groupOldAway {
			why = reason.Reason{Code: reason.NewPodAvailable, Pod: old.Name, Node: e.name, Text: x.judge.live(e, true).Name}
		}
		p.remove(state.Call{Node: id, Pod: old.ID, Why: why})
		return len(p.Deletes) < Burst
	}, groupPairDone, groupPairDoneUp, groupOldAway)
	x.spare(&p, b)
	x.extra(&p, b)
	return p, nil
}

// spare deletes old pods from nodes that should not run one as far as more nodes
// have an available pod than should.
func (x *Index) spare(p *Plan, b Budget) {
	left := b.Available - b.Desired
	if left <= 0 {
		return
	}
	x.walk(func(id state.NodeID, e *entry) bool {
		old := x.judge.live(e, false)
		p.remove(state.Call{Node: id, Pod: old.ID, Why: reason.Reason{
			Code: reason.OldPodSpared, Pod: old.Name, Node: e.name, N: int64(b.Available), M: int64(b.Desired),
		}})
		left--
		return left > 0 && len(p.Deletes) < Burst
	}, groupOldAwayUp)
}

// extra creates new pods beside old ones.
func (x *Index) extra(p *Plan, b Budget) {
	x.walk(func(id state.NodeID, e *entry) bool {
		p.create(state.Call{Node: id, Pod: state.None, Why: reason.Reason{
			Code: reason.SurgeBesideUnavailable, Pod: x.judge.live(e, false).Name, Node: e.name,
		}})
		return len(p.Creates) < Burst
	}, groupOldHere)
	left := b.MaxSurge - b.Surging
	if left <= 0 {
		return
	}
	x.walk(func(id state.NodeID, e *entry) bool {
		p.create(state.Call{Node: id, Pod: state.None, Why: reason.Reason{
			Code: reason.SurgeBesideOld, Pod: x.judge.live(e, false).Name, Node: e.name, N: int64(b.MaxSurge), M: int64(b.Surging),
		}})
		left--
		return left > 0 && len(p.Creates) < Burst
	}, groupOldHereUp)
}

package daemon

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Wait is a node that the rollout waits for, or that stops it.
type Wait struct {
	Node state.NodeID
	Pod  state.PodID // the pod it is about, state.None where there is none
	Why  reason.Reason
}

// Waiting lists which nodes hold the rollout budget or stand in the rollout's way
// now, and why: at most limit of them. What stops everything comes first, the rest
// is in visiting order. Old pods that only wait for budget are not listed; with
// OnDelete, where nothing else replaces them, they are.
func (x *Index) Waiting(limit int) []Wait {
	var waits []Wait
	if limit <= 0 || x.set == nil {
		return nil
	}
	list := func(id state.NodeID, e *entry) bool {
		w := x.waitsFor(e)
		w.Node, w.Why.Node = id, e.name
		waits = append(waits, w)
		return len(waits) < limit
	}
	unsettled := []group{groupExcess, groupEmpty, groupPairWaiting, groupPairWaitingUp, groupPairDone, groupPairDoneUp, groupNew}
	b := x.Budget()
	switch {
	case x.set.Object.Spec.UpdateStrategy.Type != api.RollingUpdateDaemonSetStrategyType:
		x.walk(list, append(unsettled, groupLeaving, groupOldHere, groupOldHereUp, groupOldAway, groupOldAwayUp, groupOldLost, groupOldLostUp)...)
	case b.MaxSurge == 0:
		x.walk(list, append(unsettled, groupLeaving, groupOldHere, groupOldAway, groupOldLost)...)
	default:
		x.walk(list, groupOldLost, groupOldLostUp)
		if x.refused() != "" {
			unsettled = append(unsettled, groupOldHereUp)
		}
		if len(waits) < limit {
			x.walk(list, append(unsettled, groupOldHere, groupOldAway, groupOldAwayUp)...)
		}
	}
	return waits
}

// waitsFor says what a node of the groups listed waits for.
func (x *Index) waitsFor(e *entry) Wait {
	switch e.group {
	case groupExcess:
		return waitOn(e.first, reason.WaitingExcessPods)
	case groupEmpty, groupLeaving:
		return x.waitsEmpty(e)
	case groupPairWaiting, groupPairWaitingUp, groupNew, groupNewUp:
		return x.waitsForPod(e, x.judge.live(e, true))
	case groupPairDone, groupPairDoneUp:
		if x.set.Sync.Asleep() {
			return waitOn(x.judge.live(e, false), reason.WaitingWake)
		}
		return waitOn(x.judge.live(e, false), reason.WaitingOldPodDeleted)
	}
	old := x.judge.live(e, false)
	surge := x.Budget().MaxSurge > 0
	switch {
	case x.set.Object.Spec.UpdateStrategy.Type != api.RollingUpdateDaemonSetStrategyType:
		return waitOn(old, reason.WaitingOnDelete)
	case surge && e.object == nil:
		return waitOn(old, reason.WaitingNodeGone)
	case surge && e.group == groupOldAwayUp:
		return waitOn(old, reason.WaitingSpare)
	case surge && x.refused() != "":
		return Wait{Pod: old.ID, Why: reason.Reason{Code: reason.WaitingRefused, Text: x.refused()}}
	case surge && e.group == groupOldHere:
		return waitOn(old, reason.WaitingSurgePod)
	}
	return waitOn(old, reason.WaitingOldPodDeleted)
}

// waitsEmpty is for a node without a pod to count on. With maxSurge a pod being
// deleted is in nobody's way.
func (x *Index) waitsEmpty(e *entry) Wait {
	for i := range e.len() {
		if p := e.pod(i); visible(p) && !x.judge.surge {
			if e.object == nil || !nodeReady(e.object) {
				return waitOn(p, reason.WaitingLeavingNodeNotReady)
			}
			return waitOn(p, reason.WaitingLeaving)
		}
	}
	if text := x.refused(); text != "" {
		return Wait{Pod: state.None, Why: reason.Reason{Code: reason.WaitingRefused, Text: text}}
	}
	return Wait{Pod: state.None, Why: reason.Reason{Code: reason.WaitingNoPod}}
}

// refused is what the API server has against every pod of the present template, "" for nothing.
func (x *Index) refused() string {
	if t := x.set.Template; t != nil && t.Refused != nil {
		base := x.set.Object.Name + "-"
		return t.Refused.Message(base, base)
	}
	return ""
}

// waitsForPod is for a new pod that is not available.
func (x *Index) waitsForPod(e *entry, p *state.Pod) Wait {
	switch {
	case p.Phase.Terminal():
		w := waitOn(p, reason.WaitingPodEnded)
		w.Why.Text = p.Phase.String()
		if p.StatusReason != "" {
			w.Why.Text += " (" + p.StatusReason + ")"
		}
		return w
	case !p.Bound() && e.group != groupNew && strings.Contains(p.Unschedulable, noFreePorts):
		w := waitOn(p, reason.WaitingOwnPort)
		w.Why.Text = x.judge.live(e, false).Name
		return w
	case !p.Bound() && p.Unschedulable != "":
		w := waitOn(p, reason.WaitingUnschedulable)
		w.Why.Text = p.Unschedulable
		return w
	case !p.Bound():
		return waitOn(p, reason.WaitingScheduler)
	case e.object == nil || !nodeReady(e.object):
		return waitOn(p, reason.WaitingNodeNotReady)
	case p.Ready:
		w := waitOn(p, reason.WaitingMinReady)
		w.Why.N = int64(x.set.Object.Spec.MinReadySeconds)
		return w
	}
	for i := range p.Containers {
		if c := &p.Containers[i]; c.State == state.Waiting && stuck(c.Reason) {
			w := waitOn(p, reason.WaitingContainer)
			w.Why.Text = c.Reason
			return w
		}
	}
	return waitOn(p, reason.WaitingReady)
}

// noFreePorts is in the scheduler's message about a host port that is taken.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/nodeports/node_ports.go, ErrReason.
const noFreePorts = "didn't have free ports"

// stuck says whether a waiting reason is more than the ordinary way to a start.
func stuck(waiting string) bool {
	return waiting != "" && waiting != "ContainerCreating" && waiting != "PodInitializing"
}

func waitOn(p *state.Pod, code reason.Code) Wait {
	return Wait{Pod: p.ID, Why: reason.Reason{Code: code, Pod: p.Name}}
}

// nodeReady says whether the node's Ready condition is True, or is not there at all.
func nodeReady(n *api.Node) bool {
	for i := range n.Status.Conditions {
		if c := &n.Status.Conditions[i]; c.Type == api.NodeReady {
			return c.Status == api.ConditionTrue
		}
	}
	return true
}

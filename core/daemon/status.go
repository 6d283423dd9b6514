package daemon

import (
	"errors"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/state"
)

// counted is what one node adds to the status counts, a bit each.
type counted uint8

const (
	countDesired counted = 1 << iota
	countCurrent
	countReady
	countUpdated
	countAvailable
	countMisscheduled
)

// counted looks at the first of a node's pods only, whatever state the others are in.
// A pod being deleted counts for as long as it has not ended.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, updateDaemonSetStatus.
func (j judge) counted(e *entry) counted {
	var first *state.Pod
	for i := range e.len() {
		if p := e.pod(i); visible(p) {
			first = p
			break
		}
	}
	switch {
	case e.object == nil:
		return 0
	case !e.placement.ShouldRun && first == nil:
		return 0
	case !e.placement.ShouldRun:
		return countMisscheduled
	case first == nil:
		return countDesired
	}
	c := countDesired | countCurrent
	if first.Ready {
		c |= countReady
		if first.Available {
			c |= countAvailable
		}
	}
	if j.updated(first) {
		c |= countUpdated
	}
	return c
}

// sums are the status counts of all nodes.
type sums struct {
	state.Counts
}

// add counts a node in (1) or out (-1).
func (s *sums) add(c counted, n int32) {
	for _, part := range [...]struct {
		bit counted
		sum *int32
	}{
		{countDesired, &s.Desired},
		{countCurrent, &s.Current},
		{countReady, &s.Ready},
		{countUpdated, &s.Updated},
		{countAvailable, &s.Available},
		{countMisscheduled, &s.Misscheduled},
	} {
		if c&part.bit != 0 {
			*part.sum += n
		}
	}
	s.Unavailable = s.Desired - s.Available
}

// Status is what the DaemonSet's status counts are by the present picture.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, updateDaemonSetStatus.
func (x *Index) Status() state.Counts { return x.counts.Counts }

// Recount is what counts become where the DaemonSet has other pods on a node than before.
func (x *Index) Recount(c state.Counts, id state.NodeID, before, after []*state.Pod) state.Counts {
	s := sums{c}
	if int(id) >= len(x.entries) || x.entries[id].rank < 0 {
		return c
	}
	for i, pods := range [2][]*state.Pod{before, after} {
		e := entry{object: x.entries[id].object, placement: x.entries[id].placement}
		e.keep(pods)
		s.add(x.judge.counted(&e), int32(2*i-1))
	}
	return s.Counts
}

// WriteStatus is the status after a sync, and whether it is written at all: a sync
// whose counts are the old ones leaves the object alone once its generation is
// observed. Observe says that the sync got as far as to raise observedGeneration.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, storeDaemonSetStatus.
func WriteStatus(set *state.DaemonSet, c state.Counts, observe bool) (status api.DaemonSetStatus, write bool) {
	status = set.Status
	write = CountsOf(&status) != c || status.ObservedGeneration < set.Object.Generation
	status.DesiredNumberScheduled = c.Desired
	status.CurrentNumberScheduled = c.Current
	status.NumberReady = c.Ready
	status.UpdatedNumberScheduled = c.Updated
	status.NumberAvailable = c.Available
	status.NumberUnavailable = c.Unavailable
	status.NumberMisscheduled = c.Misscheduled
	if observe {
		status.ObservedGeneration = set.Object.Generation
	}
	return status, write
}

// CountsOf reads the counts of a written status.
func CountsOf(s *api.DaemonSetStatus) state.Counts {
	return state.Counts{
		Desired: s.DesiredNumberScheduled, Current: s.CurrentNumberScheduled, Ready: s.NumberReady,
		Updated: s.UpdatedNumberScheduled, Available: s.NumberAvailable,
		Unavailable: s.NumberUnavailable, Misscheduled: s.NumberMisscheduled,
	}
}

// StatusRequeue is after how long a sync that found these counts comes again by
// itself, to see ready pods become available; 0 when it does not.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, updateDaemonSetStatus.
func StatusRequeue(set *state.DaemonSet, c state.Counts) state.Time {
	if set.Object.Spec.MinReadySeconds > 0 && c.Ready != c.Available {
		return state.Time(set.Object.Spec.MinReadySeconds) * state.Second
	}
	return 0
}

// Done says that the rollout has nothing left to do: every node that should run a
// daemon pod has one of the current revision that is available, and no other.
func (x *Index) Done() bool {
	c := x.counts.Counts
	return c.Updated >= c.Desired && c.Available >= c.Desired &&
		x.size(groupExcess, groupEmpty, groupPairWaiting, groupPairWaitingUp, groupPairDone, groupPairDoneUp,
			groupOldHere, groupOldHereUp) == 0
}

// RolledOut says whether kubectl rollout status would call the rollout done; it
// never does with OnDelete.
func RolledOut(set *state.DaemonSet) bool {
	s := &set.Status
	return set.Object.Spec.UpdateStrategy.Type == api.RollingUpdateDaemonSetStrategyType &&
		set.Object.Generation <= s.ObservedGeneration &&
		s.UpdatedNumberScheduled >= s.DesiredNumberScheduled && s.NumberAvailable >= s.DesiredNumberScheduled
}

// RolloutStatus is the line that kubectl rollout status prints for the status as
// last written, without its end of line, and whether the rollout is done. It goes
// by three counts and the generation, so a DaemonSet that should run nowhere is done.
//
// Upstream 1.37: k8s.io/kubectl pkg/polymorphichelpers/rollout_status.go, DaemonSetStatusViewer.
func RolloutStatus(set *state.DaemonSet) (line string, done bool, err error) {
	ds, s := set.Object, &set.Status
	switch {
	case ds.Spec.UpdateStrategy.Type != api.RollingUpdateDaemonSetStrategyType:
		return "", true, errors.New("rollout status is only available for RollingUpdate strategy type")
	case ds.Generation > s.ObservedGeneration:
		return "Waiting for daemon set spec update to be observed...", false, nil
	case s.UpdatedNumberScheduled < s.DesiredNumberScheduled:
		return fmt.Sprintf("Waiting for daemon set %q rollout to finish: %d out of %d new pods have been updated...",
			ds.Name, s.UpdatedNumberScheduled, s.DesiredNumberScheduled), false, nil
	case s.NumberAvailable < s.DesiredNumberScheduled:
		return fmt.Sprintf("Waiting for daemon set %q rollout to finish: %d of %d updated pods are available...",
			ds.Name, s.NumberAvailable, s.DesiredNumberScheduled), false, nil
	}
	return fmt.Sprintf("daemon set %q successfully rolled out", ds.Name), true, nil
}

// source is the component that the controller's Events name.
const source = "daemonset-controller"

// endedReport is the Event for a failed or succeeded daemon pod about to be deleted.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, podsShouldBeOnNode.
func endedReport(p *state.Pod, node string) state.Report {
	if p.Phase == state.Failed {
		return state.Report{
			Warning: true, Reason: "FailedDaemonPod", Source: source,
			Message: fmt.Sprintf("Found failed daemon pod %s/%s on node %s, will try to kill it", p.Namespace, p.Name, node),
		}
	}
	return state.Report{
		Reason: "SucceededDaemonPod", Source: source,
		Message: fmt.Sprintf("Found succeeded daemon pod %s/%s on node %s, will try to delete it", p.Namespace, p.Name, node),
	}
}

// CreateReport is the Event for a pod that was created, or, with the API's error
// text, was not.
//
// Upstream 1.37: pkg/controller/controller_utils.go, RealPodControl.createPods.
func CreateReport(pod, failure string) state.Report {
	if failure != "" {
		return state.Report{Warning: true, Reason: "FailedCreate", Message: "Error creating: " + failure, Source: source}
	}
	return state.Report{Reason: "SuccessfulCreate", Message: "Created pod: " + pod, Source: source}
}

// DeleteReport is the Event for a pod that was deleted, or, with the API's error
// text, was not.
//
// Upstream 1.37: pkg/controller/controller_utils.go, RealPodControl.DeletePod.
func DeleteReport(pod, failure string) state.Report {
	if failure != "" {
		return state.Report{Warning: true, Reason: "FailedDelete", Message: "Error deleting: " + failure, Source: source}
	}
	return state.Report{Reason: "SuccessfulDelete", Message: "Deleted pod: " + pod, Source: source}
}

// SelectsAll says whether the DaemonSet has an empty selector, which the
// controller refuses to work with, and the Event it writes about it.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, syncDaemonSet.
func SelectsAll(ds *api.DaemonSet) (state.Report, bool) {
	s := ds.Spec.Selector
	if s == nil || len(s.MatchLabels) > 0 || len(s.MatchExpressions) > 0 {
		return state.Report{}, false
	}
	return state.Report{
		Warning: true, Reason: "SelectingAll", Source: source,
		Message: "This daemon set is selecting all pods. A non-empty selector is required.",
	}, true
}

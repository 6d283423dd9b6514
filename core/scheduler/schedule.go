// Package scheduler decides where the default scheduler binds a pod, why it does
// not, and which pods it deletes to make room.
//
// It knows pods that are meant for one node: a daemon pod, or a pod whose
// required node affinity names the node. For such a pod scoring never matters:
// one node is looked at, in the order of upstream's filters, and the pod fits
// there or stays pending. Nothing here changes anything; messages are those of
// kube-scheduler to the letter.
//
// Upstream 1.37: pkg/scheduler/schedule_one.go; the plugins enabled are those of
// pkg/scheduler/apis/config/v1/default_plugins.go.
package scheduler

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Source is what the scheduler's Events carry as their source.
const Source = "default-scheduler"

// Observed is what the scheduler sees when it tries one pod.
type Observed struct {
	Pod *state.Pod
	// Target is the node the pod is meant for; nil when there is no such node.
	Target *state.Node
	// Pods occupy the target: bound there and not terminal, terminating ones included.
	Pods []*state.Pod
	// Nominated are pods that wait for victims on the target to go; the pod itself
	// may be among them. May be nil.
	Nominated []*state.Pod
	// Nodes is how many nodes the cluster has.
	Nodes int
	Now   state.Time
	// Budgets says whether evicting a pod violates a PodDisruptionBudget; nil when
	// there are none. It is asked once for each pod that could be evicted, from the
	// most important on, and may count down as it answers. See Budgets.
	Budgets func(*state.Pod) bool
	// Elsewhere says whether some bound pod on another node answers to match; nil
	// means no. Only pods with a required pod affinity ask.
	Elsewhere func(match func(*state.Pod) bool) bool
}

// Decision is what one attempt comes to.
type Decision struct {
	// Bind says that the pod is bound to the target.
	Bind bool
	// Message is the text of PodScheduled=False and Condition its reason; both ""
	// when the pod is bound or the scheduler does not take it up.
	Message   string
	Condition string
	// Victims are the pods to delete with their own grace; each gets the condition
	// DisruptionTarget with reason PreemptionByScheduler and VictimMessage, and the
	// Event that Preempted makes. Victims that are terminating already are not named.
	Victims []state.PodID
	// Nominate says that the pod gets status.nominatedNodeName; Forget that it
	// loses it. Neither: it stays as it is.
	Nominate, Forget bool
	// Displaced are less important pods that lose their nomination for the node to this one.
	Displaced []state.PodID
	// Retry is when the pod is tried again although nothing happened; Never when
	// it is bound or never tried. See Wakes for what brings the next attempt forward.
	Retry   state.Time
	Reports []state.Report // about the pod
	Why     reason.Reason
	// Checks are the filters as far as they were run: those that passed are
	// silent, the one that failed is the last. Nil when the pod is bound.
	Checks []Check
	// Unmodelled are constraints of the pod that were taken as satisfied.
	Unmodelled []reason.Reason
}

// Schedule tries one pod.
//
// Upstream 1.37: pkg/scheduler/schedule_one.go, schedulingCycle and handleSchedulingFailure.
func Schedule(o Observed) Decision {
	if d, out := outside(&o); out {
		return d
	}
	s := sceneOf(&o)
	if o.Target == nil {
		return unplaced(&o)
	}
	failed := s.withNominated(o.Nominated)
	if failed.ok() {
		return bound(&o, &s)
	}
	return failure(&o, &s, failed)
}

// bound is the decision for a pod that passes every filter.
func bound(o *Observed, s *scene) Decision {
	node := o.Target.Name()
	d := Decision{
		Bind:  true,
		Retry: state.Never,
		Reports: []state.Report{{
			Reason:  "Scheduled",
			Message: "Successfully assigned " + o.Pod.Namespace + "/" + o.Pod.Name + " to " + node,
			Source:  Source,
		}},
		Why: reason.Reason{Code: reason.SchedulerBinds, Pod: o.Pod.Name, Node: node},
	}
	if constrained(s.t) {
		d.Unmodelled = s.unmodelled()
	}
	return d
}

// outside decides about pods that the scheduler does not try at all.
func outside(o *Observed) (Decision, bool) {
	p := o.Pod
	d := Decision{Retry: state.Never}
	switch spec := p.Template.Spec; {
	case spec.SchedulerName != "" && spec.SchedulerName != api.DefaultSchedulerName:
		d.Why = reason.Reason{Code: reason.SchedulerNotOurs, Pod: p.Name, Text: spec.SchedulerName}
	case len(spec.SchedulingGates) > 0:
		d.Condition, d.Message = api.PodReasonSchedulingGated, gatedMessage
		d.Why = reason.Reason{Code: reason.SchedulerGated, Pod: p.Name, Text: spec.SchedulingGates[0].Name}
	case p.Target == state.None:
		d.Why = reason.Reason{Code: reason.SchedulerNoTarget, Pod: p.Name}
	default:
		return d, false
	}
	return d, true
}

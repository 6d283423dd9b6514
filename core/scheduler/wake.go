package scheduler

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// Change is something that happened in the cluster: one of its fields is set, or
// Before and After for a node that changed.
type Change struct {
	// Gone is a bound pod that was deleted or reached a terminal phase.
	Gone *state.Pod
	// Came is a pod that was bound.
	Came *state.Pod
	// Before is nil for a node that was added, After for one that was removed.
	Before, After *state.Node
}

// Wakes says whether a change makes a pending pod worth another try. It asks the
// filters that refused the pod, which it knows from the pod's last message. A pod
// that waits, and was never refused, is not woken.
//
// Upstream 1.37: pkg/scheduler/backend/queue/scheduling_queue.go, isPodWorthRequeuing, and
// the EventsToRegister of each plugin.
// Differs: only what happens on the pod's own node counts. Upstream tries a pod
// again after any pod of the cluster is gone, in vain, as it can go nowhere else.
func Wakes(p *state.Pod, c Change) bool {
	if p.Bound() || p.Unschedulable == "" || p.Target == state.None {
		return false
	}
	switch {
	case c.Gone != nil:
		return c.Gone.Node == p.Target && wakesGone(p, c.Gone)
	case c.Came != nil:
		return c.Came.Node == p.Target && wakesCame(p, c.Came)
	case c.After != nil:
		return c.After.ID == p.Target && wakesNode(p, c.Before, c.After)
	}
	return false
}

func refusedFor(p *state.Pod, text string) bool { return strings.Contains(p.Unschedulable, text) }

func refusedForRoom(p *state.Pod) bool {
	return refusedFor(p, insufficient) || refusedFor(p, tooManyPodsText)
}

func wakesGone(p, gone *state.Pod) bool {
	if refusedForRoom(p) || refusedFor(p, spreadText) {
		return true
	}
	if refusedFor(p, portsText) {
		if _, clash := portClash(p.Template.Ports, gone.Template.Ports); clash {
			return true
		}
	}
	if !refusedFor(p, podAntiAffinityText) && !refusedFor(p, existingText) {
		return false
	}
	_, own := podTerms(p.Template.Spec)
	_, theirs := podTerms(gone.Template.Spec)
	return anyTerm(own, p, gone) || anyTerm(theirs, gone, p)
}

func wakesCame(p, came *state.Pod) bool {
	if refusedFor(p, spreadText) {
		return true
	}
	affinity, _ := podTerms(p.Template.Spec)
	return refusedFor(p, podAffinityText) && len(affinity) > 0 && anyTerm(affinity, p, came)
}

// anyTerm says that some term written by one pod selects the other.
func anyTerm(terms []api.PodAffinityTerm, owner, other *state.Pod) bool {
	var s scene
	for i := range terms {
		if s.termMatches(&terms[i], owner.Namespace, owner.LabelSet(), other.Namespace, other.LabelSet()) {
			return true
		}
	}
	return false
}

func wakesNode(p *state.Pod, before, after *state.Node) bool {
	spec := p.Template.Spec
	if before == nil {
		return matchesNode(spec, after.Object)
	}
	old, now := before.Object, after.Object
	switch {
	case !matchesNode(spec, old) && matchesNode(spec, now):
		return true
	case refusedFor(p, taintText) && untolerated(old, spec.Tolerations) != nil && untolerated(now, spec.Tolerations) == nil:
		return true
	case refusedFor(p, unschedulableText) && old.Spec.Unschedulable && !now.Spec.Unschedulable:
		return true
	case refusedForRoom(p) && grew(p.Template, before, after):
		return true
	case refusedFor(p, spreadText) || refusedFor(p, podAffinityText) || refusedFor(p, podAntiAffinityText) || refusedFor(p, existingText):
		return !sameLabels(old.Labels, now.Labels)
	case refusedFor(p, featuresText):
		return strings.Join(old.Status.DeclaredFeatures, " ") != strings.Join(now.Status.DeclaredFeatures, " ")
	}
	return false
}

// grew says that the empty node would take the pod and offers more than before of
// something the pod asks for, or more places.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/noderesources/fit.go, isSchedulableAfterNodeChange.
func grew(t *state.Template, before, after *state.Node) bool {
	s := scene{t: t, self: state.None, node: after}
	if v := resourcesFit(&s); !v.ok() {
		return false
	}
	need, old, now := &t.Requests, &before.Room, &after.Room
	if now.Pods > old.Pods ||
		need.MilliCPU > 0 && now.MilliCPU > old.MilliCPU ||
		need.Memory > 0 && now.Memory > old.Memory ||
		need.EphemeralStorage > 0 && now.EphemeralStorage > old.EphemeralStorage {
		return true
	}
	for _, e := range need.Extended {
		if e.Value > 0 && now.Of(e.Name) > old.Of(e.Name) {
			return true
		}
	}
	return false
}

func sameLabels(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if have, ok := b[k]; !ok || have != v {
			return false
		}
	}
	return true
}

package stage

import (
	"time"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
)

// settle makes of what was printed what is created: revisions are written as this
// version writes them, so that a DaemonSet finds its own, and times are turned into
// ages at the beginning of simulated time.
func (l *Live) settle() {
	if l.rebased {
		return
	}
	l.rebased = true
	newest := map[string]*api.ControllerRevision{}
	for _, r := range l.Revisions {
		if t, ok := templateOf(r); ok {
			store(r, t)
		}
		for i := range r.OwnerReferences {
			if at := key(r.Namespace, r.OwnerReferences[i].Name); newest[at] == nil || newest[at].Revision < r.Revision {
				newest[at] = r
			}
		}
	}
	for _, d := range l.Sets {
		if r := newest[key(d.Namespace, d.Name)]; r != nil && d.Status.ObservedGeneration >= d.Generation {
			store(r, &d.Spec.Template)
		}
	}
	now := l.printed()
	back := now.Sub(core.Epoch)
	for _, p := range l.Pods {
		if starting(p, now) {
			p.Status.Phase = api.PodPending
		}
		for i := range p.Status.Conditions {
			if c := &p.Status.Conditions[i]; !c.LastTransitionTime.IsZero() {
				c.LastTransitionTime = api.Time{Time: c.LastTransitionTime.Add(-back)}
			}
		}
	}
}

// young is how old a pod may be that counts as starting.
const young = 5 * time.Minute

// starting says whether a pod runs and will likely be ready before long: it is young,
// is not ready, and nothing in it has been restarted. It starts anew then, as its image
// is told to; any other pod that is not ready stays so until it is replaced.
func starting(p *api.Pod, now time.Time) bool {
	if p.Status.Phase != api.PodRunning || p.CreationTimestamp.IsZero() || now.Sub(p.CreationTimestamp.Time) >= young {
		return false
	}
	for i := range p.Status.ContainerStatuses {
		if p.Status.ContainerStatuses[i].RestartCount > 0 {
			return false
		}
	}
	for i := range p.Status.Conditions {
		if c := &p.Status.Conditions[i]; c.Type == api.PodReady {
			return c.Status != api.ConditionTrue
		}
	}
	return false
}

// printed is about when the cluster printed all this: the latest moment in it.
func (l *Live) printed() time.Time {
	latest := core.Epoch
	first := true
	see := func(t api.Time) {
		if !t.IsZero() && (first || t.After(latest)) {
			latest, first = t.Time, false
		}
	}
	for _, p := range l.Pods {
		see(p.CreationTimestamp)
		for i := range p.Status.Conditions {
			see(p.Status.Conditions[i].LastTransitionTime)
		}
	}
	for _, n := range l.Nodes {
		see(n.CreationTimestamp)
		for i := range n.Status.Conditions {
			see(n.Status.Conditions[i].LastHeartbeatTime)
			see(n.Status.Conditions[i].LastTransitionTime)
		}
	}
	return latest
}

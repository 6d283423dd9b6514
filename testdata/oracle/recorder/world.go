package recorder

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// settle runs controller, scheduler and kubelets until nothing changes.
func (d *driver) settle() {
	for {
		d.controller()
		if bound, moved := d.schedule(), d.move(); d.hot || !bound && !moved {
			return
		}
	}
}

// ticks lets seconds go by. Within each the controller is looked at after 10 ms, 20 ms
// more, 40 ms more and so on: what it tries again does not wait for the next second.
func (d *driver) ticks(n int) {
	for range n {
		end := time.Now().Add(time.Second)
		for pause := 10 * time.Millisecond; pause < time.Until(end) && !d.hot; pause *= 2 {
			time.Sleep(pause)
			d.settle()
		}
		time.Sleep(time.Until(end))
		d.settle()
	}
}

// now is the time as the API writes it.
func now() metav1.Time { return metav1.NewTime(time.Now().Truncate(time.Second)) }

func (d *driver) pods() []*core.Pod {
	all := d.store.all(pods)
	out := make([]*core.Pod, len(all))
	for i, o := range all {
		out[i] = o.(*core.Pod)
	}
	return out
}

// schedule binds every pod whose node exists, oldest first.
func (d *driver) schedule() (bound bool) {
	pending := slices.DeleteFunc(d.pods(), func(p *core.Pod) bool {
		return p.Spec.NodeName != "" || d.store.of[nodes][target(p)] == nil
	})
	slices.SortStableFunc(pending, func(a, b *core.Pod) int { return a.CreationTimestamp.Compare(b.CreationTimestamp.Time) })
	for _, p := range pending {
		p.Spec.NodeName = target(p)
		d.store.put(pods, p)
	}
	return len(pending) > 0
}

// move is what kubelets and the garbage collector do.
func (d *driver) move() (moved bool) {
	at := d.tick()
	for _, p := range d.pods() {
		w := d.watch(p)
		switch {
		case p.Spec.NodeName == "" || d.store.of[nodes][p.Spec.NodeName] == nil:
		case p.DeletionTimestamp != nil:
			if at-w.leaving >= d.s.Kubelet.TerminateTicks {
				d.store.remove(pods, keyOf(p))
				moved = true
			}
		case !w.pinned && !ready(p) && !terminal(p) && at-w.bound >= d.s.Kubelet.ReadyTicks:
			moved = d.start(p) || moved
		}
	}
	return d.finishForeground() || moved
}

func (d *driver) watch(p *core.Pod) *watched {
	w := d.seen[string(p.UID)]
	if w == nil {
		w = &watched{bound: -1, leaving: -1}
		d.seen[string(p.UID)] = w
	}
	if p.Spec.NodeName != "" && w.bound < 0 {
		w.bound = d.tick()
	}
	if p.DeletionTimestamp != nil && w.leaving < 0 {
		w.leaving = d.tick()
	}
	return w
}

// start makes a pod what its image lets it become.
func (d *driver) start(p *core.Pod) bool {
	image := d.s.Kubelet.Images[p.Spec.Containers[0].Image]
	switch {
	case image.Never:
		return false
	case image.Fail:
		p.Status.Phase = core.PodFailed
		setReady(p, false)
	default:
		p.Status.Phase = core.PodRunning
		setReady(p, true)
	}
	d.store.put(pods, p)
	return true
}

func ready(p *core.Pod) bool {
	return slices.ContainsFunc(p.Status.Conditions, func(c core.PodCondition) bool {
		return c.Type == core.PodReady && c.Status == core.ConditionTrue
	})
}

func setReady(p *core.Pod, ready bool) {
	status := core.ConditionFalse
	if ready {
		status = core.ConditionTrue
	}
	for i := range p.Status.Conditions {
		if c := &p.Status.Conditions[i]; c.Type == core.PodReady && c.Status == status {
			return
		}
	}
	p.Status.Conditions = []core.PodCondition{{Type: core.PodReady, Status: status, LastTransitionTime: now()}}
}

// owned are the keys of a kind's objects whose controller is the set.
func (d *driver) owned(kind string, set object) []object {
	return slices.DeleteFunc(d.store.all(kind), func(o object) bool {
		owner := metav1.GetControllerOf(o)
		return owner == nil || owner.UID != set.GetUID()
	})
}

// deleteSet is the deletion of a DaemonSet together with the garbage collector.
func (d *driver) deleteSet(set *apps.DaemonSet, cascade string) {
	switch cascade {
	case "orphan":
		for _, kind := range []string{pods, revisions} {
			for _, o := range d.owned(kind, set) {
				o.SetOwnerReferences(nil)
				d.store.put(kind, o)
			}
		}
		d.store.remove(sets, keyOf(set))
	case "foreground":
		at := now()
		set.DeletionTimestamp, set.Finalizers = &at, []string{metav1.FinalizerDeleteDependents}
		d.store.put(sets, set)
		d.collect(set)
		d.finishForeground()
	default:
		d.store.remove(sets, keyOf(set))
		d.collect(set)
		for _, o := range d.owned(revisions, set) {
			d.store.remove(revisions, keyOf(o))
		}
	}
}

func (d *driver) collect(set object) {
	for _, o := range d.owned(pods, set) {
		d.deletePod(o.(*core.Pod))
	}
}

// finishForeground removes sets in foreground deletion whose pods are gone.
func (d *driver) finishForeground() (removed bool) {
	for _, o := range d.store.all(sets) {
		if o.GetDeletionTimestamp() == nil || len(d.owned(pods, o)) > 0 {
			continue
		}
		for _, r := range d.owned(revisions, o) {
			d.store.remove(revisions, keyOf(r))
		}
		d.store.remove(sets, keyOf(o))
		removed = true
	}
	return removed
}

// state is everything after a step, in order.
func (d *driver) state(step *Step) {
	for _, o := range d.store.all(sets) {
		set := o.(*apps.DaemonSet)
		step.Sets = append(step.Sets, SetState{set.Name, set.Generation, statusText(&set.Status)})
	}
	for _, o := range d.store.all(revisions) {
		step.Revisions = append(step.Revisions, RevisionState{ownerName(o), o.(*apps.ControllerRevision).Revision})
	}
	slices.SortFunc(step.Revisions, func(a, b RevisionState) int {
		return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Revision, b.Revision))
	})
	for _, p := range d.pods() {
		text := fmt.Sprintf("%s %s/%d %s", target(p), ownerName(p), d.revision(p), p.Status.Phase)
		for _, also := range []struct {
			is   bool
			word string
		}{{ready(p), " ready"}, {p.Spec.NodeName == "", " unbound"}, {p.DeletionTimestamp != nil, " deleting"}} {
			if also.is {
				text += also.word
			}
		}
		step.Pods = append(step.Pods, text)
	}
	slices.Sort(step.Pods)
}

func ownerName(o metav1.Object) string {
	if owner := metav1.GetControllerOf(o); owner != nil {
		return owner.Name
	}
	return ""
}

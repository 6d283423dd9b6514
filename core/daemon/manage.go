package daemon

import (
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Manage is the first part of a sync: it creates pods where one should run and
// none is, and deletes those that failed, are too many or have to go. backOff is
// the controller's memory of failed pods on a node, nil where it has none.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, manage.
// Differs: nodes are visited in the order of their rank, and the pods of a node in
// the controller's sorting order; upstream leaves both open.
func (x *Index) Manage(now state.Time, backOff func(state.NodeID) *state.BackOff) Plan {
	var p Plan
	todo := newCursor(&x.works[workCreate], &x.works[workDelete], &x.works[workEnded])
	for {
		skip := uint(0)
		if len(p.Creates) >= Burst {
			skip |= 1 << 0
		}
		if len(p.Deletes) >= Burst {
			skip |= 1 << 1
		}
		rank := todo.next(skip)
		if rank < 0 {
			break
		}
		id := x.order[rank]
		e := &x.entries[id]
		x.judge.decide(e, &x.scratch, x.placer)
		if x.scratch.create != nil {
			p.create(state.Call{Node: id, Pod: state.None, Why: *x.scratch.create})
		}
		x.ended(&p, e, id, now, backOff)
		for _, c := range x.scratch.deletes {
			c.Node = id
			p.remove(c)
		}
	}
	x.lost(&p)
	return p
}

// ended deletes failed pods, unless the node is in back-off, and succeeded ones.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, podsShouldBeOnNode.
func (x *Index) ended(p *Plan, e *entry, id state.NodeID, now state.Time, backOff func(state.NodeID) *state.BackOff) {
	if len(x.scratch.ended) == 0 {
		return
	}
	b, bumped := x.memory(id, backOff), false
	for _, pod := range x.scratch.ended {
		why := reason.Reason{Code: reason.SucceededPodDeleted, Pod: pod.Name, Node: e.name}
		if pod.Phase == state.Failed {
			if InBackOff(b, now) {
				if p.Requeue == 0 || b.Window < p.Requeue {
					p.Requeue = b.Window
				}
				continue
			}
			next := Bump(b, now)
			next.Set, next.Generation, next.Node = x.set.ID, x.set.Status.ObservedGeneration, id
			b, bumped = &next, true
			why = reason.Reason{Code: reason.FailedPodDeleted, Pod: pod.Name, Node: e.name, N: int64(next.Window / state.Second)}
		}
		p.Reports = append(p.Reports, endedReport(pod, e.name))
		p.remove(state.Call{Node: id, Pod: pod.ID, Why: why})
	}
	if bumped {
		p.BackOffs = append(p.BackOffs, *b)
	}
}

// memory is the back-off entry of the node that belongs to the observed generation.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, failedPodsBackoffKey.
func (x *Index) memory(id state.NodeID, backOff func(state.NodeID) *state.BackOff) *state.BackOff {
	if b := backOff(id); b != nil && b.Set == x.set.ID && b.Generation == x.set.Status.ObservedGeneration {
		return b
	}
	return nil
}

// lost comes after all nodes that exist.
func (x *Index) lost(p *Plan) {
	set := &x.works[workLost]
	for rank := set.next(0); rank >= 0 && len(p.Deletes) < Burst; rank = set.next(rank + 1) {
		id := x.order[rank]
		x.judge.decide(&x.entries[id], &x.scratch, x.placer)
		for _, c := range x.scratch.deletes {
			c.Node = id
			p.remove(c)
		}
	}
}

// decide works out one node. With a placer, reasons are complete; without one only
// what happens is asked for.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, podsShouldBeOnNode.
func (j judge) decide(e *entry, d *decision, placer *Placer) {
	d.create, d.lost, d.ended, d.deletes, d.running = nil, false, d.ended[:0], d.deletes[:0], d.running[:0]
	pods := 0
	for i := range e.len() {
		if visible(e.pod(i)) {
			pods++
		}
	}
	switch {
	case e.object == nil:
		d.abandon(e)
	case e.placement.ShouldRun && pods == 0:
		d.begin(reason.Reason{Code: reason.NodeNeedsPod, Node: e.name})
	case e.placement.MayStay:
		j.prune(e, d)
	default:
		d.expel(e, placer)
	}
}

// abandon deletes the pods that wait for a node that does not exist: they will
// never be bound, and the garbage collector of pods does not see them.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, getUnscheduledPodsWithoutNode.
func (d *decision) abandon(e *entry) {
	for i := range e.len() {
		if p := e.pod(i); visible(p) && !p.Bound() {
			d.lost = true
			d.remove(p, reason.Reason{Code: reason.NodeGonePodDeleted, Pod: p.Name, Node: e.name})
		}
	}
}

// expel deletes every pod on a node that must not have one.
func (d *decision) expel(e *entry, placer *Placer) {
	for i := range e.len() {
		if p := e.pod(i); !p.Terminating() {
			why := reason.Reason{Code: reason.PodMayNotStay, Pod: p.Name, Node: e.name}
			if placer != nil {
				why.Text = placer.expels(e.object)
			}
			d.remove(p, why)
		}
	}
}

// prune sorts a node's pods into ended and running ones and deletes running ones
// beyond those allowed.
func (j judge) prune(e *entry, d *decision) {
	leaving := ""
	for i := range e.len() {
		switch p := e.pod(i); {
		case p.Terminating():
			leaving = p.Name
		case p.Phase.Terminal():
			d.ended = append(d.ended, p)
		default:
			d.running = append(d.running, p)
		}
	}
	switch {
	case !j.surge && len(d.running) > 1:
		for _, p := range d.running[1:] {
			d.remove(p, reason.Reason{Code: reason.ExcessPodDeleted, Pod: p.Name, Node: e.name, Text: d.running[0].Name})
		}
	case !j.surge:
	case len(d.running) == 0 && e.placement.ShouldRun && len(d.ended) > 0:
		d.begin(reason.Reason{Code: reason.NodeNeedsPodBesideEnded, Node: e.name, Pod: d.ended[0].Name})
	case len(d.running) == 0 && e.placement.ShouldRun:
		d.begin(reason.Reason{Code: reason.NodeNeedsPodBesideLeaving, Node: e.name, Pod: leaving})
	case len(d.running) > 1:
		j.pair(e, d)
	}
}

// pair keeps the first new and the first old pod, and of those two only the new
// one as soon as the old one is not ready or the new one is available. Only the
// hash tells old from new here.
func (j judge) pair(e *entry, d *decision) {
	var fresh, old *state.Pod
	for _, p := range d.running {
		slot := &old
		if p.Hash() == j.hash {
			slot = &fresh
		}
		if *slot == nil {
			*slot = p
			continue
		}
		d.remove(p, reason.Reason{Code: reason.ExcessPodDeleted, Pod: p.Name, Node: e.name, Text: (*slot).Name})
	}
	switch {
	case fresh == nil || old == nil:
	case !old.Ready:
		d.remove(old, reason.Reason{Code: reason.OldPodNotReady, Pod: old.Name, Node: e.name, Text: fresh.Name})
	case fresh.Available:
		d.remove(old, reason.Reason{Code: reason.NewPodAvailable, Pod: old.Name, Node: e.name, Text: fresh.Name})
	}
}

func (d *decision) begin(why reason.Reason) {
	d.why = why
	d.create = &d.why
}

func (d *decision) remove(p *state.Pod, why reason.Reason) {
	d.deletes = append(d.deletes, state.Call{Pod: p.ID, Why: why})
}

// The windows of the failed-pod back-off.
//
// Upstream 1.37: cmd/kube-controller-manager/app/apps.go, newDaemonSetController.
const (
	backOffFirst = state.Second
	backOffMost  = 900 * state.Second
)

// InBackOff says whether a failed pod has to wait before it is deleted. An entry
// that was not raised for twice the longest window is forgotten.
//
// Upstream 1.37: client-go util/flowcontrol/backoff.go, IsInBackOffSinceUpdate.
func InBackOff(b *state.BackOff, now state.Time) bool {
	return b != nil && !expired(b, now) && now-b.Bumped < b.Window
}

// Bump is the entry after one more failed pod was deleted: a second at first, then
// twice the window, up to 15 minutes. Set, Generation and Node stay those of b.
//
// Upstream 1.37: client-go util/flowcontrol/backoff.go, Next.
func Bump(b *state.BackOff, now state.Time) state.BackOff {
	if b == nil {
		return state.BackOff{Window: backOffFirst, Bumped: now}
	}
	next := *b
	next.Bumped = now
	next.Window = min(2*b.Window, backOffMost)
	if expired(b, now) {
		next.Window = backOffFirst
	}
	return next
}

func expired(b *state.BackOff, now state.Time) bool { return now-b.Bumped > 2*backOffMost }

package core

import (
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/nodelifecycle"
	"github.com/rollscope/rollscope/core/state"
)

// Nodes, kubelets and the scheduler of the recordings. No node controller was
// part of them: a node has the taints that the scenario wrote and those that
// follow from its state, at once.

func (r *replay) addNode(n recordedNode) {
	o := &api.Node{}
	o.Name, o.Labels = n.Name, n.Labels
	o.Spec.Unschedulable = n.Unschedulable
	o.Status.Allocatable = n.Allocatable
	furnish(o)
	r.nodes[n.Name] = &machine{ready: n.Ready == nil || *n.Ready, unreachable: n.Unreachable, taints: n.Taints}
	r.store(nodelifecycle.Join(r.c.nodeID(n.Name), o, r.c.Now()), o)
}

func (r *replay) setNode(a *recordedAction) error {
	n, exists := r.c.Node(a.Node)
	if !exists {
		return errNoSuch
	}
	m := r.nodes[a.Node]
	if a.Ready != nil {
		m.ready, m.unreachable = *a.Ready, m.unreachable && !*a.Ready
	}
	if a.Unreachable != nil {
		m.ready, m.unreachable = !*a.Unreachable, *a.Unreachable
	}
	if a.Taints != nil {
		m.taints = *a.Taints
	}
	o := n.Object.DeepCopy()
	for k, v := range a.Labels {
		if o.Labels == nil {
			o.Labels = map[string]string{}
		}
		if v == nil {
			delete(o.Labels, k)
		} else {
			o.Labels[k] = *v
		}
	}
	if a.Unschedulable != nil {
		o.Spec.Unschedulable = *a.Unschedulable
	}
	if a.Allocatable != nil {
		o.Status.Allocatable = a.Allocatable
	}
	r.store(n, o)
	return nil
}

// store puts a node's edited object in place with the taints that belong to it.
func (r *replay) store(n *state.Node, o *api.Node) {
	m := r.nodes[o.Name]
	o.Spec.Taints = nil
	for _, t := range m.taints {
		switch strings.TrimPrefix(t.Key, "node.kubernetes.io/") {
		case "not-ready", "unreachable", "unschedulable": // follow from the node's state
		default:
			o.Spec.Taints = append(o.Spec.Taints, t)
		}
	}
	add := func(key string, effects ...api.TaintEffect) {
		for _, e := range effects {
			o.Spec.Taints = append(o.Spec.Taints, api.Taint{Key: "node.kubernetes.io/" + key, Effect: e})
		}
	}
	switch {
	case m.unreachable:
		add("unreachable", api.TaintEffectNoSchedule, api.TaintEffectNoExecute)
	case !m.ready:
		add("not-ready", api.TaintEffectNoSchedule, api.TaintEffectNoExecute)
	}
	if o.Spec.Unschedulable {
		add("unschedulable", api.TaintEffectNoSchedule)
	}
	next := *n
	next.Object, next.Room = o, state.RoomOf(o)
	next.Wake, next.Pinned, next.Kubelet = state.Never, true, state.KubeletSilent
	r.c.putNode(n.ID, &next)
	if m.unreachable {
		r.c.markPodsNotReady(n.ID)
	}
	for _, p := range r.c.PodsOn(o.Name) {
		kept := *p
		kept.EvictAt = state.Never // taint eviction was no part of the recordings
		r.c.putPod(p.ID, &kept)
	}
}

// removeNode removes a node. The engine's garbage collector keeps out of it.
func (r *replay) removeNode(name string) error {
	if _, exists := r.c.Node(name); !exists {
		return nil
	}
	if err := r.c.Delete("Node", "", name, DeleteOptions{}); err != nil {
		return err
	}
	delete(r.nodes, name)
	for _, p := range r.c.PodsOn(name) {
		next := *p
		next.CollectAt = state.Never
		r.c.putPod(p.ID, &next)
	}
	return nil
}

// refusals are what a scheduler's message says about the pod's own node: the
// recording's scheduler says no more.
func refusals(message string) string {
	_, message, _ = strings.Cut(message, ": ")
	message, _, _ = strings.Cut(message, ". preemption")
	var own []string
	for _, part := range strings.Split(message, ", ") {
		if _, text, _ := strings.Cut(part, " "); text != "node(s) didn't satisfy plugin(s) [NodeAffinity]" {
			own = append(own, text)
		}
	}
	return strings.Join(own, ", ")
}

// schedule tries every pending pod, oldest first, and says whether one was
// bound. What it writes about the others reaches the controller later.
func (r *replay) schedule() (bound bool) {
	var pending []*state.Pod
	for _, p := range r.c.PodRecords() {
		if !p.Bound() && r.c.node(p.Target) != nil {
			pending = append(pending, p)
		}
	}
	sort.SliceStable(pending, func(i, j int) bool { return pending[i].Created < pending[j].Created })
	for _, p := range pending {
		asleep := *r.set()
		r.c.schedule(p.ID)
		tried := r.c.pods[p.ID]
		if tried.Bound() {
			bound = true
			continue
		}
		r.late = r.late || refusals(p.Unschedulable) != refusals(tried.Unschedulable)
		awake := *r.set()
		awake.Sync.Due = asleep.Sync.Due
		r.c.putSet(awake.ID, &awake)
	}
	return bound
}

// move is what happens to pods by themselves.
func (r *replay) move() bool {
	collected, moved := r.collect(), r.kubelets()
	return collected || moved
}

// collect is pod garbage collection: a pod is gone so many ticks after its node.
func (r *replay) collect() (removed bool) {
	now := int64(r.c.Now() / state.Second)
	for _, p := range r.c.PodRecords() {
		w := r.watch(p, now)
		switch {
		case !p.Bound() || r.c.node(p.Node) != nil:
			w.lost = -1
		case w.lost < 0:
			w.lost = now
		}
		if w.lost >= 0 && now-w.lost >= r.s.Kubelet.PodGCTicks {
			r.c.putPod(p.ID, nil)
			removed = true
		}
	}
	return removed
}

// kubelets move every pod that has been long enough in its state, on nodes that work.
func (r *replay) kubelets() (moved bool) {
	now := int64(r.c.Now() / state.Second)
	for _, p := range r.c.PodRecords() {
		w := r.watch(p, now)
		m := r.nodes[r.c.NodeName(p.Node)]
		switch {
		case m != nil && m.unreachable && p.Ready:
			r.c.markPodsNotReady(p.Node)
			moved = true
		case m == nil || !m.ready || m.unreachable:
		case p.Terminating():
			if now-w.leaving >= r.s.Kubelet.TerminateTicks {
				r.c.putPod(p.ID, nil)
				moved = true
			}
		case !w.pinned && !p.Ready && !p.Phase.Terminal() && now-w.seen >= r.readyTicks(p):
			moved = r.start(p) || moved
		}
	}
	return moved
}

// watch is what the kubelet remembers of a pod that it sees now.
func (r *replay) watch(p *state.Pod, now int64) *watched {
	w := r.pods[p.ID]
	if w == nil {
		w = &watched{seen: -1, leaving: -1, lost: -1}
		r.pods[p.ID] = w
	}
	if p.Bound() && w.seen < 0 {
		w.seen = now
	}
	if p.Terminating() && w.leaving < 0 {
		w.leaving = now
	}
	return w
}

func (r *replay) readyTicks(p *state.Pod) int64 {
	if k := r.s.Kubelet.Images[p.Template.Spec.Containers[0].Image]; k.ReadyTicks != nil {
		return *k.ReadyTicks
	}
	return r.s.Kubelet.ReadyTicks
}

// start makes a pod what its image lets it become: ready, failed, or nothing at all.
func (r *replay) start(p *state.Pod) bool {
	k := r.s.Kubelet.Images[p.Template.Spec.Containers[0].Image]
	next := *p
	switch {
	case k.Never:
		return false
	case k.Fail:
		next.Phase = state.Failed
	default:
		next.Phase, next.Ready, next.ReadySince, next.Started = state.Running, true, r.c.Now(), r.c.Now()
	}
	r.c.putPod(p.ID, &next)
	return true
}

// leave takes a pod marked for deletion away at once where stopping takes no time.
func (r *replay) leave(e *Event) {
	id, here := r.c.podID[podKey{e.Object.Namespace, e.Object.Name}]
	if here && r.s.Kubelet.TerminateTicks == 0 && r.c.pods[id].Terminating() {
		r.c.putPod(id, nil)
	}
}

// mark is pin; the controller hears of it in any case, as the recording writes the pod.
func (r *replay) mark(p *state.Pod, to string) error {
	r.pin(p, to)
	if to != "auto" {
		r.wake()
	}
	return nil
}

// pin keeps a pod in a state, or lets it go again.
func (r *replay) pin(p *state.Pod, to string) {
	next := *p
	r.watch(p, int64(r.c.Now()/state.Second)).pinned = to != "auto"
	ready := p.Ready
	switch to {
	case "failed":
		next.Phase, ready = state.Failed, false
	case "succeeded":
		next.Phase, ready = state.Succeeded, false
	case "notReady":
		next.Phase, ready = state.Running, false
	case "ready":
		next.Phase, ready = state.Running, true
	}
	if next.Ready != ready {
		next.Ready, next.ReadySince = ready, r.c.Now()
	}
	r.c.putPod(p.ID, &next)
}

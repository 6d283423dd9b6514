package core

import (
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/kubelet"
	"github.com/rollscope/rollscope/core/nodelifecycle"
	"github.com/rollscope/rollscope/core/scheduler"
	"github.com/rollscope/rollscope/core/state"
)

// What a change means to the components that watch: whose turn comes because of it.

// timeAvailability fills a new pod record's availability from its readiness.
//
// Upstream 1.37: pkg/api/v1/pod/util.go, IsPodAvailable: Ready for
// minReadySeconds, counted from a timestamp cut to whole seconds.
func (c *Cluster) timeAvailability(before, p *state.Pod) {
	if before != nil && before.Ready == p.Ready && before.ReadySince == p.ReadySince && before.Set == p.Set {
		return
	}
	p.Available, p.AvailableAt = c.availability(p)
}

func (c *Cluster) availability(p *state.Pod) (available bool, at state.Time) {
	if !p.Ready {
		return false, state.Never
	}
	wait := c.minReady(p.Set)
	due := p.ReadySince.Truncate(time.Second) + wait
	if wait == 0 || due <= c.now {
		return true, state.Never
	}
	return false, due
}

func (c *Cluster) minReady(id state.SetID) state.Time {
	if id == state.None || c.sets[id] == nil {
		return 0
	}
	return state.Time(c.sets[id].Object.Spec.MinReadySeconds) * state.Second
}

// podMoved tells whoever watches pods.
func (c *Cluster) podMoved(before, after *state.Pod) {
	if before != nil && after != nil && !visible(before, after) {
		return
	}
	for _, p := range [2]*state.Pod{before, after} {
		if p != nil && p.Set != state.None && (p == after || after == nil || after.Set != p.Set) {
			c.enqueue(p.Set, c.options.Latency)
		}
	}
	if after != nil && after.Set != state.None && after.Ready && (before == nil || !before.Ready) {
		// A pod that comes in ready may have been so for a while.
		if wait := c.minReady(after.Set) - (c.now - after.ReadySince); c.minReady(after.Set) > 0 && wait >= 0 {
			c.enqueueAfter(after.Set, wait+state.Second)
		}
	}
	if after != nil && after.Set == state.None && after.Owner == nil && (before == nil || before.Set != state.None || !maps.Equal(before.LabelSet(), after.LabelSet())) {
		c.orphanSeen(after)
	}
	if before != nil && before.Node != state.None && (after == nil || after.Phase.Terminal() && !before.Phase.Terminal()) {
		c.retryPending(before.Node, scheduler.Change{Gone: before})
	}
	if after != nil && after.Started != state.Never && (before == nil || before.Started == state.Never) {
		c.alertKubelet(after.Node)
	}
	if after == nil && before.Set != state.None {
		c.finishForeground(before.Set)
	}
}

// alertKubelet tells a kubelet under pressure that it has a pod more.
func (c *Cluster) alertKubelet(id state.NodeID) {
	if n := c.node(id); n != nil && n.Pressure != nil {
		if alert := kubelet.Alert(n, c.now); alert != n {
			c.putNode(id, alert)
		}
	}
}

// visible says whether a change shows in the API object.
func visible(a, b *state.Pod) bool {
	return a.Phase != b.Phase || a.Ready != b.Ready || a.Node != b.Node || a.Deleted != b.Deleted ||
		a.Set != b.Set || a.StatusReason != b.StatusReason || a.Unschedulable != b.Unschedulable ||
		a.Template != b.Template || a.Started != b.Started || a.Nominated != b.Nominated || !maps.Equal(a.Labels, b.Labels) ||
		a.Disruption != b.Disruption || !kubelet.SameContainers(a.Containers, b.Containers)
}

// orphanSeen enqueues every DaemonSet that might adopt the pod.
func (c *Cluster) orphanSeen(p *state.Pod) {
	for _, d := range c.setsInOrder() {
		if d.Object.Namespace == p.Namespace && d.Selector.Matches(p.LabelSet()) {
			c.enqueue(d.ID, c.options.Latency)
		}
	}
}

// setsInOrder are the DaemonSets as they are told of something that concerns several.
func (c *Cluster) setsInOrder() []*state.DaemonSet {
	sets := slices.DeleteFunc(slices.Clone(c.sets), func(d *state.DaemonSet) bool { return d == nil })
	if c.options.ByName {
		slices.SortFunc(sets, func(a, b *state.DaemonSet) int { return strings.Compare(a.Key(), b.Key()) })
	}
	return sets
}

// enqueue puts a DaemonSet on the controller's work queue.
func (c *Cluster) enqueue(id state.SetID, delay state.Time) {
	d := c.sets[id]
	if d == nil || d.Sync.Due <= c.now+delay {
		return
	}
	next := *d
	c.queueUp(&next, delay)
	c.putSet(id, &next)
}

// queueUp puts a set's new record on the work queue, behind those that are on it,
// where it is not there already.
//
// Upstream 1.37: client-go util/workqueue/queue.go, Add and Done.
// Differs: the controller works on two keys at a time; here one sync begins after the other.
func (c *Cluster) queueUp(d *state.DaemonSet, delay state.Time) {
	if d.Sync.Due > c.now+delay {
		d.Sync.Due, d.Sync.Place = c.now+delay, 0
		for _, other := range c.sets {
			if other != nil && other.ID != d.ID && other.Sync.Due == d.Sync.Due {
				d.Sync.Place = min(max(d.Sync.Place, other.Sync.Place+1), math.MaxUint16-1)
			}
		}
	}
}

// enqueueAfter asks for a sync later on; an earlier one already asked for stands.
//
// Upstream 1.37: client-go util/workqueue/delaying_queue.go, insert.
func (c *Cluster) enqueueAfter(id state.SetID, delay state.Time) {
	d := c.sets[id]
	if d == nil || d.Sync.After <= c.now+delay {
		return
	}
	next := *d
	next.Sync.After = c.now + delay
	c.putSet(id, &next)
}

// requeue is a delayed requeue on the controller's work queue, kept under the key of a
// DaemonSet that is gone.
type requeue state.Time

// keepRequeue remembers that a sync is asked for later on: the work queue goes by
// namespace and name, so that a DaemonSet of the same name finds it there.
//
// Upstream 1.37: client-go util/workqueue/delaying_queue.go, insert.
func (c *Cluster) keepRequeue(d *state.DaemonSet) {
	if d.Sync.After != state.Never {
		c.putObject(c.keyID("requeue/"+d.Key()), requeue(d.Sync.After))
	}
}

// requeued is the delayed requeue that is there for a new DaemonSet's key; Never for none.
func (c *Cluster) requeued(key string) state.Time {
	if at, ok := c.objects[c.keyID("requeue/"+key)].(requeue); ok && state.Time(at) > c.now {
		return state.Time(at)
	}
	return state.Never
}

// nodeMoved tells whoever watches nodes.
func (c *Cluster) nodeMoved(id state.NodeID, before, after *state.Node) {
	if after == nil {
		c.planEnds(id, nil)
		return
	}
	if before == nil || daemon.NodeChanged(before.Object, after.Object) {
		for _, d := range c.setsInOrder() {
			if daemon.Wakes(c.place(d.ID, after), c.holdsPod(d.ID, id), d.Status.NumberMisscheduled) {
				c.enqueue(d.ID, c.options.Latency)
			}
		}
	}
	if before == nil || before.Object != after.Object {
		c.retryPending(id, scheduler.Change{Before: before, After: after})
		c.planEnds(id, after)
	}
	if after.Kubelet != state.KubeletSilent && (before == nil || before.Kubelet == state.KubeletSilent) {
		c.wakeKubelet(id)
	}
}

// holdsPod says whether a pod of the set is bound to the node.
func (c *Cluster) holdsPod(set state.SetID, node state.NodeID) bool {
	for _, id := range c.onNode[node] {
		if p := c.pods[id]; p.Set == set && p.Node == node {
			return true
		}
	}
	return false
}

// Asleep says that nothing is going to wake the controller for a DaemonSet by
// itself: no sync is asked for, none of its pods and no node is going to change, no
// pod is to change hands, and no other may come that could preempt one of its own.
// It may say no of one that sleeps, and never yes of one that does not.
func (c *Cluster) Asleep(id state.SetID) bool {
	d := c.sets[id]
	if d == nil || !d.Sync.Asleep() || dueOf(c, int(id)+1) > 0 || c.dueNodes > 0 || dueOf(c, 0) > 0 || len(c.strays) > 0 || c.surplusAt() != state.Never {
		return false
	}
	for _, other := range c.sets {
		if other == nil || other == d || other.Sync.HistoryOf == other.Object && d.Template != nil && other.Template.Priority <= d.Template.Priority {
			continue
		}
		if !other.Sync.Asleep() || dueOf(c, int(other.ID)+1) > 0 {
			return false
		}
	}
	return true
}

// dueOf is how many pods are due in one of the places of derived.due.
func dueOf(c *Cluster, at int) int {
	if at >= len(c.due) {
		return 0
	}
	return c.due[at]
}

// place is the placement answer of a set's template for a node.
func (c *Cluster) place(id state.SetID, n *state.Node) daemon.Placement {
	return c.placerOf(id).Place(n.Object)
}

// placerOf is the prepared placement of a set's present template.
func (c *Cluster) placerOf(id state.SetID) *daemon.Placer {
	d := c.sets[id]
	p := c.placer[id]
	if p == nil || p.object != d.Object {
		p = &placing{object: d.Object, placer: daemon.NewPlacer(d.Object)}
		c.placer[id] = p
	}
	return p.placer
}

// retryPending lets the scheduler try pods again that wait for this node and
// that the change may help.
func (c *Cluster) retryPending(id state.NodeID, change scheduler.Change) {
	for _, pid := range c.onNode[id] { // a pod that waits hangs on the same nodes after the change
		p := c.pods[pid]
		if p == nil || p.Bound() || !p.Retry || !scheduler.Wakes(p, change) {
			continue
		}
		next := *p
		next.Wake, next.Retry = c.now+c.options.Latency, false
		c.putPod(pid, &next)
	}
}

// planEnds sets when taint eviction or garbage collection ends each pod of a
// node; the node is nil where it is gone.
func (c *Cluster) planEnds(id state.NodeID, n *state.Node) {
	for _, pid := range c.ids(id) {
		p := c.pods[pid]
		if p == nil || p.Node != id {
			continue
		}
		next := *p
		c.planEnd(&next, n)
		if n == nil {
			next.Wake = state.Never
		}
		if next.EvictAt != p.EvictAt || next.CollectAt != p.CollectAt || next.Wake != p.Wake {
			c.putPod(pid, &next)
		}
	}
}

// planEnd sets when taint eviction or garbage collection ends one bound pod.
func (c *Cluster) planEnd(p *state.Pod, n *state.Node) {
	if n == nil || p.Terminating() {
		p.EvictAt = state.Never
	} else {
		p.EvictAt = nodelifecycle.EvictionAt(p, n, c.now)
	}
	p.CollectAt, _ = nodelifecycle.Collect(p, n, c.now)
}

// wakeKubelet lets a kubelet look at all pods of its node.
func (c *Cluster) wakeKubelet(id state.NodeID) {
	for _, pid := range c.ids(id) {
		if p := c.pods[pid]; p != nil && p.Node == id {
			next := *p
			next.Wake, next.Retry = c.now, false
			c.putPod(pid, &next)
		}
	}
}

// ids is a copy of the list of a node's pods, safe to range over while pods change.
func (c *Cluster) ids(id state.NodeID) []state.PodID {
	return append([]state.PodID(nil), c.onNode[id]...)
}

// Whose a pod is: what a sync sees of pods without an owner, and of those whose labels changed.

// claimPods adopts orphans that match the set's selector and releases pods whose
// labels match no more. It returns those adopted.
//
// Upstream 1.37: pkg/controller/controller_ref_manager.go, ClaimPods.
func (c *Cluster) claimPods(id state.SetID) (adopted []state.PodID) {
	d := c.sets[id]
	if len(c.strays) == 0 {
		return nil
	}
	strays := make([]state.PodID, 0, len(c.strays))
	for pid := range c.strays {
		strays = append(strays, pid)
	}
	slices.Sort(strays)
	looked := false
	for _, pid := range strays {
		p := c.pods[pid]
		if p.Namespace != d.Object.Namespace {
			continue
		}
		next := *p
		verb := "adopt"
		claim := daemon.Claim(d, p)
		switch claim.Action {
		case daemon.Adopt:
			if !looked {
				c.charge(1)
				looked = true
			}
			next.Set = id
			next.Labels = p.LabelSet()
			adopted = append(adopted, pid)
		case daemon.Release:
			verb, next.Set = "release", state.None
		default:
			continue
		}
		c.charge(1)
		c.putPod(pid, &next)
		c.emit(Event{Actor: DaemonSetController, Object: podObject(p), Verb: verb, Node: c.nameOf(p), Why: claim.Why})
	}
	return adopted
}

// adoptions are the nodes of pods that a sync has adopted, with all pods of the set there.
func (c *Cluster) adoptions(id state.SetID, adopted []state.PodID) (out []state.Adoption) {
	at := map[state.NodeID]int{} // by node: index in out + 1
	for _, pid := range adopted {
		node := c.pods[pid].Target
		if at[node] == 0 {
			out = append(out, state.Adoption{Node: node, Pods: slices.Clone(view{c, c.sets[id]}.Pods(node))})
			at[node] = len(out)
		}
		on := &out[at[node]-1]
		on.IDs = append(on.IDs, pid)
	}
	return out
}

// missAdopted takes pods that a sync adopted and that are gone already out of its
// counts and its live hashes. Its cache still shows them as orphans, so that it would
// have to adopt them again, and there is nothing left to adopt. Of pods that were its
// own before, the cache shows them as they were.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, getNodesToDaemonPods,
// which manage, cleanupHistory and updateDaemonSetStatus call one after the other;
// pkg/controller/controller_ref_manager.go, ClaimObject.
func (c *Cluster) missAdopted(d *state.DaemonSet) {
	if len(d.Sync.Adopted) > 0 {
		d.Sync.Live = maps.Clone(d.Sync.Live)
	}
	for i := range d.Sync.Adopted {
		on := &d.Sync.Adopted[i]
		var left []*state.Pod
		for _, p := range on.Pods {
			if c.pods[p.ID] != nil || !slices.Contains(on.IDs, p.ID) {
				left = append(left, p)
			} else if d.Sync.Live != nil {
				d.Sync.Live[p.Hash()]--
			}
		}
		d.Sync.Counts = c.index[d.ID].Recount(d.Sync.Counts, on.Node, on.Pods, left)
	}
}

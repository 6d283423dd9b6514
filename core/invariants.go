package core

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/nodelifecycle"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// What must hold of a cluster, named after what upstream promises. Sweeps ask
// after every event; a cluster in use does not, as everything is worked out anew.

// Check tells what does not hold now, a sentence each; nothing where all is well.
func (c *Cluster) Check() []string {
	k := checker{c: c}
	k.derived()
	for _, n := range c.nodes {
		if n != nil {
			k.node(n)
		}
	}
	for id, p := range c.pods {
		if p != nil {
			k.pod(state.PodID(id), p)
		}
	}
	for _, d := range c.sets {
		if d != nil {
			k.index(d)
			k.disruptions(d)
			k.settled(d)
		}
	}
	return k.broken
}

type checker struct {
	c      *Cluster
	broken []string
}

// hold notes a sentence about what does not hold.
func (k *checker) hold(holds bool, format string, values ...any) {
	if !holds {
		k.broken = append(k.broken, fmt.Sprintf(format, values...))
	}
}

// derived holds what is kept up to date with the state to the state.
func (k *checker) derived() {
	c := k.c
	anew := *c
	anew.rederive()
	for id := range c.nodeName {
		k.hold(slices.Equal(c.onNode[id], anew.onNode[id]), "the pods listed under node %s are %v, and not %v", c.nodeName[id], anew.onNode[id], c.onNode[id])
	}
	k.hold(maps.Equal(c.podID, anew.podID), "pods are found by other names than theirs")
	k.hold(maps.Equal(c.strays, anew.strays), "other pods are to be claimed")
	k.hold(maps.Equal(c.live, anew.live), "pods carry other hashes than are counted")
	k.hold(c.alive == anew.alive, "there are %d nodes, and not %d", anew.alive, c.alive)
	k.hold(c.ended == anew.ended, "%d pods have ended, and not %d", anew.ended, c.ended)
	for id := range max(len(c.due), len(anew.due)) {
		k.hold(dueOf(c, id) == dueOf(&anew, id), "%d pods of set %d are due, and not %d", dueOf(&anew, id), id-1, dueOf(c, id))
	}
	k.hold(c.dueNodes == anew.dueNodes, "%d nodes are due, and not %d", anew.dueNodes, c.dueNodes)
	none := func(_ string, z nodelifecycle.Zone) bool { return z == nodelifecycle.Zone{} }
	was, is := maps.Clone(c.zoneSizes), anew.zoneSizes
	maps.DeleteFunc(was, none)
	k.hold(maps.Equal(was, is), "the zones count other nodes")
	k.hold(slices.Equal(c.owned[:len(c.sets)], anew.owned), "sets own %v pods, and not %v", anew.owned, c.owned)
	order := func(a, b item) int { return b2i(b.less(a)) - b2i(a.less(b)) }
	due, again := slices.SortedFunc(slices.Values(c.queue.heap), order), slices.SortedFunc(slices.Values(anew.queue.heap), order)
	k.hold(slices.Equal(due, again), "other things are due than are queued")
	k.hold(c.queue.quiet == anew.queue.quiet, "%d things repeat themselves, and not %d", anew.queue.quiet, c.queue.quiet)
	c.sortNodes()
	anew.order.stale = true
	anew.sortNodes()
	k.hold(slices.Equal(c.order.at, anew.order.at), "nodes are visited in the order %v, and not %v", anew.order.at, c.order.at)
}

// rederive makes everything derived anew from the state.
func (c *Cluster) rederive() {
	old := c.derived
	c.derived = emptyDerived()
	c.nodeIDs, c.keyIDs = maps.Clone(old.nodeIDs), maps.Clone(old.keyIDs)
	c.nodeName, c.setName = slices.Clone(old.nodeName), slices.Clone(old.setName)
	c.onNode = make([][]state.PodID, len(c.nodeName))
	c.order = nodeOrder{rank: slices.Clone(old.order.rank), at: slices.Clone(old.order.at), stale: old.order.stale}
	for id, n := range c.nodes {
		if n != nil {
			c.alive++
			c.countNode(n)
			c.dueNodes += b2i(n.Due() != state.Never)
			c.queue.set(item{due: n.Due(), kind: kindNode, id: int32(id)})
		}
	}
	for id, d := range c.sets { // also those that are gone: pods may still belong to them
		c.setSet(state.SetID(id), d)
	}
	for id, p := range c.pods {
		if p != nil {
			c.countPod(p, 1)
			c.queuePod(state.PodID(id), p)
			c.link(p)
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// node: NoSchedule taints follow from conditions at once, and a node is not ready
// or unreachable, not both.
//
// Upstream 1.37: pkg/controller/nodelifecycle/node_lifecycle_controller.go, doNoScheduleTaintingPass.
func (k *checker) node(n *state.Node) {
	_, differ := nodelifecycle.Taints(n.Object, k.c.now)
	k.hold(!differ, "node %s has NoSchedule taints that its conditions do not tell, or lacks some", n.Name())
	both := 0
	for _, t := range n.Object.Spec.Taints {
		if t.Effect == api.TaintEffectNoExecute && (t.Key == api.TaintNodeNotReady || t.Key == api.TaintNodeUnreachable) {
			both++
		}
	}
	k.hold(both < 2, "node %s is evicted for being both not ready and unreachable", n.Name())
}

// pod: what the fields of one record say together.
func (k *checker) pod(id state.PodID, p *state.Pod) {
	k.hold(p.ID == id, "pod %s has ID %d in place %d", p.Name, p.ID, id)
	k.hold(p.Bound() || !p.Terminating(), "pod %s is being deleted without a node; such a pod goes at once", p.Name)
	k.hold(!p.Phase.Terminal() || !p.Ready, "pod %s has ended and is ready", p.Name)
	k.hold(!p.Bound() || p.Node == p.Target, "pod %s runs on another node than it is meant for", p.Name)
	if p.Set != state.None && k.c.sets[p.Set] == nil {
		return // nobody asks any more how long it has been ready
	}
	available, at := k.c.availability(p)
	k.hold(p.Available == available && p.AvailableAt == at || p.AvailableAt <= k.c.now,
		"pod %s is available: %v, at %v; by its readiness it is: %v, at %v", p.Name, p.Available, p.AvailableAt, available, at)
}

// index: the kept index answers as one that is made now, and both count what is there.
func (k *checker) index(d *state.DaemonSet) {
	kept, anew := k.c.refreshed(d.ID), daemon.NewIndex()
	anew.Refresh(view{k.c, d})
	for _, ask := range [...]struct {
		what string
		of   func(*daemon.Index) any
	}{
		{"counts", func(x *daemon.Index) any { return x.Status() }},
		{"budget", func(x *daemon.Index) any { return x.Budget() }},
		{"end", func(x *daemon.Index) any { return x.Done() }},
		{"waits", func(x *daemon.Index) any { return x.Waiting(1 << 20) }},
		{"plan of manage", func(x *daemon.Index) any {
			return x.Manage(k.c.now, func(n state.NodeID) *state.BackOff { return k.c.backOffs[backOffID(d.ID, n)] })
		}},
		{"plan of the rolling update", func(x *daemon.Index) any {
			plan, err := x.RollingUpdate()
			return []any{plan, err}
		}},
	} {
		k.hold(reflect.DeepEqual(ask.of(kept), ask.of(anew)), "the index of %s has another %s than one that is made now", d.Key(), ask.what)
	}
	counted := k.c.recount(d)
	k.hold(anew.Status() == counted, "the counts of %s are %s, and not %s", d.Key(), counted.String(), anew.Status().String())
}

// podsOf are the set's pods by the node they are meant for, without those that
// have ended and are being deleted.
func (c *Cluster) podsOf(d *state.DaemonSet) map[state.NodeID][]*state.Pod {
	pods := map[state.NodeID][]*state.Pod{}
	for _, p := range c.pods {
		if p != nil && p.Set == d.ID && p.Target != state.None && !(p.Phase.Terminal() && p.Terminating()) {
			pods[p.Target] = append(pods[p.Target], p)
		}
	}
	return pods
}

// recount counts what a set's status should say, in the plainest way.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, updateDaemonSetStatus.
func (c *Cluster) recount(d *state.DaemonSet) state.Counts {
	var s state.Counts
	pods := c.podsOf(d)
	for id, n := range c.nodes {
		if n == nil {
			continue
		}
		here := pods[state.NodeID(id)]
		if !c.place(d.ID, n).ShouldRun {
			s.Misscheduled += int32(b2i(len(here) > 0))
			continue
		}
		s.Desired++
		if len(here) == 0 {
			continue
		}
		s.Current++
		p := slices.MinFunc(here, func(a, b *state.Pod) int {
			return cmp.Or(cmp.Compare(b2i(b.Bound()), b2i(a.Bound())), cmp.Compare(a.Created/state.Second, b.Created/state.Second), cmp.Compare(a.Name, b.Name))
		})
		s.Ready += int32(b2i(p.Ready))
		s.Available += int32(b2i(p.Ready && p.Available))
		s.Updated += int32(b2i(updated(d, p)))
	}
	s.Unavailable = s.Desired - s.Available
	return s
}

// updated: a pod is of the current revision by its hash or by the template generation.
//
// Upstream 1.37: pkg/controller/daemon/util/daemonset_util.go, IsPodUpdated.
func updated(d *state.DaemonSet, p *state.Pod) bool {
	labels := p.LabelSet()
	generation, err := strconv.ParseInt(d.Object.Annotations[api.DeprecatedTemplateGeneration], 10, 64)
	return d.Hash != "" && labels[api.ControllerRevisionHashLabelKey] == d.Hash ||
		err == nil && labels[state.TemplateGenerationLabel] == strconv.FormatInt(generation, 10)
}

// disruptions: the rolling update takes away no more available pods than
// maxUnavailable allows, counting those that are away already. It is asked while
// the calls of a sync are made, at the moment they were decided.
//
// Upstream 1.37: pkg/controller/daemon/update.go, rollingUpdate.
func (k *checker) disruptions(d *state.DaemonSet) {
	left := 0
	for _, call := range d.Sync.Calls {
		left += b2i(call.Why.Code == reason.OldPodReplaced || call.Why.Code == reason.OldPodReplacedLeft)
	}
	if left == 0 || d.Sync.Started != k.c.now || k.c.commanded() {
		return
	}
	most, _, err := daemon.Limits(d.Sync.Of, int(k.c.recount(d).Desired))
	away := k.c.away(d)
	k.hold(err == nil && away+left <= most, "%d nodes have no available pod of %s and %d more are about to, with maxUnavailable %d", away, d.Key(), left, most)
}

// commanded says that somebody did something at this very moment.
func (c *Cluster) commanded() bool {
	events := c.Events()
	for i := len(events) - 1; i >= 0 && events[i].At == c.now; i-- {
		if events[i].Actor == User {
			return true
		}
	}
	return len(events) == 0
}

// away counts the nodes that use up maxUnavailable.
func (c *Cluster) away(d *state.DaemonSet) int {
	away := 0
	pods := c.podsOf(d)
	for i := range c.nodes {
		id := state.NodeID(i)
		should := c.nodes[id] != nil && c.place(d.ID, c.nodes[id]).ShouldRun
		if !should && len(pods[id]) == 0 {
			continue
		}
		var staying []*state.Pod
		for _, p := range pods[id] {
			if !p.Terminating() {
				staying = append(staying, p)
			}
		}
		away += b2i(len(staying) != 1 || !staying[0].Available)
	}
	return away
}

// settled: once the controller has nothing to do, a node has one pod, or with
// maxSurge an old and a new one, and none where none may stay. A pod that waits
// for a node which lost the right to it is let be, as no event tells of it.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, podsShouldBeOnNode and syncNodeUpdate.
func (k *checker) settled(d *state.DaemonSet) {
	if d.Sync.Due != state.Never || d.Sync.Stage != state.StageNone || d.Foreground || d.Hash == "" {
		return
	}
	pods := k.c.podsOf(d)
	for i, n := range k.c.nodes {
		if n == nil {
			continue
		}
		bound, fresh, old := 0, 0, 0
		for _, p := range pods[state.NodeID(i)] {
			if p.Terminating() {
				continue
			}
			bound += b2i(p.Bound())
			fresh += b2i(!p.Phase.Terminal() && p.Hash() == d.Hash)
			old += b2i(!p.Phase.Terminal() && p.Hash() != d.Hash)
		}
		k.hold(bound == 0 || k.c.place(d.ID, n).MayStay, "node %s keeps %d pods of %s, which may not stay there", n.Name(), bound, d.Key())
		if k.c.surges(d) {
			k.hold(fresh <= 1 && old <= 1, "node %s has %d new and %d old pods of %s", n.Name(), fresh, old, d.Key())
		} else {
			k.hold(fresh+old <= 1, "node %s has %d pods of %s", n.Name(), fresh+old, d.Key())
		}
	}
}

// surges says that two pods of a set may be on a node.
func (c *Cluster) surges(d *state.DaemonSet) bool {
	_, surge, err := daemon.Limits(d.Object, 1)
	return err == nil && surge > 0
}

// CheckHistory tells what does not hold of the record: that every change begins
// with what the one before left, that events share no changes, and that all
// changes up to now come to the present state.
func (c *Cluster) CheckHistory() []string {
	k := checker{c: c}
	type place struct {
		table table
		id    int64
	}
	last := map[place]any{}
	end, applied := 0, 0
	for i := range c.events {
		e := &c.events[i]
		k.hold(e.Number == i, "event %d has number %d", i, e.Number)
		k.hold(e.from == end && e.to >= e.from, "event %d has the changes %d to %d; those before end at %d", i, e.from, e.to, end)
		if end = e.to; i < c.cursor {
			applied = end
		}
	}
	k.hold(c.pending >= end, "changes of no event begin at %d, before the events end at %d", c.pending, end)
	for i := range c.journal {
		ch := &c.journal[i]
		at := place{ch.table, ch.id}
		if before, seen := last[at]; seen && i < end {
			k.hold(before == ch.before, "change %d, of record %d in table %d, does not begin with what there was", i, at.id, int(at.table))
		}
		last[at] = ch.after
		if i+1 == applied && len(c.journal) == c.pending {
			for at, after := range last {
				k.hold(c.value(at.table, at.id) == after, "record %d in table %d is not what its last change left", at.id, int(at.table))
			}
		}
	}
	return k.broken
}

// value is the present record in a table, nil for none.
func (c *Cluster) value(t table, id int64) any {
	switch t {
	case tableNodes:
		return orNil(c.nodes[id])
	case tablePods:
		return at(c.pods, id)
	case tableSets:
		return at(c.sets, id)
	case tableRevisions:
		return at(c.revisions, id)
	case tableBackOffs:
		return orNil(c.backOffs[id])
	case tableObjects:
		return c.objects[id]
	case tableZones:
		return orNil(c.zones[id])
	case tableSettings:
		return c.settings
	}
	return c.limiter
}

func at[T any](list []*T, id int64) any {
	if id >= int64(len(list)) {
		return nil
	}
	return orNil(list[id])
}

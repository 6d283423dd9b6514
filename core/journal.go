package core

import (
	"maps"
	"slices"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/nodelifecycle"
	"github.com/rollscope/rollscope/core/state"
)

// table names the part of the state that a change belongs to.
type table uint8

const (
	tableNodes table = iota
	tablePods
	tableSets
	tableRevisions
	tableBackOffs
	tableObjects
	tableZones
	tableSettings
	tableLimiter
)

// Change is one record of the state replaced by another. A nil Before is a
// creation, a nil After a removal.
type Change struct {
	table  table
	id     int64
	before any
	after  any
}

// mergeWithin is how far back a change is looked for that the next one continues.
const mergeWithin = 8

// log keeps a change for winding back, as part of the next event. Changes of one
// record that belong to one event are kept as one: what was in between is gone.
func (c *Cluster) log(t table, id int64, before, after any) {
	if !c.options.Record {
		return
	}
	for i := len(c.journal) - 1; i >= max(c.pending, len(c.journal)-mergeWithin); i-- {
		if ch := &c.journal[i]; ch.table == t && ch.id == id {
			ch.after = after
			return
		}
	}
	c.journal = append(c.journal, Change{t, id, before, after})
}

// putNode replaces a node's record; nil removes the object.
func (c *Cluster) putNode(id state.NodeID, n *state.Node) {
	before := c.nodes[id]
	was := c.zonesAround(before, n)
	c.setNode(id, n)
	c.log(tableNodes, int64(id), orNil(before), orNil(n))
	c.nodeMoved(id, before, n)
	for i, zone := range c.zonesAround(before, n) {
		if nodelifecycle.Changed(was[i], zone) {
			c.wakeUnready()
			return
		}
	}
}

// putPod replaces a pod's record; nil removes the object.
func (c *Cluster) putPod(id state.PodID, p *state.Pod) {
	var before *state.Pod
	if int(id) < len(c.pods) {
		before = c.pods[id]
	}
	if p != nil {
		c.timeAvailability(before, p)
	}
	c.setPod(id, p)
	c.log(tablePods, int64(id), orNil(before), orNil(p))
	c.podMoved(before, p)
}

// putSet replaces a DaemonSet's record; nil removes the object.
func (c *Cluster) putSet(id state.SetID, d *state.DaemonSet) {
	var before *state.DaemonSet
	if int(id) < len(c.sets) {
		before = c.sets[id]
	}
	c.setSet(id, d)
	c.log(tableSets, int64(id), orNil(before), orNil(d))
}

// putRevision replaces a revision's record; nil removes the object.
func (c *Cluster) putRevision(id state.RevisionID, r *state.Revision) {
	var before *state.Revision
	if int(id) < len(c.revisions) {
		before = c.revisions[id]
	}
	c.setRevision(id, r)
	c.log(tableRevisions, int64(id), orNil(before), orNil(r))
}

func (c *Cluster) putBackOff(b *state.BackOff) {
	id := backOffID(b.Set, b.Node)
	c.log(tableBackOffs, id, orNil(c.backOffs[id]), orNil(b))
	c.backOffs[id] = b
}

func (c *Cluster) putObject(id int64, o any) {
	c.log(tableObjects, id, c.objects[id], o)
	setOrDelete(c.objects, id, o, o != nil)
}

func (c *Cluster) putZone(id int64, z *zone) {
	c.log(tableZones, id, orNil(c.zones[id]), orNil(z))
	c.zones[id] = z
}

func (c *Cluster) putSettings(s *settings) {
	c.log(tableSettings, 0, c.settings, s)
	c.settings = s
}

func (c *Cluster) putLimiter(l *limiter) {
	c.log(tableLimiter, 0, c.limiter, l)
	c.limiter = l
}

// born notes the UID of an object that the change brings in.
func (ch *Change) born(uids map[Object]string) {
	if ch.before != nil || ch.after == nil {
		return
	}
	switch o := ch.after.(type) {
	case *state.Node:
		uids[nodeObject(o.Name())] = string(o.Object.UID)
	case *state.Pod:
		uids[podObject(o)] = o.UID()
	case *state.DaemonSet:
		uids[setObject(o)] = string(uid("d", int(o.ID)))
	}
}

// Versions are the resource versions of the objects that there are now: the place
// of an object's last visible change among all changes of the cluster. They grow as
// etcd's do. Without Options.Record there are none.
func (c *Cluster) Versions() map[Object]string {
	out := map[Object]string{}
	end := len(c.journal)
	if c.cursor < len(c.events) {
		end = 0
		if c.cursor > 0 {
			end = c.events[c.cursor-1].to
		}
	}
	for i := range c.journal[:end] {
		if o, seen := c.journal[i].shown(); seen {
			out[o] = version(i + 1)
		}
	}
	return out
}

// version is a place in the journal as a resource version.
func version(place int) string { return strconv.Itoa(place) }

// shown is the object that the change is about and whether the API shows the change.
func (ch *Change) shown() (o Object, seen bool) {
	switch after := ch.after.(type) {
	case *state.Node:
		before := as[state.Node](ch.before)
		return nodeObject(after.Name()), before == nil || before.Object != after.Object
	case *state.Pod:
		before := as[state.Pod](ch.before)
		return podObject(after), before == nil || visible(before, after)
	case *state.DaemonSet:
		before := as[state.DaemonSet](ch.before)
		return setObject(after), before == nil || before.Object != after.Object || before.Foreground != after.Foreground ||
			daemon.CountsOf(&before.Status) != daemon.CountsOf(&after.Status) || before.Status.ObservedGeneration != after.Status.ObservedGeneration
	case *state.Revision:
		return Object{"ControllerRevision", after.Namespace, after.Name}, true
	case *api.PriorityClass:
		return Object{"PriorityClass", "", after.Name}, true
	case *api.PodDisruptionBudget:
		return Object{"PodDisruptionBudget", after.Namespace, after.Name}, true
	}
	return o, false
}

// revert undoes one change, apply does one again. Neither tells the
// components: what they do about a change is a change of its own.
func (c *Cluster) revert(ch *Change) { c.restore(ch, ch.before, true) }
func (c *Cluster) apply(ch *Change)  { c.restore(ch, ch.after, false) }

func (c *Cluster) restore(ch *Change, value any, undo bool) {
	gone := undo && value == nil // undoing a creation gives the ID back
	switch ch.table {
	case tableNodes:
		c.setNode(state.NodeID(ch.id), as[state.Node](value))
	case tablePods:
		c.setPod(state.PodID(ch.id), as[state.Pod](value))
		if gone {
			c.pods = c.pods[:ch.id]
		}
	case tableSets:
		c.setSet(state.SetID(ch.id), as[state.DaemonSet](value))
		if gone {
			c.sets = c.sets[:ch.id]
		}
	case tableRevisions:
		c.setRevision(state.RevisionID(ch.id), as[state.Revision](value))
		if gone {
			c.revisions = c.revisions[:ch.id]
		}
	case tableBackOffs:
		b := as[state.BackOff](value)
		setOrDelete(c.backOffs, ch.id, b, b != nil)
	case tableObjects:
		setOrDelete(c.objects, ch.id, value, value != nil)
	case tableZones:
		z := as[zone](value)
		setOrDelete(c.zones, ch.id, z, z != nil)
	case tableSettings:
		c.settings = as[settings](value)
	case tableLimiter:
		c.limiter = as[limiter](value)
	}
}

// as is the record in a change's value, nil for none.
func as[T any](v any) *T {
	p, _ := v.(*T)
	return p
}

// orNil makes a missing record an untyped nil.
func orNil[T any](p *T) any {
	if p == nil {
		return nil
	}
	return p
}

func setOrDelete[K comparable, V any](m map[K]V, k K, v V, keep bool) {
	if keep {
		m[k] = v
	} else {
		delete(m, k)
	}
}

func backOffID(set state.SetID, node state.NodeID) int64 {
	return int64(set)<<32 | int64(node)
}

// Back goes back by n events, or to the beginning. It needs Options.Record.
func (c *Cluster) Back(n int) { c.SeekEvent(c.cursor - n) }

// SeekEvent goes to the moment right after the first n events, into the past or
// back towards the newest event. Winding costs what changed in between.
func (c *Cluster) SeekEvent(n int) {
	n = min(max(n, 0), len(c.events))
	c.dropPending()
	for c.cursor > n {
		e := &c.events[c.cursor-1]
		for i := e.to - 1; i >= e.from; i-- {
			c.revert(&c.journal[i])
		}
		c.cursor--
	}
	for c.cursor < n {
		e := &c.events[c.cursor]
		for i := e.from; i < e.to; i++ {
			c.apply(&c.journal[i])
		}
		c.cursor++
	}
	c.now, c.busy = 0, 0
	if n > 0 {
		c.now = c.events[n-1].At
	}
}

// Seek goes to simulated time t: back into the past, forward to what has been
// simulated already, or on into the future by simulating it.
func (c *Cluster) Seek(t state.Time) error {
	n := len(c.events)
	if n > 0 && c.events[n-1].At > t {
		n, _ = slices.BinarySearchFunc(c.events, t+1, func(e Event, t state.Time) int {
			return int(min(max(e.At-t, -1), 1))
		})
	}
	if n != c.cursor || c.now > t {
		c.SeekEvent(n)
	}
	return c.Advance(t-c.now, nil)
}

// dropPending undoes the changes that no event carries yet (the bookkeeping of
// components that found nothing to do), so that the cluster stands exactly at an event.
func (c *Cluster) dropPending() {
	if len(c.journal) == c.pending {
		return
	}
	for i := len(c.journal) - 1; i >= c.pending; i-- {
		c.revert(&c.journal[i])
	}
	c.journal = slices.Clip(c.journal[:c.pending]) // a fork may still read what comes after
}

// boundary is where the journal of the newest event ends.
func (c *Cluster) boundary() int {
	if len(c.events) == 0 {
		return 0
	}
	return c.events[len(c.events)-1].to
}

// forget drops the future that a cluster wound back still remembers, before
// something new happens.
func (c *Cluster) forget() {
	c.busy = 0
	if c.cursor == len(c.events) {
		return
	}
	if c.cursor > 0 && !c.events[c.cursor-1].last {
		c.playOn() // in the middle of a pass nothing new can begin
	}
	quiet := c.journal[c.pending:]
	c.events = c.events[:c.cursor:c.cursor] // a fork may go on with what comes after
	end := c.boundary()
	c.journal = append(c.journal[:end:end], quiet...)
	c.pending = end
	c.emitted, c.concluded = c.cursor, c.cursor
	c.forgetNames()
}

// forgetNames lets go of the names of nodes that the past does not know, so that
// a cluster wound back numbers nodes as one that never went there.
func (c *Cluster) forgetNames() {
	n := 0
	if len(c.events) > 0 {
		n = c.events[len(c.events)-1].names
	}
	if n == len(c.nodeName) {
		return
	}
	for _, name := range c.nodeName[n:] {
		delete(c.nodeIDs, name)
	}
	c.nodeName, c.nodes, c.onNode = c.nodeName[:n], c.nodes[:n], c.onNode[:n]
	c.order.cut(n)
}

// Fork returns a second cluster that goes on from here by itself. The two share
// their past.
func (c *Cluster) Fork() *Cluster {
	f := *c
	f.watch = nil
	f.nodes, f.pods = slices.Clone(c.nodes), slices.Clone(c.pods)
	f.sets, f.revisions = slices.Clone(c.sets), slices.Clone(c.revisions)
	f.backOffs, f.objects, f.zones = maps.Clone(c.backOffs), maps.Clone(c.objects), maps.Clone(c.zones)
	f.events, f.journal = slices.Clip(c.events), slices.Clip(c.journal)
	f.derived = c.derived.clone()
	f.forget()
	return &f
}

// Ahead returns a fork that keeps no record: what happens in it is the same, but it
// cannot be wound back, has no past, and costs a half.
func (c *Cluster) Ahead() *Cluster {
	f := c.Fork()
	f.events, f.journal = nil, nil
	f.pending, f.cursor, f.concluded = 0, 0, 0
	f.options.Record = false
	return f
}

package core

import (
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

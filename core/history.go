package core

import (
	"maps"
	"slices"

	"github.com/rollscope/rollscope/core/state"
)

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
	c.now = 0
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
	for i := len(c.journal) - 1; i >= c.pending; i-- {
		c.revert(&c.journal[i])
	}
	c.journal = c.journal[:c.pending]
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
	if c.cursor == len(c.events) {
		return
	}
	quiet := slices.Clone(c.journal[c.pending:])
	c.events = c.events[:c.cursor]
	c.journal = append(c.journal[:c.boundary()], quiet...)
	c.pending = c.boundary()
	c.emitted = c.cursor
}

// Fork returns a second cluster that goes on from here by itself. The two share
// their past.
func (c *Cluster) Fork() *Cluster {
	f := *c
	f.watch = nil
	f.nodes, f.pods = slices.Clone(c.nodes), slices.Clone(c.pods)
	f.sets, f.revisions = slices.Clone(c.sets), slices.Clone(c.revisions)
	f.backOffs, f.objects, f.zones = maps.Clone(c.backOffs), maps.Clone(c.objects), maps.Clone(c.zones)
	f.events = c.events[:c.cursor:c.cursor]
	end := f.boundary()
	quiet := c.journal[c.pending:]
	f.journal = append(c.journal[:end:end], quiet...)
	f.pending = end
	f.emitted = c.Emitted()
	f.rederive()
	return &f
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
			c.queue.set(kindNode, int32(id), n.Wake, false)
		}
	}
	for id, d := range c.sets {
		if d != nil {
			c.setSet(state.SetID(id), d)
		}
	}
	for id, p := range c.pods {
		if p != nil {
			c.queuePod(state.PodID(id), p)
			c.link(p)
		}
	}
}

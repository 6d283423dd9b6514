package core

import (
	"errors"
	"maps"
	"slices"

	"github.com/rollscope/rollscope/core/state"
)

// ErrIdle is returned when nothing more is going to happen by itself.
var ErrIdle = errors.New("nothing more can happen")

// ErrTime is returned when the time given was not enough.
var ErrTime = errors.New("time is up")

// ErrEndless is returned when things go on and on without time moving on: pods
// that fail at once, say, each replaced at once by a client without a limit.
var ErrEndless = errors.New("things happen without end at one moment")

// endless says that more has happened at this moment than any rollout takes.
func (c *Cluster) endless() bool { return c.busy > 5_000+100*c.alive*len(c.sets) }

// Step goes on by one decision: by one event, or by the events of one pass of a
// component. It reports whether there was anything left to happen.
func (c *Cluster) Step() bool {
	if c.cursor < len(c.events) {
		c.playOn()
		return true
	}
	for before := c.emitted; c.emitted == before; {
		if !c.turn(state.Never) {
			return false
		}
	}
	return true
}

// Advance moves time on by d and lets happen what is due until then. After each
// event it asks check, when there is one, and stops where check says so. It fails
// with ErrEndless only.
func (c *Cluster) Advance(d state.Time, check func() bool) error {
	end := c.now + max(d, 0)
	for {
		before := c.Emitted()
		if !c.advanceOne(end) {
			break
		}
		if c.Emitted() != before && check != nil && !check() {
			return nil
		}
		if c.endless() {
			return ErrEndless
		}
	}
	c.now = end
	return nil
}

// advanceOne does the next thing due by end, from the record where it is in the
// record already.
func (c *Cluster) advanceOne(end state.Time) bool {
	if c.cursor < len(c.events) && c.events[c.cursor].At <= end {
		c.playOn()
		return true
	}
	return c.turn(end)
}

// playOn goes on by one recorded pass or command.
func (c *Cluster) playOn() {
	n := c.cursor + 1
	for n < len(c.events) && !c.events[n-1].last {
		n++
	}
	c.SeekEvent(n)
}

// Until goes on until cond holds; it is asked at once and after each event. It
// fails with ErrTime after within, with ErrIdle when nothing more can happen, and
// with ErrEndless.
func (c *Cluster) Until(cond func() bool, within state.Time) error {
	end := state.Never
	if within < state.Never-c.now {
		end = c.now + within
	}
	for !cond() {
		before := c.Emitted()
		for c.Emitted() == before {
			if c.Idle() {
				return ErrIdle
			}
			if c.endless() {
				return ErrEndless
			}
			if !c.advanceOne(end) {
				c.now = end
				return ErrTime
			}
		}
	}
	return nil
}

// Next is when the next thing happens; Never when nothing does.
func (c *Cluster) Next() state.Time {
	it, _ := c.queue.next()
	return max(it.due, c.now)
}

// Idle says that nothing is going to happen by itself except repetitions that
// change nothing: crash-looping containers started again, pulls and scheduling tried again.
func (c *Cluster) Idle() bool {
	return c.cursor == len(c.events) && len(c.queue.heap) == c.queue.quiet
}

// turn does the one thing that is due next, if it is due by end.
func (c *Cluster) turn(end state.Time) bool {
	it, ok := c.queue.next()
	if !ok || it.due > end {
		return false
	}
	if it.due > c.now {
		c.now, c.busy = it.due, 0
	}
	c.busy++
	switch it.kind {
	case kindSyncing:
		c.continueSync(state.SetID(it.id))
	case kindNode:
		c.turnNode(state.NodeID(it.id))
	case kindPod:
		c.turnPod(state.PodID(it.id))
	case kindSet:
		c.startSync(state.SetID(it.id))
	}
	c.conclude()
	return true
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
	f.rederive()
	f.forget()
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
	for id, d := range c.sets { // also those that are gone: pods may still belong to them
		c.setSet(state.SetID(id), d)
	}
	for id, p := range c.pods {
		if p != nil {
			c.queuePod(state.PodID(id), p)
			c.link(p)
		}
	}
}

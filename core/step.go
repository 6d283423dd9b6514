package core

import (
	"errors"
	"fmt"

	"github.com/rollscope/rollscope/core/state"
)

// ErrIdle is returned when nothing more is going to happen by itself.
var ErrIdle = errors.New("nothing more can happen")

// ErrTime is returned when the time given was not enough.
var ErrTime = errors.New("time is up")

// maxPerInstant bounds how much may happen without simulated time moving on.
const maxPerInstant = 5_000_000

// Step goes on by one decision: by one event, or by the events of one pass of a
// component. It reports whether there was anything left to happen.
func (c *Cluster) Step() bool {
	if c.cursor < len(c.events) {
		c.SeekEvent(c.cursor + 1)
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
// event it asks check, when there is one, and stops where check says so.
func (c *Cluster) Advance(d state.Time, check func() bool) error {
	end := c.now + max(d, 0)
	for {
		before, from := c.Emitted(), c.now
		if !c.advanceOne(end) {
			break
		}
		if c.Emitted() != before && check != nil && !check() {
			return nil
		}
		if c.now == from && c.busy > maxPerInstant {
			return fmt.Errorf("more than %d things happen at %v without time moving on", maxPerInstant, c.now)
		}
	}
	c.now = end
	return nil
}

// advanceOne does the next thing due by end, from the record where it is in the
// record already.
func (c *Cluster) advanceOne(end state.Time) bool {
	if c.cursor < len(c.events) && c.events[c.cursor].At <= end {
		c.SeekEvent(c.cursor + 1)
		return true
	}
	return c.turn(end)
}

// Until goes on until cond holds; it is asked at once and after each event. It
// fails with ErrTime after within, and with ErrIdle when nothing more can happen.
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
	return true
}

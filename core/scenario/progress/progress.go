// Package progress tells whether a rollout is done, and whether it still gets on.
//
// A rollout that is not done is stuck when nothing more can happen by itself, or
// when what happens only repeats what has happened. Nothing can happen when the
// cluster is idle: all that is left is trying the same again, such as a crashed
// container, an image that cannot be pulled, a pod that fits nowhere. Nor when the
// controller sleeps and nothing is going to wake it for this DaemonSet, whatever
// others do. What happens
// repeats itself when for 30 simulated minutes no decision has been news: a
// decision is news when its node has not seen one with that reason since a user
// last did something. So a daemon pod that fails, is deleted and made again for
// ever is stuck after half an hour, while a rollout that reaches a new node every
// other hour, or waits for a long minReadySeconds, is not.
//
// The 30 minutes are longer than every back-off in the cluster: 15 minutes for
// failed daemon pods, 5 for containers, images and the scheduler.
package progress

import (
	"slices"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Patience is how long repetitions go on before a rollout counts as stuck.
const Patience = 30 * 60 * state.Second

// News tells since when nothing new has happened in a cluster. The zero value has
// seen nothing; one News follows one cluster.
type News struct {
	seen   map[string][]reason.Code // by node: what it has seen since a user last acted
	last   state.Time               // when something new happened
	latest state.Time               // when anything happened
	number int                      // how many events there had been when something new happened
	events int                      // how many events of a recorded cluster were looked at
}

// Observe looks at one event. A host that keeps no record calls it from Cluster.Watch.
func (n *News) Observe(e *core.Event) {
	n.latest = e.At
	if e.Actor == core.User {
		n.seen, n.last, n.number = nil, e.At, e.Number+1
		return
	}
	codes := n.seen[e.Node]
	if slices.Contains(codes, e.Why.Code) {
		return
	}
	if n.seen == nil {
		n.seen = map[string][]reason.Code{}
	}
	n.seen[e.Node] = append(codes, e.Why.Code)
	n.last, n.number = e.At, e.Number+1
}

// Follow looks at what has happened since it was last called in a cluster that
// keeps a record. After the cluster was wound back it begins anew.
func (n *News) Follow(c *core.Cluster) {
	events := c.Events()
	if len(events) < n.events {
		*n = News{}
	}
	begin := len(events) - 1 // what came before a user last did something says nothing
	for begin > n.events && events[begin].Actor != core.User {
		begin--
	}
	for i := max(begin, n.events); i < len(events); i++ {
		n.Observe(&events[i])
	}
	n.events = len(events)
}

// Old says that what happened in the last 30 minutes, up to the latest event, had
// all happened before. It does not get old by waiting: while nothing happens at
// all, something slow may be on its way.
func (n *News) Old() bool { return n.latest-n.last >= Patience }

// Since is when something new happened for the last time.
func (n *News) Since() state.Time { return n.last }

// Events is how many events there had been then, the new one included.
func (n *News) Events() int { return n.number }

// RolledOut says that the controller has seen the newest spec of a DaemonSet, and
// that every node that should run a daemon pod has an available one of the newest
// template, by the status as last written. For RollingUpdate it is what kubectl
// rollout status calls done; it can hold for OnDelete too.
func RolledOut(d *state.DaemonSet) bool {
	s := &d.Status
	return s.ObservedGeneration >= d.Object.Generation &&
		s.UpdatedNumberScheduled >= s.DesiredNumberScheduled && s.NumberAvailable >= s.DesiredNumberScheduled
}

// RolledOutSince is the moment since which a DaemonSet that is rolled out has been so
// without a break, by the record of its cluster; 0 where that does not tell.
func RolledOutSince(c *core.Cluster, d *state.DaemonSet) state.Time {
	const part = 512 // events that are looked at before earlier ones are
	since := state.Time(-1)
	for end := len(c.Events()); end > 0 && since < 0; end -= part {
		c.EachChange(max(0, end-part), end, func(e *core.Event, before, after any) {
			next, is := after.(*state.DaemonSet)
			if !is || next.ID != d.ID || !RolledOut(next) {
				return
			}
			if was, is := before.(*state.DaemonSet); !is || !RolledOut(was) {
				since = e.At
			}
		})
	}
	return max(since, 0)
}

// Stuck says that the rollout of a DaemonSet is not done and will not be by
// itself. The news has followed the cluster.
func Stuck(c *core.Cluster, d *state.DaemonSet, n *News) bool {
	return !RolledOut(d) && (c.Idle() || c.Asleep(d.ID) || n.Old())
}

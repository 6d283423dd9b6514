package sight

import (
	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Point is how things stood from a moment on.
type Point struct {
	At state.Time
	// Available is how many nodes have an available pod of the set, Updated how
	// many of these pods are of the revision that is current at that moment.
	Available, Updated int
}

// Curve follows the availability of one DaemonSet over the recorded events of a
// cluster. It only reads events that it has not seen yet.
type Curve struct {
	cluster *core.Cluster
	set     state.SetID
	seen    int
	last    core.Event
	hash    string
	nodes   map[state.NodeID]int // available pods by node
	fresh   map[string]int       // available pods by hash
	Points  []Point
	// Marks are the events that people caused, in order.
	Marks []Mark
}

// Mark is an event to show on the timeline.
type Mark struct {
	At    state.Time
	Event int
	Break bool // something was broken on purpose
}

// Follow reads the record of a cluster as far as it goes. Where the record is not
// the one that was read before, it begins anew.
func (k *Curve) Follow(c *core.Cluster, set state.SetID) {
	record := c.Recorded()
	if k.cluster != c || k.set != set || k.seen > len(record) || k.seen > 0 && !same(&record[k.seen-1], &k.last) {
		*k = Curve{cluster: c, set: set, nodes: map[state.NodeID]int{}, fresh: map[string]int{}}
	}
	if k.seen == len(record) {
		return
	}
	from := k.seen
	c.EachChange(from, len(record), func(e *core.Event, before, after any) {
		k.change(before, after)
		k.note(e)
	})
	for i := from; i < len(record); i++ {
		if e := &record[i]; e.Actor == core.User {
			k.Marks = append(k.Marks, Mark{At: e.At, Event: e.Number, Break: breaks(e.Why.Code)})
		}
	}
	k.seen, k.last = len(record), record[len(record)-1]
}

// Forget lets go of what was read from an event on, because the record is about
// to be another one from there.
func (k *Curve) Forget() { *k = Curve{} }

// breaks says that an event is a fault.
func breaks(code reason.Code) bool {
	switch code {
	case reason.NodeBroken, reason.NodeSilenced, reason.NodeReportsNotReady, reason.NodePressed, reason.PodBroken:
		return true
	}
	return false
}

func same(a, b *core.Event) bool {
	return a.Number == b.Number && a.At == b.At && a.Object == b.Object && a.Why == b.Why
}

// change counts a changed record.
func (k *Curve) change(before, after any) {
	if p, ok := before.(*state.Pod); ok {
		k.count(p, -1)
	}
	if p, ok := after.(*state.Pod); ok {
		k.count(p, 1)
	}
	if d, ok := after.(*state.DaemonSet); ok && d.ID == k.set {
		k.hash = d.Hash
	}
}

func (k *Curve) count(p *state.Pod, by int) {
	if p.Set != k.set || !p.Available || p.Node == state.None {
		return
	}
	if k.nodes[p.Node] += by; k.nodes[p.Node] == 0 {
		delete(k.nodes, p.Node)
	}
	k.fresh[p.Hash()] += by
}

// note keeps how things stand after an event; of one moment, the last.
func (k *Curve) note(e *core.Event) {
	p := Point{At: e.At, Available: len(k.nodes), Updated: k.fresh[k.hash]}
	n := len(k.Points)
	switch {
	case n > 0 && k.Points[n-1].At == e.At:
		k.Points[n-1] = p
	case n > 0 && k.Points[n-1].Available == p.Available && k.Points[n-1].Updated == p.Updated:
	default:
		k.Points = append(k.Points, p)
	}
}

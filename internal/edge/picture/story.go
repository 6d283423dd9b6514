package picture

import (
	"slices"
	"sort"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
)

// look is what a pod looks like.
type look uint8

const (
	starting look = iota
	previous      // available, of a revision that is not the newest at the end
	lost          // the same, and not available any more
	available
	leaving
	failed
)

// span is a pod on a node for a while without a change of its looks.
type span struct {
	from, to state.Time
	look     look
	row      int // 0, or 1 where it is beside another
}

// lane is what was on one node.
type lane struct {
	name  string
	spans []span
	rows  int
}

// moment is what the counts of a DaemonSet came to.
type moment struct {
	at                                           state.Time
	available, previous, lost, starting, leaving int
	desired                                      int
}

// story is a rollout as it is drawn.
type story struct {
	set     *state.DaemonSet
	end     state.Time
	moments []moment
	lanes   []lane
	done    bool
	seen    [failed + 1]bool // the looks there are
	// lowest is the fewest available pods while an available pod was once everywhere,
	// of all that were desired then; at is when.
	lowest, of int
	at         state.Time
	fell       bool
}

// pod is a pod that is drawn at present.
type pod struct {
	node int
	span span
}

// teller reads a record into a story.
type teller struct {
	story
	c      *core.Cluster
	newest string
	pods   map[state.PodID]*pod
	nodes  map[state.NodeID]int
	once   map[state.PodID]bool // pods that have been available
	now    moment
}

// tell reads what happened to a DaemonSet.
func tell(c *core.Cluster, set *state.DaemonSet) *story {
	t := &teller{story: story{set: set}, c: c, newest: set.Hash, pods: map[state.PodID]*pod{}, nodes: map[state.NodeID]int{}, once: map[state.PodID]bool{}}
	t.done = progress.RolledOut(set)
	at := -1
	c.EachChange(0, c.Emitted(), func(e *core.Event, before, after any) {
		if e.Number != at {
			t.keep()
			at = e.Number
		}
		t.now.at = e.At
		t.change(before, after)
	})
	t.keep()
	t.finish()
	return &t.story
}

// keep keeps the counts where they differ; of one moment, the last.
func (t *teller) keep() {
	n := len(t.moments)
	if n > 0 && t.moments[n-1].at == t.now.at {
		t.moments[n-1] = t.now
		return
	}
	if n > 0 {
		last := t.moments[n-1]
		last.at = t.now.at
		if last == t.now {
			return
		}
	}
	t.moments = append(t.moments, t.now)
}

func (t *teller) change(before, after any) {
	switch o := after.(type) {
	case *state.DaemonSet:
		if o.ID == t.set.ID {
			t.now.desired = int(o.Status.DesiredNumberScheduled)
		}
	}
	was, _ := before.(*state.Pod)
	is, _ := after.(*state.Pod)
	if was != nil && was.Set == t.set.ID {
		t.count(was, -1)
	}
	if is != nil && is.Set == t.set.ID {
		t.count(is, 1)
		if is.Available {
			t.once[is.ID] = true
		}
	}
	switch {
	case is != nil && is.Set == t.set.ID:
		t.draw(is)
	case was != nil && was.Set == t.set.ID:
		t.drop(was.ID)
	}
}

// count adds a pod to the counts, or takes it off.
func (t *teller) count(p *state.Pod, by int) {
	switch t.lookOf(p) {
	case starting:
		t.now.starting += by
	case previous:
		t.now.previous += by
	case lost:
		t.now.lost += by
	case available:
		t.now.available += by
	case leaving:
		t.now.leaving += by
	}
}

func (t *teller) lookOf(p *state.Pod) look {
	switch {
	case p.Phase.Terminal():
		return failed
	case p.Terminating():
		return leaving
	case !p.Available && t.once[p.ID] && p.Hash() != t.newest:
		return lost
	case !p.Available:
		return starting
	case p.Hash() != t.newest:
		return previous
	}
	return available
}

// draw goes on with a pod's line.
func (t *teller) draw(p *state.Pod) {
	at := t.lookOf(p)
	t.seen[at] = true
	here := t.pods[p.ID]
	if here != nil && here.span.look == at {
		return
	}
	if here != nil {
		row := here.span.row
		t.drop(p.ID)
		t.pods[p.ID] = &pod{here.node, span{from: t.now.at, look: at, row: row}}
		return
	}
	node := t.lane(p.Target)
	if node < 0 {
		return
	}
	row := 0
	for _, other := range t.pods {
		if other.node == node && other.span.row == 0 {
			row = 1
		}
	}
	t.lanes[node].rows = max(t.lanes[node].rows, row+1)
	t.pods[p.ID] = &pod{node, span{from: t.now.at, look: at, row: row}}
}

// lane is the number of a node's lane; -1 for a pod that is meant for none, or where
// there are more nodes than are drawn.
func (t *teller) lane(id state.NodeID) int {
	if id == state.None {
		return -1
	}
	if i, ok := t.nodes[id]; ok {
		return i
	}
	if len(t.lanes) > maxLanes {
		return -1
	}
	t.nodes[id] = len(t.lanes)
	t.lanes = append(t.lanes, lane{name: t.c.NodeName(id), rows: 1})
	return len(t.lanes) - 1
}

// drop ends a pod's line.
func (t *teller) drop(id state.PodID) {
	here := t.pods[id]
	if here == nil {
		return
	}
	delete(t.pods, id)
	if here.span.to = t.now.at; here.span.to > here.span.from && len(t.lanes[here.node].spans) < maxSpans {
		t.lanes[here.node].spans = append(t.lanes[here.node].spans, here.span)
	}
}

// finish ends all lines a little after the last change.
func (t *teller) finish() {
	last := state.Time(0)
	for i := range t.moments {
		last = t.moments[i].at
	}
	more := max(last/12, state.Second)
	if !t.done { // so that one sees that nothing more happens
		more = max(last, 5*state.Second)
	}
	t.end = last + min(more, max(t.c.Now()-last, state.Second))
	t.now.at = t.end
	ids := make([]state.PodID, 0, len(t.pods))
	for id := range t.pods {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		t.drop(id)
	}
	sort.Slice(t.lanes, func(i, j int) bool { return t.lanes[i].name < t.lanes[j].name })
	t.worst()
}

// worst finds the fewest available pods from when all that are desired were available.
func (t *teller) worst() {
	whole := false
	for i := range t.moments {
		m := &t.moments[i]
		up := m.available + m.previous
		whole = whole || m.desired > 0 && up >= m.desired
		if whole && (!t.fell || up < t.lowest) {
			t.lowest, t.of, t.at, t.fell = up, m.desired, m.at, true
		}
	}
}

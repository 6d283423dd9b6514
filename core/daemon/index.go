package daemon

import (
	"slices"
	"sort"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// View is what an Index reads of the cluster when events are delivered to it.
type View interface {
	// Set is the DaemonSet. Its Object is compared by address: another address
	// means that it was edited.
	Set() *state.DaemonSet
	// Node is the node, nil when there is no such Node object.
	Node(state.NodeID) *state.Node
	// Name is the node's name, also when there is no such Node object.
	Name(state.NodeID) string
	// Pods are the pods that the DaemonSet claims whose Target is the node, in any
	// order. The slice is only read until the next call.
	Pods(state.NodeID) []*state.Pod
	// Rank is the node's place in the visiting order, unique; -1 for a node that
	// has neither an object nor a pod. Ranks stay as they are except when a node is
	// touched or everything is.
	Rank(state.NodeID) int
	// Ranks is above every rank. NodeAt is the node with a rank, state.None for a gap.
	Ranks() int
	NodeAt(rank int) state.NodeID
}

// Index is what the controller's caches show of one DaemonSet, with each node's
// part in the next sync worked out and kept. Touch says which nodes changed,
// Refresh looks at them again; in between all answers come from the old picture,
// as they do upstream until informers deliver.
//
// A refresh costs what was touched, a plan what is in it; only an edited template
// or another current revision makes the whole Index be judged again.
type Index struct {
	set    *state.DaemonSet
	judge  judge
	placer *Placer

	entries []entry        // by NodeID
	order   []state.NodeID // by rank
	groups  [groupCount]ranks
	works   [workCount]ranks
	counts  sums

	touched []state.NodeID
	marked  []bool // by NodeID: is in touched
	all     bool
	scratch decision
}

// entry is one node as the DaemonSet's controller sees it.
type entry struct {
	rank      int32 // -1: not listed
	group     group
	work      work
	counted   counted
	placement Placement
	name      string
	object    *api.Node // nil: no such Node object
	// The claimed pods, sorted as the controller sorts them. Nearly every node has
	// one, which then needs no slice.
	first *state.Pod
	more  []*state.Pod
}

// NewIndex makes an Index that has seen nothing yet: its first Refresh looks at every node.
func NewIndex() *Index { return &Index{all: true} }

// Clone is a second Index that knows the same and goes its own way.
func (x *Index) Clone() *Index {
	out := *x
	out.entries, out.order = slices.Clone(x.entries), slices.Clone(x.order) // the pods in an entry are replaced, never changed
	out.touched, out.marked = slices.Clone(x.touched), slices.Clone(x.marked)
	for i := range out.groups {
		out.groups[i] = x.groups[i].clone()
	}
	for i := range out.works {
		out.works[i] = x.works[i].clone()
	}
	out.scratch = decision{}
	return &out
}

// Touch says that the node, or a pod meant for it, changed.
func (x *Index) Touch(id state.NodeID) {
	if x.all || id < 0 {
		return
	}
	for int(id) >= len(x.marked) {
		x.marked = append(x.marked, false)
	}
	if !x.marked[id] {
		x.marked[id] = true
		x.touched = append(x.touched, id)
	}
}

// TouchAll says that anything may have changed.
func (x *Index) TouchAll() {
	x.all = true
	x.forgetTouched()
}

// Refresh delivers the events: it takes the DaemonSet and every touched node from v.
func (x *Index) Refresh(v View) {
	x.use(v.Set())
	if x.all {
		x.rebuild(v)
	}
	for _, id := range x.touched {
		x.load(v, id)
	}
	x.forgetTouched()
}

// use judges the picture of nodes and pods by the present record of the DaemonSet.
func (x *Index) use(set *state.DaemonSet) {
	edited := x.set == nil || x.set.Object != set.Object
	if edited {
		x.placer = NewPlacer(set.Object)
	}
	j := newJudge(set)
	again := edited || j != x.judge
	x.set, x.judge = set, j
	if !again || x.all {
		return
	}
	for i := range x.entries {
		e := &x.entries[i]
		if e.rank < 0 {
			continue
		}
		x.leave(e)
		if edited && e.object != nil {
			e.placement = x.placer.Place(e.object)
		}
		x.enter(e)
	}
}

func (x *Index) forgetTouched() {
	for _, id := range x.touched {
		x.marked[id] = false
	}
	x.touched = x.touched[:0]
}

func (x *Index) rebuild(v View) {
	x.all = false
	for i := range x.groups {
		x.groups[i].clear()
	}
	for i := range x.works {
		x.works[i].clear()
	}
	x.counts = sums{}
	clear(x.order)
	for i := range x.entries {
		x.entries[i] = entry{rank: -1}
	}
	for rank := range v.Ranks() {
		if id := v.NodeAt(rank); id >= 0 {
			x.load(v, id)
		}
	}
}

// load takes one node from v in place of what was known of it.
func (x *Index) load(v View, id state.NodeID) {
	for int(id) >= len(x.entries) {
		x.entries = append(x.entries, entry{rank: -1})
	}
	e := &x.entries[id]
	if e.rank >= 0 {
		x.leave(e)
	}
	before := *e
	*e = entry{rank: -1}
	node, pods := v.Node(id), v.Pods(id)
	if node == nil && len(pods) == 0 {
		return
	}
	e.rank, e.name = int32(v.Rank(id)), v.Name(id)
	if node != nil {
		e.object, e.placement = node.Object, before.placement
		if before.object != node.Object {
			e.placement = x.placer.Place(node.Object)
		}
	}
	e.keep(pods)
	x.room(int(e.rank))
	x.order[e.rank] = id
	x.enter(e)
}

// room makes sure that the rank has a place in every set.
func (x *Index) room(rank int) {
	if rank < len(x.order) {
		return
	}
	size := max(64, 2*len(x.order), rank+1)
	for len(x.order) < size {
		x.order = append(x.order, state.None)
	}
	for i := range x.groups {
		x.groups[i].grow(size)
	}
	for i := range x.works {
		x.works[i].grow(size)
	}
}

// enter works out the entry's part and adds it to sets and sums.
func (x *Index) enter(e *entry) {
	e.group = x.judge.group(e)
	e.counted = x.judge.counted(e)
	x.judge.decide(e, &x.scratch, nil)
	e.work = x.scratch.work()
	x.groups[e.group].add(int(e.rank))
	x.works[e.work].add(int(e.rank))
	x.counts.add(e.counted, 1)
}

// leave takes the entry out of sets and sums.
func (x *Index) leave(e *entry) {
	x.groups[e.group].remove(int(e.rank))
	x.works[e.work].remove(int(e.rank))
	x.counts.add(e.counted, -1)
}

// keep stores the pods in the controller's order. Nearly every node has one or
// two; only where pods fail again and again there are hundreds.
func (e *entry) keep(pods []*state.Pod) {
	switch len(pods) {
	case 0:
		return
	case 1:
		e.first = pods[0]
		return
	case 2:
		old, young := pods[0], pods[1]
		if before(young, old) {
			old, young = young, old
		}
		e.first, e.more = old, []*state.Pod{young}
		return
	}
	sorted := append([]*state.Pod(nil), pods...)
	sort.Slice(sorted, func(i, j int) bool { return before(sorted[i], sorted[j]) })
	e.first, e.more = sorted[0], sorted[1:]
}

// len is how many pods the entry has.
func (e *entry) len() int {
	if e.first == nil {
		return 0
	}
	return 1 + len(e.more)
}

// pod is the i-th pod.
func (e *entry) pod(i int) *state.Pod {
	if i == 0 {
		return e.first
	}
	return e.more[i-1]
}

// before is the order of pods on one node: bound ones first, then the older, then
// by name. Creation times have whole seconds.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, podByCreationTimestampAndPhase.
func before(a, b *state.Pod) bool {
	if a.Bound() != b.Bound() {
		return a.Bound()
	}
	if x, y := a.Created/state.Second, b.Created/state.Second; x != y {
		return x < y
	}
	return a.Name < b.Name
}

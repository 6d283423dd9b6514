package plan

import (
	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// observer takes notes while a run goes on. After each event it looks again at the
// node that the event is about, so a note costs what changed.
type observer struct {
	p     *play
	seats map[string]*seat

	// How many nodes should run a pod; of these, how many have an available one
	// (up) and how many have an available new one (done).
	eligible, up, done int
	// served are the nodes that had an available pod before the change and should
	// still run one; servedUp those of them that have one now.
	served, servedUp int

	lowest   int // of servedUp
	lowestAt state.Time
	curve    []point // up, whenever it changed
	half     milestone
	most     milestone

	pods, podsAtMost int
	load, base, peak state.Resources // requests of the pods on nodes
	onNode           state.Resources // the most that one node had to take more
	heaviest         string          // the node of it

	calls Calls
	waves waves
}

// point is a count at a time since the change.
type point struct {
	at state.Time
	n  int
}

// milestone is when a share of the nodes was done.
type milestone struct {
	percent int
	at      state.Time
	reached bool
}

// seat is one node as the observer knows it.
type seat struct {
	eligible, served bool
	up, done         bool
	pods             int
	load, base       state.Resources
	wave             int // the wave that replaces its pod now, counted from 1; 0 for none
}

// observe begins right after the change was made.
func observe(p *play) *observer {
	o := &observer{p: p, seats: map[string]*seat{}, half: milestone{percent: 50}, most: milestone{percent: 95}}
	placer := p.c.Placer(p.id)
	for _, n := range p.c.Nodes() {
		t := &seat{eligible: placer.Place(n).ShouldRun}
		o.seats[n.Name] = t
		o.count(t, 1)
		o.look(n.Name)
	}
	for _, n := range p.c.Nodes() {
		t := o.seats[n.Name]
		t.base = t.load
		if t.served = t.eligible && (t.up || p.wasUp(n.Name)); t.served {
			o.served++
			if t.up {
				o.servedUp++
			}
		}
	}
	o.onNode, o.heaviest = state.Resources{}, ""
	o.lowest = o.servedUp
	o.base, o.podsAtMost = o.load, o.pods
	o.curve = []point{{0, o.up}}
	return o
}

// see takes note of an event.
func (o *observer) see(e *core.Event) {
	switch {
	case e.Why.Code == reason.PodRefused && e.Object.Name == o.p.set.Object.Name && e.Object.Namespace == o.p.set.Object.Namespace:
		o.calls.Creates++
	case e.Object.Kind == "Pod":
		o.call(e)
		o.look(e.Node)
	case e.Object.Kind == "Node":
		o.place(e.Object.Name)
	case e.Verb == "status" && e.Object.Kind == "DaemonSet":
		if e.Object.Name == o.p.set.Object.Name && e.Object.Namespace == o.p.set.Object.Namespace {
			o.calls.StatusWrites++
		}
	}
	o.note()
}

// call counts a request of the controller and, where it begins to replace a node's
// pod, puts the node into a wave.
func (o *observer) call(e *core.Event) {
	if e.Actor != core.DaemonSetController || e.About.Name != o.p.set.Object.Name || e.About.Namespace != o.p.set.Object.Namespace {
		return
	}
	switch e.Verb {
	case "create":
		o.calls.Creates++
	case "delete":
		o.calls.Deletes++
	default:
		return
	}
	if t := o.seats[e.Node]; t != nil && t.wave == 0 && !t.done {
		t.wave = o.waves.begin(e.Node, o.now())
	}
}

func (o *observer) now() state.Time { return o.p.c.Now() - o.p.from }

// place looks again at whether a node should run a pod.
func (o *observer) place(name string) {
	t := o.seats[name]
	if t == nil {
		t = &seat{}
		o.seats[name] = t
	}
	n, exists := o.p.c.Node(name)
	o.count(t, -1)
	t.eligible = exists && o.p.c.Placer(o.p.id).Place(n.Object).ShouldRun
	o.count(t, 1)
	o.look(name)
}

// count takes a node into the counts (1) or out of them (-1).
func (o *observer) count(t *seat, n int) {
	o.pods += n * t.pods
	if n > 0 {
		o.load = o.load.Plus(t.load)
	} else {
		o.load = o.load.Minus(t.load)
	}
	if t.served && t.up {
		o.servedUp += n
	}
	if !t.eligible {
		return
	}
	o.eligible += n
	if t.up {
		o.up += n
	}
	if t.done {
		o.done += n
	}
}

// look looks again at the pods of a node.
func (o *observer) look(name string) {
	t := o.seats[name]
	if t == nil {
		return
	}
	now := seat{eligible: t.eligible, served: t.served, base: t.base, wave: t.wave}
	for _, p := range o.p.c.PodsOn(name) {
		if p.Set != o.p.id {
			continue
		}
		now.pods++
		if p.Phase.Terminal() {
			continue
		}
		if p.Bound() {
			now.load = now.load.Plus(p.Template.Requests)
		}
		if p.Available && !p.Terminating() {
			now.up = true
			now.done = now.done || o.p.renewed(p)
		}
	}
	if now.wave > 0 && (now.done || !now.eligible && now.pods == 0) {
		o.waves.end(now.wave, o.now())
		now.wave = 0
	}
	o.count(t, -1)
	*t = now
	o.count(t, 1)
	if extra := t.load.Minus(t.base); extra.MilliCPU > o.onNode.MilliCPU || extra.Memory > o.onNode.Memory {
		o.onNode, o.heaviest = o.onNode.Max(extra), name
	}
}

// note keeps the extremes and the milestones.
func (o *observer) note() {
	o.podsAtMost = max(o.podsAtMost, o.pods)
	o.peak = o.peak.Max(o.load.Minus(o.base))
	if o.servedUp < o.lowest {
		o.lowest, o.lowestAt = o.servedUp, o.now()
	}
	if last := &o.curve[len(o.curve)-1]; last.n != o.up {
		if at := o.now(); last.at == at {
			last.n = o.up
		} else {
			o.curve = append(o.curve, point{at, o.up})
		}
	}
	for _, m := range [...]*milestone{&o.half, &o.most} {
		if !m.reached && o.eligible > 0 && o.done*100 >= o.eligible*m.percent {
			m.reached, m.at = true, o.now()
		}
	}
}

// close ends the last waves.
func (o *observer) close() { o.waves.close(o.now()) }

// waves group the nodes whose pods are replaced together. A wave ends its intake
// when the first of its nodes is done: whatever is replaced from then on could
// only begin because of that, and belongs to the next wave.
type waves struct {
	list []wave
	open bool // the last wave still takes nodes in
}

type wave struct {
	from, to state.Time // of the first begin and of the last end
	nodes    int
	left     int      // nodes that are not done
	names    []string // the first few nodes, in order
}

// maxNames is how many nodes a wave or a group of nodes names.
const maxNames = 5

// begin puts a node into the present wave and returns that wave's number, from 1.
func (w *waves) begin(node string, at state.Time) int {
	if !w.open {
		w.list = append(w.list, wave{from: at, to: at})
		w.open = true
	}
	last := &w.list[len(w.list)-1]
	last.nodes++
	last.left++
	if len(last.names) < maxNames {
		last.names = append(last.names, node)
	}
	return len(w.list)
}

// end says that a node of a wave is done.
func (w *waves) end(number int, at state.Time) {
	if number == len(w.list) {
		w.open = false
	}
	one := &w.list[number-1]
	one.left--
	one.to = at
}

// close ends a run: waves that are not done go on to its end.
func (w *waves) close(at state.Time) {
	for i := range w.list {
		if w.list[i].left > 0 {
			w.list[i].to = at
		}
	}
}

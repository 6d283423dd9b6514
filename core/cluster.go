// Package core is one simulated cluster: its objects, its clock, the queue of
// what happens next, and the events that tell what happened.
//
// The components (daemon, scheduler, kubelet, nodelifecycle) decide; only this
// package changes state. Every change is kept with the value before and after,
// so that a cluster can be wound back and forth. The same options and the same
// commands give the same events, byte for byte, on every machine.
package core

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/nodelifecycle"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Epoch is the wall-clock time that simulated time 0 stands for in API objects.
var Epoch = state.Epoch

// Options say how a cluster behaves where Kubernetes leaves it open.
type Options struct {
	// Seed makes pod names and, with Shuffle, the order of nodes.
	Seed uint64
	// Shuffle visits nodes in an order drawn from Seed, as upstream promises
	// none; otherwise nodes are visited by creation time, then name.
	Shuffle bool
	// ByName visits nodes by name alone and numbers pod names; recordings of the
	// real controller are made that way.
	ByName bool
	// Record keeps every event with its changes, which Back, Seek and Fork need.
	// Without it a cluster uses less memory and forgets its past.
	Record bool
	// QPS and Burst limit the controller manager's API calls; zero is upstream's
	// default of 20 and 30, a negative QPS is no limit.
	QPS   float64
	Burst int
	// Latency passes between a write and the moment its watchers act on it.
	// Zero keeps scenario times round; a real control plane needs some 20 ms.
	Latency state.Time
	// EndedPods is how many pods in phase Succeeded or Failed pod garbage collection
	// leaves alone; zero is upstream's default of 12,500, negative is no limit.
	EndedPods int
	// Budget is how many events the cluster and all its forks may still have, together;
	// each takes one away. Below zero, time stands still: Until and Advance return
	// ErrBudget, and Step does nothing. nil is no limit.
	Budget *int
}

// Cluster is one simulated cluster. It is not safe for concurrent use.
type Cluster struct {
	options   Options
	admission strategy.Admission
	now       state.Time

	// The state. Only put methods change it.
	nodes     []*state.Node
	pods      []*state.Pod
	sets      []*state.DaemonSet
	revisions []*state.Revision
	backOffs  map[int64]*state.BackOff
	objects   map[int64]any // PriorityClasses, PodDisruptionBudgets and requeues by interned key
	zones     map[int64]*zone
	settings  *settings
	limiter   *limiter

	// What was said so far.
	events  []Event
	journal []Change
	pending int // where the changes begin that no event carries yet
	cursor  int // how many events are applied; less than len(events) after going back
	emitted int // how many events there were in all, also without a record
	// concluded is how many events belong to passes and commands that are over.
	concluded int
	watch     func(*Event)
	busy      int // how much happened at this moment

	derived
}

// derived is what follows from the state and is kept up to date with it.
type derived struct {
	nodeIDs  map[string]state.NodeID
	nodeName []string
	setName  []string // by SetID, also of sets that are gone
	keyIDs   map[string]int64

	queue  queue
	order  nodeOrder
	onNode [][]state.PodID // by NodeID: pods bound there or meant for it
	podID  map[podKey]state.PodID
	strays map[state.PodID]bool // pods whose labels do not go with whom they belong to; see astray
	live   map[liveKey]int      // how many pods of a set carry a hash
	owned  []int                // by SetID: how many pods a set owns
	index  []*daemon.Index      // by SetID
	placer []*placing           // by SetID
	alive  int                  // nodes that exist
	ended  int                  // pods in a terminal phase
	// due are the pods of each set that something is going to happen to by itself,
	// by SetID + 1, and first the other pods that no kubelet has taken yet; dueNodes are the nodes.
	due      []int
	dueNodes int
	// zoneSizes are the nodes of each zone, counted.
	zoneSizes map[string]nodelifecycle.Zone
	scratch   []*state.Pod
}

type podKey struct{ namespace, name string }

type liveKey struct {
	set  state.SetID
	hash string
}

// placing keeps the prepared placement of a set's template.
type placing struct {
	object *api.DaemonSet
	placer *daemon.Placer
}

// settings are what commands like image and client changed.
type settings struct {
	images state.ImageRules
	paths  state.PathRules
	qps    float64 // negative: no limit
	burst  int
}

// New returns an empty cluster at time 0, with an API server that admits what
// Kubernetes' does.
func New(o Options) *Cluster { return NewWith(o, strategy.Admit) }

// NewWith is New with another way to admit objects.
func NewWith(o Options, admission strategy.Admission) *Cluster {
	if o.QPS == 0 {
		o.QPS = 20
	}
	if o.Burst == 0 {
		o.Burst = 30
	}
	if o.EndedPods == 0 {
		o.EndedPods = nodelifecycle.TerminatedThreshold
	}
	c := &Cluster{
		options:   o,
		admission: admission,
		backOffs:  map[int64]*state.BackOff{},
		objects:   map[int64]any{},
		zones:     map[int64]*zone{},
		settings:  &settings{qps: o.QPS, burst: o.Burst},
		limiter:   &limiter{},
	}
	c.derived = emptyDerived()
	return c
}

func emptyDerived() derived {
	return derived{
		nodeIDs:   map[string]state.NodeID{},
		keyIDs:    map[string]int64{},
		podID:     map[podKey]state.PodID{},
		strays:    map[state.PodID]bool{},
		live:      map[liveKey]int{},
		zoneSizes: map[string]nodelifecycle.Zone{},
	}
}

// Now is the present simulated time.
func (c *Cluster) Now() state.Time { return c.now }

// Clock is the API timestamp of a simulated time; API timestamps have a
// resolution of one second.
func (c *Cluster) Clock(t state.Time) api.Time { return state.Clock(t) }

// nodeID interns a node's name.
func (c *Cluster) nodeID(name string) state.NodeID {
	if id, ok := c.nodeIDs[name]; ok {
		return id
	}
	id := state.NodeID(len(c.nodeName))
	c.nodeIDs[name] = id
	c.nodeName = append(c.nodeName, name)
	c.nodes = append(c.nodes, nil)
	c.onNode = append(c.onNode, nil)
	c.order.name(id)
	return id
}

// keyID interns the key of an object or zone.
func (c *Cluster) keyID(key string) int64 {
	if id, ok := c.keyIDs[key]; ok {
		return id
	}
	id := int64(len(c.keyIDs))
	c.keyIDs[key] = id
	return id
}

// node is the record of a node's object, nil when there is none.
func (c *Cluster) node(id state.NodeID) *state.Node {
	if id == state.None {
		return nil
	}
	return c.nodes[id]
}

// Actor is who did something.
type Actor uint8

// The actors of a cluster.
const (
	User Actor = iota
	APIServer
	Clock
	DaemonSetController
	Scheduler
	Kubelet
	NodeController
	TaintEviction
	PodGC
	GarbageCollector
)

// String is the actor's name as Kubernetes writes it.
func (a Actor) String() string {
	return [...]string{
		"user", "apiserver", "clock", "daemonset-controller", "default-scheduler", "kubelet",
		"node-controller", "taint-eviction-controller", "pod-garbage-collector", "garbage-collector",
	}[a]
}

// Object names what an event is about.
type Object struct {
	Kind      string // Node, Pod, DaemonSet, ControllerRevision, …
	Namespace string // "" for nodes
	Name      string
}

// Event is one thing that happened, with who did it, why, and what it changed.
type Event struct {
	Number int // counts from 0
	At     state.Time
	Actor  Actor
	Object Object
	// Verb is what was done, in one word: create, delete, update, bind, ready, …
	Verb string
	// Node is the node it happened on or for, "" where there is none.
	Node    string
	Why     reason.Reason
	Reports []state.Report
	// About is the object that Reports are about; Object when it is empty.
	About Object

	from, to int  // its part of the journal
	names    int  // how many names of nodes were known after it
	last     bool // nothing else came of the same pass or command
}

// emit closes an event over all changes since the last one.
func (c *Cluster) emit(e Event) {
	e.Number = c.emitted
	e.At = c.now
	c.emitted++
	if c.options.Budget != nil {
		*c.options.Budget--
	}
	if c.options.Record {
		e.from, e.to, e.names = c.pending, len(c.journal), len(c.nodeName)
		c.pending = len(c.journal)
		c.events = append(c.events, e)
		c.cursor = len(c.events)
	}
	if c.watch != nil {
		c.tell(e)
	}
}

// tell is apart so that events that nobody watches stay off the heap.
func (c *Cluster) tell(e Event) { c.watch(&e) }

// conclude ends a pass of a component or a command of somebody: what changed
// after its last event belongs to that event, so that a cluster wound back can go
// on from there. A pass without events leaves its changes to the next event.
func (c *Cluster) conclude() {
	if len(c.events) == c.concluded {
		return
	}
	e := &c.events[len(c.events)-1]
	e.to, e.names, e.last = len(c.journal), len(c.nodeName), true
	c.pending, c.concluded = e.to, len(c.events)
}

// Events are the events so far, oldest first; none without Options.Record. The
// slice must not be changed.
func (c *Cluster) Events() []Event { return c.events[:c.cursor] }

// Recorded are all events on record: those so far, and after going back those
// that lie ahead. The slice must not be changed.
func (c *Cluster) Recorded() []Event { return c.events }

// EachChange calls f for every record that the recorded events from from to
// before to changed, in order, with the record before (nil for a creation) and
// after (nil for a removal): *state.Pod, *state.Node, *state.DaemonSet and others.
func (c *Cluster) EachChange(from, to int, f func(e *Event, before, after any)) {
	for i := from; i < to; i++ {
		e := &c.events[i]
		for j := e.from; j < e.to; j++ {
			f(e, c.journal[j].before, c.journal[j].after)
		}
	}
}

// Emitted is how many events there have been, with or without a record.
func (c *Cluster) Emitted() int {
	if c.options.Record {
		return c.cursor
	}
	return c.emitted
}

// Watch calls f after each event of a run; nil ends it. f must not change the cluster.
func (c *Cluster) Watch(f func(*Event)) { c.watch = f }

func podObject(p *state.Pod) Object { return Object{"Pod", p.Namespace, p.Name} }

func setObject(d *state.DaemonSet) Object {
	return Object{"DaemonSet", d.Object.Namespace, d.Object.Name}
}

func nodeObject(name string) Object { return Object{"Node", "", name} }

// nameOf is the name of the node a pod is bound to or meant for.
func (c *Cluster) nameOf(p *state.Pod) string {
	switch {
	case p.Node != state.None:
		return c.nodeName[p.Node]
	case p.Target != state.None:
		return c.nodeName[p.Target]
	}
	return ""
}

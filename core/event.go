package core

import (
	"sort"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

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

// Kubernetes Events are made from what the simulator's own events report.

// eventKey is what makes repeated Events one with a count.
//
// Upstream 1.37: client-go tools/record/events_cache.go, getEventKey.
type eventKey struct {
	about                          Object
	source, reason, message, field string
	warning                        bool
}

// KubernetesEvents are the Event objects of a namespace ("" for all) as kubectl
// get events lists them. Those about nodes are in namespace default. Repeated
// ones are counted, as clients do. Without Options.Record there are none.
//
// Differs: upstream drops and combines Events beyond a rate for each object and
// keeps them for an hour; here all are kept.
func (c *Cluster) KubernetesEvents(namespace string) []*api.Event {
	seen := map[eventKey]*api.Event{}
	var out []*api.Event
	for i := range c.Events() {
		e := &c.events[i]
		for _, r := range e.Reports {
			about := e.About
			if about == (Object{}) {
				about = e.Object
			}
			where := about.Namespace
			if where == "" {
				where = "default"
			}
			if namespace != "" && where != namespace {
				continue
			}
			k := eventKey{about, r.Source, r.Reason, r.Message, r.Field, r.Warning}
			if o := seen[k]; o != nil {
				o.Count++
				o.LastTimestamp = c.Clock(e.At)
				continue
			}
			o := c.kubernetesEvent(e, about, where, r)
			seen[k] = o
			out = append(out, o)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Namespace < out[j].Namespace })
	return out
}

func (c *Cluster) kubernetesEvent(e *Event, about Object, namespace string, r state.Report) *api.Event {
	o := &api.Event{Reason: r.Reason, Message: r.Message, Type: "Normal", Count: 1}
	if r.Warning {
		o.Type = "Warning"
	}
	o.Kind, o.APIVersion = "Event", "v1"
	o.Namespace = namespace
	o.Name = about.Name + "." + strconv.FormatUint(mix(uint64(e.Number), about.Name+r.Reason+r.Message), 16)
	o.CreationTimestamp = c.Clock(e.At)
	o.FirstTimestamp, o.LastTimestamp = c.Clock(e.At), c.Clock(e.At)
	o.Source.Component = r.Source
	if r.Source == "kubelet" {
		o.Source.Host = e.Node
	}
	o.InvolvedObject = api.ObjectReference{Kind: about.Kind, Namespace: about.Namespace, Name: about.Name, FieldPath: r.Field}
	if about.Kind == "DaemonSet" {
		o.InvolvedObject.APIVersion = "apps/v1"
	} else {
		o.InvolvedObject.APIVersion = "v1"
	}
	return o
}

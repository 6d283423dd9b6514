package core

import (
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/kubelet"
	"github.com/rollscope/rollscope/core/nodelifecycle"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// zone is what the node controller remembers about one zone: when its rate limit
// lets it add the next NoExecute taint.
type zone struct {
	next state.Time
}

// turnNode does what is due for a node: its kubelet's eviction loop looks whether
// it is short of something, or the node controller looks at it.
func (c *Cluster) turnNode(id state.NodeID) {
	n := c.nodes[id]
	if n.Pressure != nil && n.Pressure.Next <= c.now {
		c.checkPressure(id)
		return
	}
	z := c.zoneOf(n)
	dec := nodelifecycle.Sync(n, z, c.now)
	if dec.Zone.NextTaint != z.NextTaint {
		c.putZone(c.keyID("zone/"+z.Name), &zone{next: dec.Zone.NextTaint})
	}
	if dec.Node.Wake <= c.now {
		panic("core: the node controller does not let go of node " + n.Name())
	}
	c.putNode(id, dec.Node)
	if dec.Why.Code != "" {
		c.emit(Event{Actor: NodeController, Object: nodeObject(n.Name()), Verb: "update", Node: n.Name(), Why: dec.Why, Reports: dec.Reports})
	}
	if dec.MarkPodsNotReady {
		c.markPodsNotReady(id)
	}
}

// checkPressure is a look of the eviction loop of a node's kubelet.
func (c *Cluster) checkPressure(id state.NodeID) {
	n := c.nodes[id]
	e := Event{Actor: Kubelet, Object: nodeObject(n.Name()), Verb: "update", Node: n.Name()}
	if relieved, reports := nodelifecycle.Relieve(n, c.now); relieved != n {
		c.putNode(id, relieved)
		e.Why, e.Reports = reason.Reason{Code: reason.NodePressureOver, Node: n.Name()}, reports
		c.emit(e)
		return
	}
	dec := kubelet.CheckPressure(n, c.occupying(id, state.None), c.now)
	c.putNode(id, dec.Node)
	if dec.Victim == state.None {
		return
	}
	e.Why, e.Reports = dec.Why, dec.Reports
	c.emit(e)
	victim, report, why := kubelet.Evicted(c.pods[dec.Victim], dec.Signal, c.now)
	if victim.Terminating() {
		c.wake(victim)
	}
	c.putPod(dec.Victim, victim)
	c.emit(Event{Actor: Kubelet, Object: podObject(victim), Verb: "fail", Node: n.Name(), Why: why, Reports: []state.Report{report}})
}

// zoneOf is the zone of a node with its counts and limit as they stand.
func (c *Cluster) zoneOf(n *state.Node) nodelifecycle.Zone {
	name := nodelifecycle.ZoneName(n.Object)
	z := c.zoneSizes[name]
	z.Name, z.Halted = name, c.halted()
	if have := c.zones[c.keyID("zone/"+name)]; have != nil {
		z.NextTaint = have.next
	}
	return z
}

// halted says that no zone has a ready node.
func (c *Cluster) halted() bool {
	zones, full := 0, 0
	for _, z := range c.zoneSizes {
		if z.Nodes > 0 {
			zones++
		}
		if z.State() == nodelifecycle.ZoneFull {
			full++
		}
	}
	return zones > 0 && zones == full
}

// countNode adds a node to the counts of its zone, countOut takes it off.
func (c *Cluster) countNode(n *state.Node) {
	if n != nil {
		name := nodelifecycle.ZoneName(n.Object)
		c.zoneSizes[name] = c.zoneSizes[name].Plus(n)
	}
}

func (c *Cluster) countOut(n *state.Node) {
	if n != nil {
		name := nodelifecycle.ZoneName(n.Object)
		c.zoneSizes[name] = c.zoneSizes[name].Minus(n)
	}
}

// zonesAround are the zones of two records of a node as they stand; nothing
// where the change from one to the other cannot concern a zone.
func (c *Cluster) zonesAround(a, b *state.Node) (zones [2]nodelifecycle.Zone) {
	if a != nil && b != nil && a.Object == b.Object {
		return zones
	}
	for i, n := range [2]*state.Node{a, b} {
		if n != nil {
			zones[i] = c.zoneOf(n)
		}
	}
	return zones
}

// wakeUnready lets the node controller look at every node that is not ready,
// because their zones are in another state than before.
func (c *Cluster) wakeUnready() {
	for id, n := range c.nodes {
		if n != nil && n.Ready() != api.ConditionTrue {
			next := *n
			next.Wake = c.now
			c.putNode(state.NodeID(id), &next)
		}
	}
}

// markPodsNotReady takes the Ready condition from all pods of a node whose
// kubelet is not heard any more.
//
// Upstream 1.37: pkg/controller/util/node/controller_utils.go, MarkPodsNotReady.
func (c *Cluster) markPodsNotReady(id state.NodeID) {
	for _, pid := range c.ids(id) {
		p := c.pods[pid]
		if p == nil || p.Node != id || !p.Ready {
			continue
		}
		next := *p
		next.Ready, next.ReadySince = false, c.now
		c.putPod(pid, &next)
		c.emit(Event{
			Actor: NodeController, Object: podObject(p), Verb: "unready", Node: c.nodeName[id],
			Why:     reason.Reason{Code: reason.PodOfLostNode, Pod: p.Name, Node: c.nodeName[id]},
			Reports: []state.Report{nodelifecycle.PodReport()},
		})
	}
}

// Fault is a way for a node to break.
type Fault uint8

// The faults of a node.
const (
	// Unreachable: the kubelet is gone and the cluster has noticed: Ready Unknown,
	// both unreachable taints, its pods not ready, all at this moment.
	Unreachable Fault = iota
	// Silent: the kubelet stops; the node controller finds out by itself.
	Silent
	// NotReady: the kubelet works and reports the node not ready itself.
	NotReady
	// LowMemory, LowDisk and LowPIDs: the machine runs out of something, so that its
	// kubelet reports the pressure and evicts pods until the node is mended.
	LowMemory
	LowDisk
	LowPIDs
)

// Pressures are the words for LowMemory, LowDisk and LowPIDs, in that order.
var Pressures = [...]string{"memory", "disk", "pid"}

// PressureFault is the fault of running out of what the word says, and whether it
// is one of Pressures.
func PressureFault(word string) (Fault, bool) {
	i := slices.Index(Pressures[:], word)
	return LowMemory + Fault(max(i, 0)), i >= 0
}

// errSilent is what comes of pressure on a node that nobody watches.
var errSilent = errors.New("the kubelet of the node is silent: it can report no pressure")

// BreakNode breaks a node on purpose.
func (c *Cluster) BreakNode(name string, f Fault) error {
	if f >= LowMemory {
		return c.pressNode(name, state.Shortage(f-LowMemory))
	}
	change := [...]func(*state.Node, state.Time) *state.Node{nodelifecycle.Break, nodelifecycle.Silence, nodelifecycle.BreakNotReady}[f]
	code := [...]reason.Code{reason.NodeBroken, reason.NodeSilenced, reason.NodeReportsNotReady}[f]
	return c.changeNode(name, change, code, f == Unreachable)
}

// pressNode lets a machine run out of something.
func (c *Cluster) pressNode(name string, what state.Shortage) error {
	c.forget()
	defer c.conclude()
	n, ok := c.Node(name)
	switch {
	case !ok:
		return notFound(resourceOf("Node"), name)
	case n.Kubelet == state.KubeletSilent:
		return errSilent
	}
	pressed, reports := nodelifecycle.Press(n, what, c.now)
	c.putNode(n.ID, pressed)
	c.emit(Event{
		Actor: User, Object: nodeObject(name), Verb: "update", Node: name, Reports: reports,
		Why: reason.Reason{Code: reason.NodePressed, Node: name, Text: [...]string{"memory", "disk", "PIDs"}[what]},
	})
	return nil
}

// MendNode makes a broken node work again.
func (c *Cluster) MendNode(name string) error {
	code := reason.NodeMended
	if n, ok := c.Node(name); ok && n.Kubelet == state.KubeletRunning && n.Pressure.Lasts() {
		code = reason.NodeEased
	}
	return c.changeNode(name, nodelifecycle.Mend, code, false)
}

func (c *Cluster) changeNode(name string, change func(*state.Node, state.Time) *state.Node, code reason.Code, mark bool) error {
	c.forget()
	defer c.conclude()
	n, ok := c.Node(name)
	if !ok {
		return notFound(resourceOf("Node"), name)
	}
	c.putNode(n.ID, change(n, c.now))
	c.emit(Event{Actor: User, Object: nodeObject(name), Verb: "update", Node: name, Why: reason.Reason{Code: code, Node: name, N: 50}})
	if mark {
		c.markPodsNotReady(n.ID)
	}
	return nil
}

// BreakPod forces a pod into a state it then stays in until it is deleted: phase
// Failed or Succeeded, or, with phase Running, not ready. One that is being
// deleted already goes all the same.
func (c *Cluster) BreakPod(namespace, name string, phase state.Phase) error {
	c.forget()
	defer c.conclude()
	id, ok := c.podID[podKey{namespace, name}]
	if !ok {
		return notFound(resourceOf("Pod"), name)
	}
	next := *c.pods[id]
	if next.Ready {
		next.Ready, next.ReadySince = false, c.now
	}
	text := "not ready"
	if phase.Terminal() {
		next.Phase, text = phase, "phase "+phase.String()
	}
	switch {
	case !next.Terminating():
		next.Pinned, next.Wake, next.Retry = true, state.Never, false
	case phase.Terminal():
		c.wake(&next) // its kubelet lets go of it
	}
	c.putPod(id, &next)
	c.emit(Event{
		Actor: User, Object: podObject(&next), Verb: "update", Node: c.nameOf(&next),
		Why: reason.Reason{Code: reason.PodBroken, Pod: name, Node: c.nameOf(&next), Text: text},
	})
	return nil
}

// createNode lets a machine join.
func (c *Cluster) createNode(o *api.Node) error {
	o = o.DeepCopy()
	o.Namespace = ""
	furnish(o)
	if err := c.admit("Node", o.Name, o, nil); err != nil {
		return err
	}
	id := c.nodeID(o.Name)
	if c.nodes[id] != nil {
		return alreadyExists(resourceOf("Node"), o.Name)
	}
	o.CreationTimestamp = c.Clock(c.now)
	if o.UID == "" {
		o.UID = uid("c", c.Emitted())
	}
	c.putNode(id, nodelifecycle.Join(id, o, c.now))
	c.emit(Event{
		Actor: User, Object: nodeObject(o.Name), Verb: "create", Node: o.Name,
		Why: reason.Reason{Code: reason.NodeJoined, Node: o.Name},
	})
	return nil
}

// furnish gives a Node that says nothing about its machine a common one, with the kubelet
// of this version.
func furnish(o *api.Node) {
	state.Furnish(&o.Status)
	if o.Status.NodeInfo.KubeletVersion == "" {
		o.Status.NodeInfo.KubeletVersion = "v1.37.2"
	}
}

// updateNode changes a node's labels, annotations, taints, spec.unschedulable,
// capacity or conditions.
func (c *Cluster) updateNode(o *api.Node) error {
	id, ok := c.nodeIDs[o.Name]
	if !ok || c.nodes[id] == nil {
		return notFound(resourceOf("Node"), o.Name)
	}
	o = o.DeepCopy()
	before := c.nodes[id]
	if err := c.admit("Node", o.Name, o, before.Object); err != nil {
		return err
	}
	c.putNode(id, nodelifecycle.Update(before, o, c.now))
	e := Event{
		Actor: User, Object: nodeObject(o.Name), Verb: "update", Node: o.Name,
		Why: reason.Reason{Code: reason.UserUpdated, Text: "Node " + o.Name},
	}
	if o.Spec.Unschedulable != before.Object.Spec.Unschedulable {
		e.Why = reason.Reason{Code: reason.NodeUncordoned, Node: o.Name}
		if o.Spec.Unschedulable {
			e.Why.Code = reason.NodeCordoned
		}
		e.Reports = []state.Report{nodelifecycle.CordonReport(o.Name, o.Spec.Unschedulable)}
	}
	c.emit(e)
	return nil
}

func (c *Cluster) deleteNode(name string) error {
	id, ok := c.nodeIDs[name]
	if !ok || c.nodes[id] == nil {
		return notFound(resourceOf("Node"), name)
	}
	c.putNode(id, nil)
	c.emit(Event{
		Actor: User, Object: nodeObject(name), Verb: "delete", Node: name,
		Why: reason.Reason{Code: reason.NodeRemoved, Node: name},
	})
	return nil
}

// SetPath says what a path of the file system leads to from now on, for the type
// checks of hostPath volumes. A pod that waits for one sees it when its kubelet
// tries again, up to two minutes later.
func (c *Cluster) SetPath(r state.PathRule) {
	c.forget()
	defer c.conclude()
	next := *c.settings
	next.paths = next.paths.With(r)
	c.putSettings(&next)
	c.unmake(r)
	for id, p := range c.pods {
		if p != nil && p.Mount > 0 && p.Retry { // the next try may end otherwise
			hopeful := *p
			hopeful.Retry = false
			c.putPod(state.PodID(id), &hopeful)
		}
	}
	why := reason.Reason{Code: reason.PathAbsent, Text: r.Path, Node: r.OnlyOn}
	if r.OnlyOn != "" {
		why.Text = r.OnlyOn + ":" + r.Path
	}
	if r.Kind != "" {
		why.Code, why.Text = reason.PathPresent, r.Kind+" "+why.Text
	}
	c.emit(Event{Actor: User, Object: Object{Kind: "Path", Name: r.Path}, Verb: "update", Node: r.OnlyOn, Why: why})
}

// unmake forgets what hostPath volumes made at or below a path that somebody told of.
func (c *Cluster) unmake(r state.PathRule) {
	at := path.Clean(r.Path)
	for id, n := range c.nodes {
		if n == nil || len(n.Made) == 0 || r.OnlyOn != "" && r.OnlyOn != n.Name() {
			continue
		}
		next := *n
		next.Made = slices.DeleteFunc(slices.Clone(n.Made), func(m state.PathRule) bool {
			return m.Path == at || strings.HasPrefix(m.Path, strings.TrimSuffix(at, "/")+"/")
		})
		c.putNode(state.NodeID(id), &next)
	}
}

package core

import (
	"sort"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/nodelifecycle"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scheduler"
	"github.com/rollscope/rollscope/core/state"
)

// Propagation is what becomes of what a deleted object owns.
type Propagation string

// The ways to delete; Background is the default.
const (
	Background Propagation = "background"
	Foreground Propagation = "foreground"
	Orphan     Propagation = "orphan"
)

// DeleteOptions are the options of a delete.
type DeleteOptions struct {
	Propagation Propagation // "" is Background
	// GraceSeconds is the grace of a pod's deletion; nil is the pod's own, 0 removes the object at once.
	GraceSeconds *int64
}

// Delete deletes an object. A deleted Node is a machine that is gone.
func (c *Cluster) Delete(kind, namespace, name string, o DeleteOptions) error {
	c.forget()
	defer c.conclude()
	switch kind {
	case "DaemonSet":
		return c.deleteSet(namespace, name, o.Propagation)
	case "Pod":
		id, ok := c.podID[podKey{namespace, name}]
		if !ok {
			return notFound(resourceOf(kind), name)
		}
		c.deletePod(id, o.GraceSeconds, Event{Actor: User, Verb: "delete",
			Why: reason.Reason{Code: reason.UserDeleted, Text: "Pod " + name}})
		return nil
	case "Node":
		return c.deleteNode(name)
	case "ControllerRevision":
		return c.deleteRevision(namespace, name)
	}
	id := c.keyID(kind + "/" + namespace + "/" + name)
	if c.objects[id] == nil {
		return notFound(resourceOf(kind), name)
	}
	c.putObject(id, nil)
	c.emit(Event{Actor: User, Object: Object{kind, namespace, name}, Verb: "delete",
		Why: reason.Reason{Code: reason.UserDeleted, Text: kind + " " + name}})
	return nil
}

func (c *Cluster) deleteNode(name string) error {
	id, ok := c.nodeIDs[name]
	if !ok || c.nodes[id] == nil {
		return notFound(resourceOf("Node"), name)
	}
	c.putNode(id, nil)
	c.emit(Event{Actor: User, Object: nodeObject(name), Verb: "delete", Node: name,
		Why: reason.Reason{Code: reason.NodeRemoved, Node: name}})
	return nil
}

func (c *Cluster) deleteRevision(namespace, name string) error {
	for _, r := range c.revisionsIn(namespace) {
		if r.Name == name {
			c.putRevision(r.ID, nil)
			c.rereadHistory(namespace)
			c.emit(Event{Actor: User, Object: Object{"ControllerRevision", namespace, name}, Verb: "delete",
				Why: reason.Reason{Code: reason.UserDeleted, Text: "ControllerRevision " + name}})
			return nil
		}
	}
	return notFound(resourceOf("ControllerRevision"), name)
}

// deleteSet deletes a DaemonSet. In the background its object goes first and
// the garbage collector follows; in the foreground it goes last; as an orphan
// delete it leaves pods and revisions behind without an owner.
func (c *Cluster) deleteSet(namespace, name string, how Propagation) error {
	d := c.findSet(namespace, name)
	if d == nil {
		return notFound(resourceOf("DaemonSet"), name)
	}
	e := Event{Actor: User, Object: setObject(d), Verb: "delete",
		Why: reason.Reason{Code: reason.UserDeleted, Text: "DaemonSet " + name}}
	switch how {
	case Foreground:
		next := *d
		next.Foreground, next.Deleted = true, c.now
		next.Sync = state.Sync{Due: state.Never, After: state.Never}
		c.putSet(d.ID, &next)
		c.emit(e)
		c.collectPods(d.ID)
		c.finishForeground(d.ID)
	case Orphan:
		c.orphan(d.ID)
		c.putSet(d.ID, nil)
		c.emit(e)
	default:
		c.putSet(d.ID, nil)
		c.emit(e)
		c.collectPods(d.ID)
		c.collectRevisions(d.ID)
	}
	return nil
}

// collectPods is the garbage collector deleting a set's pods.
func (c *Cluster) collectPods(id state.SetID) {
	for pid, p := range c.pods {
		if p != nil && p.Set == id && !p.Terminating() {
			c.deletePod(state.PodID(pid), nil, Event{Actor: GarbageCollector, Verb: "delete",
				Why: reason.Reason{Code: reason.OwnerGone, Pod: p.Name, Node: c.nameOf(p), Text: c.setName[id]}})
		}
	}
}

func (c *Cluster) collectRevisions(id state.SetID) {
	for rid, r := range c.revisions {
		if r != nil && r.Set == id {
			c.putRevision(state.RevisionID(rid), nil)
			c.emit(Event{Actor: GarbageCollector, Object: Object{"ControllerRevision", r.Namespace, r.Name}, Verb: "delete",
				Why: reason.Reason{Code: reason.OwnerGone, Pod: r.Name, Text: c.setName[id]}})
		}
	}
}

// finishForeground removes a set that is being deleted in the foreground once its last pod is gone.
func (c *Cluster) finishForeground(id state.SetID) {
	d := c.sets[id]
	if d == nil || !d.Foreground || c.owned[id] > 0 {
		return
	}
	c.collectRevisions(id)
	c.putSet(id, nil)
	c.emit(Event{Actor: GarbageCollector, Object: setObject(d), Verb: "delete",
		Why: reason.Reason{Code: reason.DependentsGone, Text: d.Object.Name}})
}

// orphan takes the owner off a set's pods and revisions.
func (c *Cluster) orphan(id state.SetID) {
	for pid, p := range c.pods {
		if p != nil && p.Set == id {
			next := *p
			next.Set, next.Labels = state.None, p.LabelSet()
			c.putPod(state.PodID(pid), &next)
		}
	}
	for rid, r := range c.revisions {
		if r != nil && r.Set == id {
			next := *r
			next.Set = state.None
			c.putRevision(state.RevisionID(rid), &next)
		}
	}
}

// Evict asks for a pod's eviction, which a PodDisruptionBudget can refuse.
//
// Upstream 1.37: pkg/registry/core/pod/storage/eviction.go.
func (c *Cluster) Evict(namespace, name string) error {
	c.forget()
	defer c.conclude()
	id, ok := c.podID[podKey{namespace, name}]
	if !ok {
		return notFound(resourceOf("Pod"), name)
	}
	p := c.pods[id]
	if p.Bound() && !p.Phase.Terminal() {
		if b := c.violated(p); b != nil {
			return &APIError{Reason: "TooManyRequests",
				Message: "Cannot evict pod as it would violate the pod's disruption budget."}
		}
	}
	c.deletePod(id, nil, Event{Actor: User, Verb: "evict", Why: reason.Reason{Code: reason.UserEvicted, Pod: name, Node: c.nameOf(p)}})
	return nil
}

// evictTainted deletes a pod whose toleration of a NoExecute taint has run out.
//
// Upstream 1.37: pkg/controller/tainteviction/taint_eviction.go.
func (c *Cluster) evictTainted(id state.PodID) {
	next := *c.pods[id]
	next.EvictAt = state.Never
	next.Disruption = "DeletionByTaintManager"
	c.putPod(id, &next)
	c.deletePod(id, nil, Event{Actor: TaintEviction, Verb: "evict",
		Why:     reason.Reason{Code: reason.TaintEvicted, Pod: next.Name, Node: c.nameOf(&next)},
		Reports: []state.Report{nodelifecycle.EvictionReport(&next)}})
}

// collectPod removes a pod whose node is gone.
//
// Upstream 1.37: pkg/controller/podgc/gc_controller.go, gcOrphaned.
func (c *Cluster) collectPod(id state.PodID) {
	next := *c.pods[id]
	next.CollectAt = state.Never
	next.Phase, next.Disruption = state.Failed, "DeletionByPodGC"
	c.putPod(id, &next)
	zero := int64(0)
	c.deletePod(id, &zero, Event{Actor: PodGC, Verb: "delete",
		Why: reason.Reason{Code: reason.NodeOfPodGone, Pod: next.Name, Node: c.nameOf(&next)}})
}

// violated is a PodDisruptionBudget that does not let the pod go, nil for none.
func (c *Cluster) violated(p *state.Pod) *api.PodDisruptionBudget {
	for _, b := range c.PodDisruptionBudgets(p.Namespace) {
		if api.SelectorFrom(b.Spec.Selector).Matches(p.LabelSet()) && b.Status.DisruptionsAllowed <= 0 {
			return b
		}
	}
	return nil
}

// PodDisruptionBudgets are the PodDisruptionBudget objects of a namespace ("" for
// all) with their status as it stands.
//
// Upstream 1.37: pkg/controller/disruption/disruption.go, trySync.
// Differs: the pods that match the selector are the expected ones. Upstream asks
// the controller of the pods for its scale, and a DaemonSet has none, so that
// percentages and maxUnavailable allow nothing there.
func (c *Cluster) PodDisruptionBudgets(namespace string) []*api.PodDisruptionBudget {
	var out []*api.PodDisruptionBudget
	for _, o := range c.objects {
		if b, ok := o.(*api.PodDisruptionBudget); ok && (namespace == "" || b.Namespace == namespace) {
			next := *b
			c.countBudget(&next)
			out = append(out, &next)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		return out[i].Namespace < out[j].Namespace || out[i].Namespace == out[j].Namespace && out[i].Name < out[j].Name
	})
	return out
}

// countBudget fills the status of a budget.
func (c *Cluster) countBudget(b *api.PodDisruptionBudget) {
	selector := api.SelectorFrom(b.Spec.Selector)
	var expected, healthy int
	for _, p := range c.pods {
		if p == nil || p.Namespace != b.Namespace || !selector.Matches(p.LabelSet()) || p.Phase.Terminal() {
			continue
		}
		expected++
		if p.Ready && !p.Terminating() {
			healthy++
		}
	}
	desired := 0
	switch {
	case b.Spec.MaxUnavailable != nil:
		n, err := b.Spec.MaxUnavailable.ScaledValue(expected, true)
		if err == nil {
			desired = max(expected-n, 0)
		}
	case b.Spec.MinAvailable != nil:
		n, err := b.Spec.MinAvailable.ScaledValue(expected, true)
		if err == nil {
			desired = n
		}
	}
	b.Status.ExpectedPods, b.Status.CurrentHealthy, b.Status.DesiredHealthy = int32(expected), int32(healthy), int32(desired)
	b.Status.DisruptionsAllowed = int32(max(healthy-desired, 0))
}

// budgets is what preemption asks about a victim, nil where there are no budgets.
// Counting takes a look at every pod, so it waits until somebody asks.
func (c *Cluster) budgets() func(*state.Pod) bool {
	some := false
	for _, o := range c.objects {
		_, budget := o.(*api.PodDisruptionBudget)
		some = some || budget
	}
	if !some {
		return nil
	}
	var violates func(*state.Pod) bool
	return func(p *state.Pod) bool {
		if violates == nil {
			violates = c.countedBudgets()
		}
		return violates(p)
	}
}

func (c *Cluster) countedBudgets() func(*state.Pod) bool {
	var list []scheduler.Budget
	for _, b := range c.PodDisruptionBudgets("") {
		list = append(list, scheduler.Budget{Namespace: b.Namespace, Selector: api.SelectorFrom(b.Spec.Selector), Allowed: b.Status.DisruptionsAllowed})
	}
	return scheduler.Budgets(list)
}

package core

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/semantic"
	"github.com/rollscope/rollscope/core/api/validation"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// APIError is an answer of the API server that is not a success.
type APIError struct {
	Reason  string // NotFound, AlreadyExists, Invalid, Forbidden, Conflict, TooManyRequests, BadRequest
	Message string // exactly the API server's
	// Causes are the field errors of an Invalid object.
	Causes []*validation.FieldError
}

func (e *APIError) Error() string { return e.Message }

func notFound(resource, name string) *APIError {
	return &APIError{Reason: "NotFound", Message: fmt.Sprintf("%s %q not found", resource, name)}
}

func alreadyExists(resource, name string) *APIError {
	return &APIError{Reason: "AlreadyExists", Message: fmt.Sprintf("%s %q already exists", resource, name)}
}

// notModelled is the answer for a kind the simulator does not keep.
func notModelled(o any) *APIError {
	return &APIError{Reason: "BadRequest", Message: fmt.Sprintf("rollscope does not keep objects of type %T", o)}
}

// admit completes an object and returns the API server's answer where it refuses
// it. kind is how that answer names the kind, old the object that an update
// replaces, nil for a create.
func (c *Cluster) admit(kind, name string, object, old any) error {
	v := c.admission(object, old)
	switch {
	case v.Unreadable != nil:
		return &APIError{Reason: "BadRequest", Message: v.Unreadable.Error()}
	case len(v.Errors) > 0:
		return &APIError{Reason: "Invalid", Message: field.Sentence(kind, name, v.Errors), Causes: v.Errors}
	}
	return nil
}

// resourceOf is the plural and group that error messages name a kind by.
func resourceOf(kind string) string {
	switch kind {
	case "DaemonSet":
		return "daemonsets.apps"
	case "ControllerRevision":
		return "controllerrevisions.apps"
	case "PriorityClass":
		return "priorityclasses.scheduling.k8s.io"
	case "PodDisruptionBudget":
		return "poddisruptionbudgets.policy"
	case "Node":
		return "nodes"
	case "Pod":
		return "pods"
	}
	return kind
}

// Create creates an object from a manifest: *api.DaemonSet, *api.Pod, *api.Node,
// *api.ControllerRevision, *api.PriorityClass or *api.PodDisruptionBudget. The
// object is defaulted and validated; it must not be changed afterwards. A Node
// is a machine that joins; a Pod with spec.nodeName is a workload that runs there already.
func (c *Cluster) Create(o any) error {
	c.forget()
	defer c.conclude()
	switch o := o.(type) {
	case *api.DaemonSet:
		return c.createSet(o)
	case *api.Pod:
		return c.createPod(o)
	case *api.Node:
		return c.createNode(o)
	case *api.ControllerRevision:
		return c.createRevision(o)
	case *api.PriorityClass:
		return c.storeClass(o, true)
	case *api.PodDisruptionBudget:
		return c.storeBudget(o, true)
	}
	return notModelled(o)
}

// Update replaces an object as a PUT does: what may not change is refused.
func (c *Cluster) Update(o any) error {
	c.forget()
	defer c.conclude()
	switch o := o.(type) {
	case *api.DaemonSet:
		return c.updateSet(o)
	case *api.Pod:
		return c.updatePod(o)
	case *api.Node:
		return c.updateNode(o)
	case *api.ControllerRevision:
		return c.updateRevision(o)
	case *api.PriorityClass:
		return c.storeClass(o, false)
	case *api.PodDisruptionBudget:
		return c.storeBudget(o, false)
	}
	return notModelled(o)
}

func (c *Cluster) findSet(namespace, name string) *state.DaemonSet {
	for _, d := range c.sets {
		if d != nil && d.Object.Name == name && d.Object.Namespace == namespace {
			return d
		}
	}
	return nil
}

func namespaced(m *api.ObjectMeta) {
	if m.Namespace == "" {
		m.Namespace = "default"
	}
}

func (c *Cluster) createSet(o *api.DaemonSet) error {
	o = o.DeepCopy()
	namespaced(&o.ObjectMeta)
	c.generateName(&o.ObjectMeta)
	if err := c.admit("DaemonSet.apps", o.Name, o, nil); err != nil {
		return err
	}
	if c.findSet(o.Namespace, o.Name) != nil {
		return alreadyExists(resourceOf("DaemonSet"), o.Name)
	}
	id := state.SetID(len(c.sets))
	o.UID, o.CreationTimestamp = uid("d", int(id)), c.Clock(c.now)
	d := &state.DaemonSet{
		ID: id, Object: o, Created: c.now, Selector: api.SelectorFrom(o.Spec.Selector),
		Sync: state.Sync{Due: state.Never, After: c.requeued(o.Namespace + "/" + o.Name)},
	}
	c.queueUp(d, c.options.Latency)
	c.putSet(id, d)
	c.emit(Event{
		Actor: User, Object: setObject(d), Verb: "create",
		Why: reason.Reason{Code: reason.UserCreated, Text: "DaemonSet " + o.Name},
	})
	return nil
}

// updateSet is a PUT of a DaemonSet. One that changes nothing is no write.
//
// Upstream 1.37: apiserver pkg/storage/etcd3/store.go, GuaranteedUpdate.
func (c *Cluster) updateSet(o *api.DaemonSet) error {
	namespaced(&o.ObjectMeta)
	old := c.findSet(o.Namespace, o.Name)
	if old == nil {
		return notFound(resourceOf("DaemonSet"), o.Name)
	}
	o = o.DeepCopy()
	if err := c.admit("DaemonSet.apps", o.Name, o, old.Object); err != nil {
		return err
	}
	if semantic.Equal(o, old.Object) {
		return nil // nothing is written, so nobody is told
	}
	next := *old
	next.Object = o
	if o.Generation == old.Object.Generation && next.Sync.HistoryOf == old.Object {
		next.Sync.HistoryOf = o // only metadata changed
	}
	c.queueUp(&next, c.options.Latency)
	c.putSet(old.ID, &next)
	if o.Spec.MinReadySeconds != old.Object.Spec.MinReadySeconds {
		c.retimeAvailability(old.ID)
	}
	c.emit(Event{
		Actor: User, Object: setObject(&next), Verb: "update",
		Why: reason.Reason{Code: reason.UserUpdated, Text: "DaemonSet " + o.Name},
	})
	return nil
}

// retimeAvailability works every pod's availability out again after minReadySeconds changed.
func (c *Cluster) retimeAvailability(id state.SetID) {
	for pid, p := range c.pods {
		if p == nil || p.Set != id {
			continue
		}
		next := *p
		next.Available, next.AvailableAt = c.availability(p)
		if next.Available != p.Available || next.AvailableAt != p.AvailableAt {
			c.putPod(state.PodID(pid), &next)
		}
	}
}

// generateName completes metadata.generateName as the API server does.
func (c *Cluster) generateName(m *api.ObjectMeta) {
	if m.Name == "" && m.GenerateName != "" {
		m.Name = c.podName(m.Namespace, m.GenerateName, state.PodID(c.Emitted()))
	}
}

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
		c.deletePod(id, o.GraceSeconds, Event{
			Actor: User, Verb: "delete",
			Why: reason.Reason{Code: reason.UserDeleted, Text: "Pod " + name},
		})
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
	c.admitAnew()
	c.emit(Event{
		Actor: User, Object: Object{kind, namespace, name}, Verb: "delete",
		Why: reason.Reason{Code: reason.UserDeleted, Text: kind + " " + name},
	})
	return nil
}

func (c *Cluster) deleteRevision(namespace, name string) error {
	for _, r := range c.revisionsIn(namespace) {
		if r.Name == name {
			c.putRevision(r.ID, nil)
			if r.Set != state.None { // nobody cares that one without an owner is gone
				c.rereadHistory(r, true)
			}
			c.emit(Event{
				Actor: User, Object: Object{"ControllerRevision", namespace, name}, Verb: "delete",
				Why: reason.Reason{Code: reason.UserDeleted, Text: "ControllerRevision " + name},
			})
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
	e := Event{
		Actor: User, Object: setObject(d), Verb: "delete",
		Why: reason.Reason{Code: reason.UserDeleted, Text: "DaemonSet " + name},
	}
	c.keepRequeue(d)
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
			c.deletePod(state.PodID(pid), nil, Event{
				Actor: GarbageCollector, Verb: "delete",
				Why: reason.Reason{Code: reason.OwnerGone, Pod: p.Name, Node: c.nameOf(p), Text: c.setName[id]},
			})
		}
	}
}

func (c *Cluster) collectRevisions(id state.SetID) {
	for rid, r := range c.revisions {
		if r != nil && r.Set == id {
			c.putRevision(state.RevisionID(rid), nil)
			c.emit(Event{
				Actor: GarbageCollector, Object: Object{"ControllerRevision", r.Namespace, r.Name}, Verb: "delete",
				Why: reason.Reason{Code: reason.OwnerGone, Pod: r.Name, Text: c.setName[id]},
			})
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
	c.emit(Event{
		Actor: GarbageCollector, Object: setObject(d), Verb: "delete",
		Why: reason.Reason{Code: reason.DependentsGone, Text: d.Object.Name},
	})
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
			c.rereadHistory(&next, true) // another set may select what is left
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
			return &APIError{
				Reason:  "TooManyRequests",
				Message: "Cannot evict pod as it would violate the pod's disruption budget.",
			}
		}
	}
	c.deletePod(id, nil, Event{Actor: User, Verb: "evict", Why: reason.Reason{Code: reason.UserEvicted, Pod: name, Node: c.nameOf(p)}})
	return nil
}

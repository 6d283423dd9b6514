package core

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/strategy"
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

func invalid(kind, name string, errs []*validation.FieldError) error {
	if len(errs) == 0 {
		return nil
	}
	return &APIError{Reason: "Invalid", Message: field.Sentence(kind, name, errs), Causes: errs}
}

// verdict is the error that an API server's verdict on a DaemonSet amounts to, nil for none.
func verdict(name string, v strategy.Verdict) error {
	if v.Unreadable != nil {
		return &APIError{Reason: "BadRequest", Message: v.Unreadable.Error()}
	}
	return invalid("DaemonSet.apps", name, v.Errors)
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
		return c.storeObject(o, "PriorityClass", &o.ObjectMeta, "", true)
	case *api.PodDisruptionBudget:
		return c.storeObject(o, "PodDisruptionBudget", &o.ObjectMeta, o.Namespace, true)
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
		return c.storeObject(o, "PriorityClass", &o.ObjectMeta, "", false)
	case *api.PodDisruptionBudget:
		return c.storeObject(o, "PodDisruptionBudget", &o.ObjectMeta, o.Namespace, false)
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
	if err := verdict(o.Name, strategy.Create(o)); err != nil {
		return err
	}
	if c.findSet(o.Namespace, o.Name) != nil {
		return alreadyExists(resourceOf("DaemonSet"), o.Name)
	}
	id := state.SetID(len(c.sets))
	o.UID, o.CreationTimestamp = uid("d", int(id)), c.Clock(c.now)
	d := &state.DaemonSet{ID: id, Object: o, Created: c.now, Selector: api.SelectorFrom(o.Spec.Selector),
		Sync: state.Sync{Due: c.now + c.options.Latency, After: state.Never}}
	c.putSet(id, d)
	c.emit(Event{Actor: User, Object: setObject(d), Verb: "create",
		Why: reason.Reason{Code: reason.UserCreated, Text: "DaemonSet " + o.Name}})
	return nil
}

func (c *Cluster) updateSet(o *api.DaemonSet) error {
	namespaced(&o.ObjectMeta)
	old := c.findSet(o.Namespace, o.Name)
	if old == nil {
		return notFound(resourceOf("DaemonSet"), o.Name)
	}
	o = o.DeepCopy()
	if err := verdict(o.Name, strategy.Update(o, old.Object)); err != nil {
		return err
	}
	next := *old
	next.Object = o
	if o.Generation == old.Object.Generation && next.Sync.HistoryOf == old.Object {
		next.Sync.HistoryOf = o // only metadata changed
	}
	next.Sync.Due = min(next.Sync.Due, c.now+c.options.Latency)
	c.putSet(old.ID, &next)
	if o.Spec.MinReadySeconds != old.Object.Spec.MinReadySeconds {
		c.retimeAvailability(old.ID)
	}
	c.emit(Event{Actor: User, Object: setObject(&next), Verb: "update",
		Why: reason.Reason{Code: reason.UserUpdated, Text: "DaemonSet " + o.Name}})
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

// storeObject keeps a PriorityClass or PodDisruptionBudget.
func (c *Cluster) storeObject(o any, kind string, m *api.ObjectMeta, namespace string, create bool) error {
	if kind == "PodDisruptionBudget" {
		namespaced(m)
		namespace = m.Namespace
	}
	id := c.keyID(kind + "/" + namespace + "/" + m.Name)
	verb, code := "create", reason.UserCreated
	if have := c.objects[id] != nil; have == create {
		if create {
			return alreadyExists(resourceOf(kind), m.Name)
		}
		return notFound(resourceOf(kind), m.Name)
	} else if have {
		verb, code = "update", reason.UserUpdated
	}
	m.CreationTimestamp = c.Clock(c.now)
	c.putObject(id, o)
	c.emit(Event{Actor: User, Object: Object{kind, namespace, m.Name}, Verb: verb,
		Why: reason.Reason{Code: code, Text: kind + " " + m.Name}})
	return nil
}

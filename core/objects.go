package core

import (
	"maps"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scheduler"
	"github.com/rollscope/rollscope/core/state"
)

// createPod brings in a pod that no DaemonSet of this cluster made.
func (c *Cluster) createPod(o *api.Pod) error {
	o = o.DeepCopy()
	namespaced(&o.ObjectMeta)
	c.generateName(&o.ObjectMeta)
	if err := c.admit("Pod", o.Name, o, nil); err != nil {
		return err
	}
	if _, taken := c.podID[podKey{o.Namespace, o.Name}]; taken {
		return alreadyExists(resourceOf("Pod"), o.Name)
	}
	meta := api.ObjectMeta{Labels: o.Labels, Annotations: o.Annotations, Finalizers: o.Finalizers}
	p := c.newPod(o.Namespace, o.Name, state.NewTemplate(meta, &o.Spec, c.priority))
	if _, _, found := c.class(o.Spec.PriorityClassName); !found && o.Spec.Priority != nil {
		p.Template.Priority = *o.Spec.Priority // it comes from a cluster that has the class
	}
	p.Owner = controllerOf(o.OwnerReferences)
	if p.Owner != nil && p.Owner.Kind == "DaemonSet" {
		if d := c.findSet(o.Namespace, p.Owner.Name); d != nil {
			p.Set, p.Owner = d.ID, nil
			p.Labels = o.Labels
		}
	}
	if name := targetOf(&o.Spec); name != "" {
		p.Target = c.nodeID(name)
	}
	if o.Spec.NodeName != "" {
		p.Node = p.Target
		if o.Status.Phase != api.PodPending { // else its containers are about to start
			running(p, &o.Status, c.now)
		}
		c.planEnd(p, c.node(p.Node))
	}
	c.putPod(p.ID, p)
	c.emit(Event{
		Actor: User, Object: podObject(p), Verb: "create", Node: c.nameOf(p),
		Why: reason.Reason{Code: reason.UserCreated, Text: "Pod " + p.Name},
	})
	return nil
}

// running makes a new pod one that its node runs already, in the state that its
// status tells; without a status it runs and is ready. Where the status says since
// when it is ready, and that is past, it has been so since then.
func running(p *state.Pod, s *api.PodStatus, now state.Time) {
	p.Wake, p.Started = state.Never, now
	p.Phase, p.StatusReason, p.StatusMessage = phaseOf(s.Phase), s.Reason, s.Message
	if p.Phase.Terminal() {
		return
	}
	p.Ready = true
	for _, cond := range s.Conditions {
		if cond.Type != api.PodReady {
			continue
		}
		p.Ready = cond.Status == api.ConditionTrue
		if at := cond.LastTransitionTime; !at.IsZero() {
			p.ReadySince = min(at.Sub(Epoch), now)
		}
	}
	up := state.Container{State: state.Up, Since: now, Started: true, Began: now, LastBegan: state.Never, LastFinished: state.Never}
	up.Readiness.Next, up.Liveness.Next, up.Startup.Next = state.Never, state.Never, state.Never
	for i := range p.Template.Spec.InitContainers {
		ended := up
		if policy := p.Template.Spec.InitContainers[i].RestartPolicy; policy == nil {
			ended.State, ended.Reason, ended.Started = state.Terminated, "Completed", false
		}
		ended.Ready = true
		p.Containers = append(p.Containers, ended)
	}
	up.Ready = p.Ready
	for range p.Template.Spec.Containers {
		p.Containers = append(p.Containers, up)
	}
}

func phaseOf(p api.PodPhase) state.Phase {
	switch p {
	case api.PodPending:
		return state.Pending
	case api.PodSucceeded:
		return state.Succeeded
	case api.PodFailed:
		return state.Failed
	}
	return state.Running
}

func controllerOf(refs []api.OwnerReference) *api.OwnerReference {
	for i := range refs {
		if refs[i].Controller != nil && *refs[i].Controller {
			return &refs[i]
		}
	}
	return nil
}

// targetOf is the node a pod is meant for: spec.nodeName, or the value of the
// first metadata.name field in its required node affinity.
//
// Upstream 1.37: pkg/controller/daemon/util/daemonset_util.go, GetTargetNodeName.
func targetOf(spec *api.PodSpec) string {
	if spec.NodeName != "" || spec.Affinity == nil || spec.Affinity.NodeAffinity == nil {
		return spec.NodeName
	}
	required := spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
	if required == nil {
		return ""
	}
	for _, term := range required.NodeSelectorTerms {
		for _, f := range term.MatchFields {
			if f.Key == "metadata.name" && f.Operator == api.NodeSelectorOpIn && len(f.Values) == 1 {
				return f.Values[0]
			}
		}
	}
	return ""
}

// createRevision brings in a ControllerRevision, as from a live cluster.
func (c *Cluster) createRevision(o *api.ControllerRevision) error {
	namespaced(&o.ObjectMeta)
	for _, r := range c.revisionsIn(o.Namespace) {
		if r.Name == o.Name {
			return alreadyExists(resourceOf("ControllerRevision"), o.Name)
		}
	}
	r := &state.Revision{
		ID: state.RevisionID(len(c.revisions)), Namespace: o.Namespace, Name: o.Name, Set: state.None,
		Number: o.Revision, Hash: o.Labels[api.ControllerRevisionHashLabelKey], Data: canonical(o.Data.Raw),
		Labels: o.Labels, Annotations: o.Annotations, Created: c.now,
	}
	if ref := controllerOf(o.OwnerReferences); ref != nil {
		if d := c.findSet(o.Namespace, ref.Name); d != nil {
			r.Set = d.ID
		}
	}
	c.putRevision(r.ID, r)
	c.rereadHistory(r, r.Set == state.None)
	c.emit(Event{
		Actor: User, Object: Object{"ControllerRevision", r.Namespace, r.Name}, Verb: "create",
		Why: reason.Reason{Code: reason.UserCreated, Text: "ControllerRevision " + r.Name},
	})
	return nil
}

// rereadHistory makes those who a revision is about compare their revisions again:
// its owner, or whoever selects it where it has none; at once where that wakes them.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, addHistory, updateHistory
// and deleteHistory.
func (c *Cluster) rereadHistory(r *state.Revision, wake bool) {
	for id, d := range c.sets {
		if d == nil || d.Object.Namespace != r.Namespace || r.Set != state.None && r.Set != d.ID ||
			r.Set == state.None && !d.Selector.Matches(r.Labels) {
			continue
		}
		next := *d
		next.Sync.HistoryOf = nil
		if wake {
			c.queueUp(&next, c.options.Latency)
		}
		c.putSet(state.SetID(id), &next)
	}
}

// updateRevision changes a revision's number, labels or annotations; its data may not change.
func (c *Cluster) updateRevision(o *api.ControllerRevision) error {
	for _, r := range c.revisionsIn(o.Namespace) {
		if r.Name != o.Name {
			continue
		}
		next := *r
		next.Number, next.Labels, next.Annotations = o.Revision, o.Labels, o.Annotations
		next.Hash = o.Labels[api.ControllerRevisionHashLabelKey]
		c.putRevision(r.ID, &next)
		c.rereadHistory(&next, r.Set != state.None || !maps.Equal(r.Labels, next.Labels))
		c.emit(Event{
			Actor: User, Object: Object{"ControllerRevision", r.Namespace, r.Name}, Verb: "update",
			Why: reason.Reason{Code: reason.UserUpdated, Text: "ControllerRevision " + r.Name},
		})
		return nil
	}
	return notFound(resourceOf("ControllerRevision"), o.Name)
}

// updatePod changes what may be changed of a pod here: labels, annotations and who owns it.
//
// Differs: upstream allows some spec changes too (images, tolerations added).
func (c *Cluster) updatePod(o *api.Pod) error {
	namespaced(&o.ObjectMeta)
	id, ok := c.podID[podKey{o.Namespace, o.Name}]
	if !ok {
		return notFound(resourceOf("Pod"), o.Name)
	}
	next := *c.pods[id]
	next.Labels = o.Labels
	if next.Labels == nil {
		next.Labels = map[string]string{}
	}
	if ref := controllerOf(o.OwnerReferences); ref == nil {
		next.Set, next.Owner = state.None, nil
	}
	c.putPod(id, &next)
	c.emit(Event{
		Actor: User, Object: podObject(&next), Verb: "update", Node: c.nameOf(&next),
		Why: reason.Reason{Code: reason.UserUpdated, Text: "Pod " + o.Name},
	})
	return nil
}

// priority is what a priority class stands for. Without one it is the global
// default with the lowest value, where there is any.
//
// Upstream 1.37: plugin/pkg/admission/priority/admission.go, getDefaultPriorityClass.
func (c *Cluster) priority(class string) (value int32, preemptNever bool) {
	value, preemptNever, _ = c.class(class)
	return value, preemptNever
}

// class is priority, and whether the class exists.
func (c *Cluster) class(class string) (value int32, preemptNever, found bool) {
	if v, ok := state.SystemPriority(class); ok {
		return v, false, true
	}
	var best *api.PriorityClass
	for _, o := range c.PriorityClasses() {
		if o.Name == class || class == "" && o.GlobalDefault && (best == nil || o.Value < best.Value) {
			best = o
		}
	}
	if best == nil {
		return 0, false, class == ""
	}
	return best.Value, best.PreemptionPolicy != nil && *best.PreemptionPolicy == api.PreemptNever, true
}

// canonical is JSON with sorted keys and no blanks.
func canonical(raw []byte) string {
	s, err := api.CanonicalJSON(api.RawExtension{Raw: raw})
	if err != nil {
		return strings.TrimSpace(string(raw))
	}
	return string(s)
}

// storeClass keeps a PriorityClass.
func (c *Cluster) storeClass(o *api.PriorityClass, create bool) error {
	o = o.DeepCopy()
	var stored any
	old, _ := c.objects[c.keyID("PriorityClass//"+o.Name)].(*api.PriorityClass)
	if old != nil && !create {
		o.CreationTimestamp = old.CreationTimestamp
		stored = old
	}
	if err := c.admit("PriorityClass.scheduling.k8s.io", o.Name, o, stored); err != nil {
		return err
	}
	defer c.admitAnew()
	return c.storeObject(o, "PriorityClass", &o.ObjectMeta, create)
}

// storeBudget keeps a PodDisruptionBudget.
func (c *Cluster) storeBudget(o *api.PodDisruptionBudget, create bool) error {
	o = o.DeepCopy()
	namespaced(&o.ObjectMeta)
	if err := c.admit("PodDisruptionBudget.policy", o.Name, o, nil); err != nil {
		return err
	}
	old, _ := c.objects[c.keyID("PodDisruptionBudget/"+o.Namespace+"/"+o.Name)].(*api.PodDisruptionBudget)
	if old != nil && !create {
		o.CreationTimestamp = old.CreationTimestamp
	}
	return c.storeObject(o, "PodDisruptionBudget", &o.ObjectMeta, create)
}

// storeObject keeps an object that only the scheduler and evictions read.
func (c *Cluster) storeObject(o any, kind string, m *api.ObjectMeta, create bool) error {
	id := c.keyID(kind + "/" + m.Namespace + "/" + m.Name)
	verb, code := "create", reason.UserCreated
	if have := c.objects[id] != nil; have == create {
		if create {
			return alreadyExists(resourceOf(kind), m.Name)
		}
		return notFound(resourceOf(kind), m.Name)
	} else if have {
		verb, code = "update", reason.UserUpdated
	} else {
		m.CreationTimestamp = c.Clock(c.now)
	}
	c.putObject(id, o)
	c.emit(Event{
		Actor: User, Object: Object{kind, m.Namespace, m.Name}, Verb: verb,
		Why: reason.Reason{Code: code, Text: kind + " " + m.Name},
	})
	return nil
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

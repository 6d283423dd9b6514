package stage

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/daemon"
)

// Live is what a cluster has printed about itself.
type Live struct {
	Nodes     []*api.Node
	Sets      []*api.DaemonSet
	Revisions []*api.ControllerRevision
	Pods      []*api.Pod // those that have not ended
	others    []any
	// Passed counts the objects of kinds that are not simulated.
	Passed  map[string]int
	rebased bool
}

// Read reads what a cluster has printed. Fields that are not known are left
// out, as the cluster may be newer.
func Read(name string, content []byte) (*Live, error) {
	result := decode.File(name, content)
	for i := range result.Errors {
		if e := &result.Errors[i]; e.Code != decode.CodeUnknownField {
			return nil, fmt.Errorf("%s:%d:%d: %s", name, e.Line, e.Column, e.Message)
		}
	}
	out := &Live{Passed: map[string]int{}}
	for i := range result.Documents {
		out.take(&result.Documents[i])
	}
	return out, nil
}

// take sorts an object in. What kubectl notes about applied manifests stays out.
func (l *Live) take(d *decode.Document) {
	switch o := d.Object.(type) {
	case *api.Node:
		delete(o.Annotations, lastApplied)
		l.Nodes = append(l.Nodes, o)
	case *api.DaemonSet:
		delete(o.Annotations, lastApplied)
		l.Sets = append(l.Sets, o)
	case *api.ControllerRevision:
		delete(o.Annotations, lastApplied)
		l.Revisions = append(l.Revisions, o)
	case *api.Pod:
		delete(o.Annotations, lastApplied)
		if o.Status.Phase != api.PodSucceeded && o.Status.Phase != api.PodFailed {
			l.Pods = append(l.Pods, o)
		}
	case *api.PriorityClass, *api.PodDisruptionBudget:
		l.others = append(l.others, o)
	default:
		l.Passed[d.Kind]++
	}
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// Add puts two together.
func (l *Live) Add(o *Live) {
	l.Nodes, l.Sets = append(l.Nodes, o.Nodes...), append(l.Sets, o.Sets...)
	l.Revisions, l.Pods = append(l.Revisions, o.Revisions...), append(l.Pods, o.Pods...)
	l.others = append(l.others, o.others...)
	if l.Passed == nil {
		l.Passed = map[string]int{}
	}
	for kind, n := range o.Passed {
		l.Passed[kind] += n
	}
}

// Hide takes the values of environment variables out, except those of the
// DaemonSets named namespace/name: they may be secrets, and a scenario is saved and
// shown around. Templates stay as equal to each other as they were.
func (l *Live) Hide(keep []string) {
	kept := func(namespace string, owners []api.OwnerReference) bool {
		for i := range owners {
			if owners[i].Kind == "DaemonSet" && slices.Contains(keep, key(namespace, owners[i].Name)) {
				return true
			}
		}
		return false
	}
	for _, d := range l.Sets {
		if !slices.Contains(keep, key(d.Namespace, d.Name)) {
			hide(&d.Spec.Template.Spec)
		}
	}
	for _, p := range l.Pods {
		if !kept(p.Namespace, p.OwnerReferences) {
			hide(&p.Spec)
		}
	}
	for _, r := range l.Revisions {
		if t, ok := templateOf(r); ok && !kept(r.Namespace, r.OwnerReferences) {
			hide(&t.Spec)
			store(r, t)
		}
	}
}

func key(namespace, name string) string {
	if namespace == "" {
		namespace = api.NamespaceDefault
	}
	return namespace + "/" + name
}

func hide(spec *api.PodSpec) {
	for _, list := range [][]api.Container{spec.InitContainers, spec.Containers} {
		for i := range list {
			for j := range list[i].Env {
				list[i].Env[j].Value = ""
			}
		}
	}
}

// templateOf is the template that a revision keeps; false where it keeps none.
func templateOf(r *api.ControllerRevision) (*api.PodTemplateSpec, bool) {
	var data struct {
		Spec struct {
			Template *api.PodTemplateSpec `json:"template"`
		} `json:"spec"`
	}
	if err := json.Unmarshal(r.Data.Raw, &data); err != nil || data.Spec.Template == nil {
		return nil, false
	}
	return data.Spec.Template, true
}

// store makes a revision keep a template, in the form in which the controller of this
// version writes it: older ones have written empty fields, too, and newer ones write
// fields that are not known here.
func store(r *api.ControllerRevision, t *api.PodTemplateSpec) {
	t = t.DeepCopy()
	defaults.PodTemplate(t)
	r.Data.Raw = []byte(daemon.Patch(&api.DaemonSet{Spec: api.DaemonSetSpec{Template: *t}}))
}

// settle makes of what was printed what is created: revisions are written as this
// version writes them, so that a DaemonSet finds its own, and times are turned into
// ages at the beginning of simulated time.
func (l *Live) settle() {
	if l.rebased {
		return
	}
	l.rebased = true
	newest := map[string]*api.ControllerRevision{}
	for _, r := range l.Revisions {
		if t, ok := templateOf(r); ok {
			store(r, t)
		}
		for i := range r.OwnerReferences {
			if at := key(r.Namespace, r.OwnerReferences[i].Name); newest[at] == nil || newest[at].Revision < r.Revision {
				newest[at] = r
			}
		}
	}
	for _, d := range l.Sets {
		if r := newest[key(d.Namespace, d.Name)]; r != nil && d.Status.ObservedGeneration >= d.Generation {
			store(r, &d.Spec.Template)
		}
	}
	back := l.printed().Sub(core.Epoch)
	for _, p := range l.Pods {
		for i := range p.Status.Conditions {
			if c := &p.Status.Conditions[i]; !c.LastTransitionTime.IsZero() {
				c.LastTransitionTime = api.Time{Time: c.LastTransitionTime.Add(-back)}
			}
		}
	}
}

// printed is about when the cluster printed all this: the latest moment in it.
func (l *Live) printed() time.Time {
	latest := core.Epoch
	first := true
	see := func(t api.Time) {
		if !t.IsZero() && (first || t.After(latest)) {
			latest, first = t.Time, false
		}
	}
	for _, p := range l.Pods {
		see(p.CreationTimestamp)
		for i := range p.Status.Conditions {
			see(p.Status.Conditions[i].LastTransitionTime)
		}
	}
	for _, n := range l.Nodes {
		see(n.CreationTimestamp)
		for i := range n.Status.Conditions {
			see(n.Status.Conditions[i].LastHeartbeatTime)
			see(n.Status.Conditions[i].LastTransitionTime)
		}
	}
	return latest
}

// Objects are all objects, owners before what they own, as they are to be created.
func (l *Live) Objects() []any {
	l.settle()
	var all []any
	for _, n := range l.Nodes {
		all = append(all, n)
	}
	all = append(all, l.others...)
	for _, d := range l.Sets {
		all = append(all, d)
	}
	for _, r := range l.Revisions {
		all = append(all, r)
	}
	for _, p := range l.Pods {
		all = append(all, p)
	}
	return all
}

// Steps brings everything into being at one moment, and lets the nodes break that
// are not ready.
func (l *Live) Steps(b *Builder) {
	var faults []string
	for i, n := range l.Nodes {
		if fault := unready(n); fault != "" {
			faults = append(faults, fault)
			l.Nodes[i] = healthy(n)
		}
	}
	b.Step("kubectl create -f " + b.add("cluster.json", listOf(l.Objects())))
	for _, fault := range faults {
		b.Step(fault)
	}
}

// unready is the command that breaks a node as it is broken, "" for one that is ready.
func unready(n *api.Node) string {
	for i := range n.Status.Conditions {
		c := &n.Status.Conditions[i]
		switch {
		case c.Type != api.NodeReady || c.Status == api.ConditionTrue:
		case c.Status == api.ConditionFalse:
			return "break node/" + n.Name + " --not-ready"
		default:
			return "break node/" + n.Name
		}
	}
	return ""
}

// healthy is a node as it was before it stopped being ready.
func healthy(n *api.Node) *api.Node {
	n = n.DeepCopy()
	n.Status.Conditions = nil
	n.Spec.Taints = slices.DeleteFunc(n.Spec.Taints, func(t api.Taint) bool {
		return t.Key == api.TaintNodeNotReady || t.Key == api.TaintNodeUnreachable
	})
	return n
}

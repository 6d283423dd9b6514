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
	"github.com/rollscope/rollscope/core/api/manifest"
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
	out := &Live{Passed: map[string]int{}}
	var first error
	for _, p := range pieces(content) {
		result := decode.File(name, p)
		for i := range result.Documents {
			out.take(&result.Documents[i])
		}
		for i := range result.Errors {
			if e := &result.Errors[i]; first == nil && e.Code != decode.CodeUnknownField {
				first = fmt.Errorf("%s:%d:%d: %s", name, e.Line, e.Column, e.Message)
			}
		}
	}
	return out, first
}

// LiveOf is what files have that hold a whole cluster, nil where there is no node.
func LiveOf(files []manifest.File) (*Live, error) {
	all := &Live{}
	var first error
	for _, f := range files {
		one, err := Read(f.Name, f.Content)
		if first == nil {
			first = err
		}
		all.Add(one)
	}
	if len(all.Nodes) == 0 {
		return nil, nil // whatever is wrong with them, others tell
	}
	return all, first
}

// Manifest is a file of the DaemonSets alone, as people apply it.
func (l *Live) Manifest(name string) []manifest.File {
	list := make([]any, len(l.Sets))
	for i, d := range l.Sets {
		list[i] = d
	}
	return []manifest.File{{Name: name, Content: listOf(list)}}
}

// Names are the DaemonSets in files, as namespace/name.
func Names(files []manifest.File) []string {
	var names []string
	for _, d := range sets(files) {
		names = append(names, key(d.Namespace, d.Name))
	}
	return names
}

func sets(files []manifest.File) []*api.DaemonSet {
	var all []*api.DaemonSet
	for _, f := range files {
		result := decode.File(f.Name, f.Content)
		for i := range result.Documents {
			if d, ok := result.Documents[i].Object.(*api.DaemonSet); ok {
				all = append(all, d)
			}
		}
	}
	return all
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
	now := l.printed()
	back := now.Sub(core.Epoch)
	for _, p := range l.Pods {
		if starting(p, now) {
			p.Status.Phase = api.PodPending
		}
		for i := range p.Status.Conditions {
			if c := &p.Status.Conditions[i]; !c.LastTransitionTime.IsZero() {
				c.LastTransitionTime = api.Time{Time: c.LastTransitionTime.Add(-back)}
			}
		}
	}
}

// young is how old a pod may be that counts as starting.
const young = 5 * time.Minute

// starting says whether a pod runs and will likely be ready before long: it is young,
// is not ready, and nothing in it has been restarted. It starts anew then, as its image
// is told to; any other pod that is not ready stays so until it is replaced.
func starting(p *api.Pod, now time.Time) bool {
	if p.Status.Phase != api.PodRunning || p.CreationTimestamp.IsZero() || now.Sub(p.CreationTimestamp.Time) >= young {
		return false
	}
	for i := range p.Status.ContainerStatuses {
		if p.Status.ContainerStatuses[i].RestartCount > 0 {
			return false
		}
	}
	for i := range p.Status.Conditions {
		if c := &p.Status.Conditions[i]; c.Type == api.PodReady {
			return c.Status != api.ConditionTrue
		}
	}
	return false
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
	all := make([]any, 0, len(l.Nodes)+len(l.Sets)+len(l.Revisions)+len(l.Pods)+len(l.others))
	for _, n := range l.Nodes {
		all = append(all, n)
	}
	return append(all, l.owned()...)
}

// owned are the objects beside the nodes.
func (l *Live) owned() []any {
	l.settle()
	all := l.others[:len(l.others):len(l.others)]
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

// Steps brings everything into being at one moment: the nodes, of which those break
// that are not ready, and then the rest.
func (l *Live) Steps(b *Builder) {
	var faults []string
	nodes := make([]any, len(l.Nodes))
	for i, n := range l.Nodes {
		if fault := unready(n); fault != "" {
			faults = append(faults, fault)
			n = healthy(n)
		}
		nodes[i] = n
	}
	b.create("nodes", nodes)
	for _, fault := range faults {
		b.Step(fault)
	}
	b.create("cluster", l.owned())
}

// mostInFile is how many objects go into one manifest.
const mostInFile = 1000

// create adds objects, in as many manifests as that takes, and one step for all.
func (b *Builder) create(name string, objects []any) {
	command := "kubectl create"
	for part := range slices.Chunk(objects, mostInFile) {
		command += " -f " + b.add(name+".json", listOf(part))
	}
	if len(objects) > 0 {
		b.Step(command)
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

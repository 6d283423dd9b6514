package stage

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

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
	at      map[string]string // where each object stands, by kind and name
}

// Read reads what a cluster has printed. Fields that are not known are left
// out, as the cluster may be newer.
func Read(name string, content []byte) (*Live, error) {
	out := &Live{Passed: map[string]int{}, at: map[string]string{}}
	var first error
	for _, p := range pieces(content) {
		result := decode.File(name, p)
		if err := mistake(name, result); first == nil {
			first = err
		}
		for i := range result.Documents {
			d := &result.Documents[i]
			if err := out.place(name, d); first == nil {
				first = err
			}
			out.take(d)
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
		if err := all.Add(one); first == nil {
			first = err
		}
	}
	if len(all.Nodes) == 0 {
		return nil, nil // whatever is wrong with them, others tell
	}
	if first == nil {
		first = all.complete()
	}
	return all, first
}

// complete says what is missing where the DaemonSets have pods or revisions that were
// not printed: they would all be made anew.
func (l *Live) complete() error {
	pods, revisions := map[string]bool{}, map[string]bool{}
	for _, p := range l.Pods {
		for i := range p.OwnerReferences {
			pods[key(p.Namespace, p.OwnerReferences[i].Name)] = true
		}
	}
	for _, r := range l.Revisions {
		for i := range r.OwnerReferences {
			revisions[key(r.Namespace, r.OwnerReferences[i].Name)] = true
		}
	}
	for _, d := range l.Sets {
		at, what := key(d.Namespace, d.Name), ""
		switch {
		case d.Status.NumberReady > 0 && !pods[at]:
			what = "pods"
		case d.Status.ObservedGeneration > 0 && !revisions[at] && pods[at]:
			what = "ControllerRevisions"
		}
		if what != "" {
			return fmt.Errorf("%sthe %s of the DaemonSet %s are missing: print everything, with kubectl get nodes,ds,pods,controllerrevisions -A -o yaml",
				l.where("DaemonSet", at), what, at)
		}
	}
	return nil
}

// Lacks says that a DaemonSet was not printed though pods of it were: it would be made anew
// beside them. It is nil for those that are there or have no pods.
func (l *Live) Lacks(sets []*api.DaemonSet) error {
	there := map[string]bool{}
	for _, d := range l.Sets {
		there[key(d.Namespace, d.Name)] = true
	}
	orphans := map[string]string{} // a pod of each DaemonSet
	for _, p := range l.Pods {
		for i := range p.OwnerReferences {
			if o := &p.OwnerReferences[i]; o.Kind == "DaemonSet" {
				orphans[key(p.Namespace, o.Name)] = key(p.Namespace, p.Name)
			}
		}
	}
	for _, d := range sets {
		if at := key(d.Namespace, d.Name); orphans[at] != "" && !there[at] {
			return fmt.Errorf("%sthe DaemonSet %s is missing, though its pods are there: print everything, with kubectl get nodes,ds,pods,controllerrevisions -A -o yaml",
				l.where("Pod", orphans[at]), at)
		}
	}
	return nil
}

// Manifest is a file of the DaemonSets alone, as people apply it.
func (l *Live) Manifest(name string) []manifest.File {
	return l.some(name, func(*api.DaemonSet) bool { return true })
}

// Unfinished is a file of the DaemonSets that are being rolled out; none where there
// is none.
func (l *Live) Unfinished(name string) []manifest.File {
	return l.some(name, func(d *api.DaemonSet) bool {
		s := &d.Status
		return s.ObservedGeneration < d.Generation || min(s.UpdatedNumberScheduled, s.NumberAvailable) < s.DesiredNumberScheduled
	})
}

func (l *Live) some(name string, is func(*api.DaemonSet) bool) []manifest.File {
	var list []any
	for _, d := range l.Sets {
		if is(d) {
			list = append(list, d)
		}
	}
	if len(list) == 0 {
		return nil
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
		all = append(all, objects[api.DaemonSet](f)...)
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

// Add puts two together. What is in both is a mistake.
func (l *Live) Add(o *Live) error {
	var first error
	for _, of := range slices.Sorted(maps.Keys(o.at)) {
		if have, known := l.at[of]; known && first == nil {
			first = fmt.Errorf("%s: a second %s; the first is at %s", o.at[of], of, have)
		}
		if l.at == nil {
			l.at = map[string]string{}
		}
		l.at[of] = o.at[of]
	}
	l.Nodes, l.Sets = append(l.Nodes, o.Nodes...), append(l.Sets, o.Sets...)
	l.Revisions, l.Pods = append(l.Revisions, o.Revisions...), append(l.Pods, o.Pods...)
	l.others = append(l.others, o.others...)
	if l.Passed == nil {
		l.Passed = map[string]int{}
	}
	for kind, n := range o.Passed {
		l.Passed[kind] += n
	}
	return first
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
	b.has.Sets, b.has.Pods, b.has.others = append(b.has.Sets, l.Sets...), append(b.has.Pods, l.Pods...), append(b.has.others, l.others...)
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

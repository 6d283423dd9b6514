package core

import (
	"slices"
	"sort"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/kubelet"
	"github.com/rollscope/rollscope/core/state"
)

// What the API server shows. Lists are sorted by namespace and name; "" asks for
// all namespaces. Objects may share parts with the cluster and must not be changed.

// Nodes are the Node objects, by name.
func (c *Cluster) Nodes() []*api.Node {
	out := make([]*api.Node, 0, c.alive)
	for _, n := range c.nodes {
		if n != nil {
			out = append(out, n.Object)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// NodeCount is how many nodes there are.
func (c *Cluster) NodeCount() int { return c.alive }

// Node is the record of a node and whether its object exists.
func (c *Cluster) Node(name string) (*state.Node, bool) {
	id, ok := c.nodeIDs[name]
	if !ok || c.nodes[id] == nil {
		return nil, false
	}
	return c.nodes[id], true
}

// PodRecords are the records of all pods in order of creation.
func (c *Cluster) PodRecords() []*state.Pod {
	var out []*state.Pod
	for _, p := range c.pods {
		if p != nil {
			out = append(out, p)
		}
	}
	return out
}

// PodsOn are the records of the pods bound to a node or meant for it, in order of creation.
func (c *Cluster) PodsOn(name string) []*state.Pod {
	id, ok := c.nodeIDs[name]
	if !ok {
		return nil
	}
	out := make([]*state.Pod, 0, len(c.onNode[id]))
	for _, pid := range c.onNode[id] {
		out = append(out, c.pods[pid])
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out
}

// NodeRecords are the records of all nodes by NodeID, nil where there is no object
// now. The slice must not be changed.
func (c *Cluster) NodeRecords() []*state.Node { return c.nodes }

// PodIDs are the pods bound to a node or meant for it, in no order; it costs
// nothing. The slice must not be changed.
func (c *Cluster) PodIDs(id state.NodeID) []state.PodID { return c.onNode[id] }

// PodRecord is the record of a pod, nil when it is gone.
func (c *Cluster) PodRecord(id state.PodID) *state.Pod {
	if int(id) >= len(c.pods) {
		return nil
	}
	return c.pods[id]
}

// NodeName is the name a NodeID stands for, "" for None.
func (c *Cluster) NodeName(id state.NodeID) string {
	if id == state.None {
		return ""
	}
	return c.nodeName[id]
}

// Sets are the records of all DaemonSets, by namespace and name.
func (c *Cluster) Sets() []*state.DaemonSet {
	var out []*state.DaemonSet
	for _, d := range c.sets {
		if d != nil {
			out = append(out, d)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := &out[i].Object.ObjectMeta, &out[j].Object.ObjectMeta
		return a.Namespace < b.Namespace || a.Namespace == b.Namespace && a.Name < b.Name
	})
	return out
}

// AnySet says whether there is a DaemonSet of which is holds.
func (c *Cluster) AnySet(is func(*state.DaemonSet) bool) bool {
	return slices.ContainsFunc(c.sets, func(d *state.DaemonSet) bool { return d != nil && is(d) })
}

// Images are the rules in force about how images behave, in the order in which they
// were given. The slice must not be changed.
func (c *Cluster) Images() state.ImageRules { return c.settings.images }

// ClientRate is how fast the controller manager may call the API, in requests a
// second; negative is no limit.
func (c *Cluster) ClientRate() (qps float64, burst int) { return c.settings.qps, c.settings.burst }

// Index is what the controller would see of a DaemonSet if it looked now:
// budgets, counts, and what its rollout waits for.
func (c *Cluster) Index(id state.SetID) *daemon.Index { return c.refreshed(id) }

// Placer answers where the pods of a DaemonSet should run.
func (c *Cluster) Placer(id state.SetID) *daemon.Placer { return c.placerOf(id) }

// DaemonSets are the DaemonSet objects with their status.
func (c *Cluster) DaemonSets(namespace string) []*api.DaemonSet {
	var out []*api.DaemonSet
	for _, d := range c.Sets() {
		if namespace == "" || d.Object.Namespace == namespace {
			out = append(out, c.setObjectOf(d))
		}
	}
	return out
}

func (c *Cluster) setObjectOf(d *state.DaemonSet) *api.DaemonSet {
	o := *d.Object
	o.Kind, o.APIVersion = "DaemonSet", "apps/v1"
	o.UID = uid("d", int(d.ID))
	o.CreationTimestamp = c.Clock(d.Created)
	o.Status = d.Status
	if d.Foreground {
		at := c.Clock(d.Deleted)
		o.DeletionTimestamp = &at
		o.Finalizers = append(append([]string(nil), o.Finalizers...), "foregroundDeletion")
	}
	return &o
}

// uid makes an object's UID from what kind it is and its number.
func uid(kind string, id int) api.UID {
	return api.UID(fmt.Sprintf("%s0000000-0000-4000-8000-%012x", kind, id+1))
}

// Pods are the Pod objects with their status.
func (c *Cluster) Pods(namespace string) []*api.Pod {
	var out []*api.Pod
	for _, p := range c.pods {
		if p != nil && (namespace == "" || p.Namespace == namespace) {
			out = append(out, c.podObjectOf(p))
		}
	}
	sort.Slice(out, func(i, j int) bool {
		return out[i].Namespace < out[j].Namespace || out[i].Namespace == out[j].Namespace && out[i].Name < out[j].Name
	})
	return out
}

// podObjectOf makes the API object of a pod.
func (c *Cluster) podObjectOf(p *state.Pod) *api.Pod {
	o := &api.Pod{ObjectMeta: p.Template.Meta, Spec: *p.Template.Spec}
	o.Kind, o.APIVersion = "Pod", "v1"
	o.Namespace, o.Name, o.UID = p.Namespace, p.Name, uid("e", int(p.ID))
	o.Labels = p.LabelSet()
	o.CreationTimestamp = c.Clock(p.Created)
	if p.Terminating() {
		at := c.Clock(p.Deleted + state.Time(p.GraceSeconds)*state.Second)
		o.DeletionTimestamp, o.DeletionGracePeriodSeconds = &at, &p.GraceSeconds
	}
	switch {
	case p.Set != state.None:
		o.GenerateName = c.setName[p.Set] + "-"
		yes := true
		o.OwnerReferences = []api.OwnerReference{{
			APIVersion: "apps/v1", Kind: "DaemonSet", Name: c.setName[p.Set],
			UID: uid("d", int(p.Set)), Controller: &yes, BlockOwnerDeletion: &yes,
		}}
		o.Spec.Affinity = pinned(o.Spec.Affinity, c.NodeName(p.Target))
	case p.Owner != nil:
		o.OwnerReferences = []api.OwnerReference{*p.Owner}
	}
	o.Spec.NodeName = c.NodeName(p.Node)
	o.Spec.Priority = &p.Template.Priority
	o.Status = kubelet.Status(p, c.node(p.Node), c.Clock)
	if kubelet.Networked(p) && o.Status.PodIP == "" {
		o.Status.PodIP = podIP(p)
		o.Status.PodIPs = []api.PodIP{{IP: o.Status.PodIP}}
	}
	o.Status.NominatedNodeName = c.NodeName(p.Nominated)
	return o
}

// pinned is a pod's affinity with its required node affinity replaced by the node's name.
//
// Upstream 1.37: pkg/controller/daemon/util/daemonset_util.go, ReplaceDaemonSetPodNodeNameNodeAffinity.
func pinned(a *api.Affinity, node string) *api.Affinity {
	var out api.Affinity
	if a != nil {
		out = *a
	}
	var n api.NodeAffinity
	if out.NodeAffinity != nil {
		n = *out.NodeAffinity
	}
	n.RequiredDuringSchedulingIgnoredDuringExecution = &api.NodeSelector{NodeSelectorTerms: []api.NodeSelectorTerm{{
		MatchFields: []api.NodeSelectorRequirement{{Key: "metadata.name", Operator: api.NodeSelectorOpIn, Values: []string{node}}},
	}}}
	out.NodeAffinity = &n
	return &out
}

// podIP makes up an address inside 10.0.0.0/8, the same for the same pod.
func podIP(p *state.Pod) string {
	id := int(p.ID) + 1
	return "10." + strconv.Itoa(id>>16&255) + "." + strconv.Itoa(id>>8&255) + "." + strconv.Itoa(id&255)
}

// Revisions are the ControllerRevision objects.
func (c *Cluster) Revisions(namespace string) []*api.ControllerRevision {
	var out []*api.ControllerRevision
	for _, r := range c.revisions {
		if r == nil || namespace != "" && r.Namespace != namespace {
			continue
		}
		o := &api.ControllerRevision{Revision: r.Number}
		o.Kind, o.APIVersion = "ControllerRevision", "apps/v1"
		o.Namespace, o.Name, o.UID = r.Namespace, r.Name, uid("f", int(r.ID))
		o.Labels, o.Annotations = r.Labels, r.Annotations
		o.CreationTimestamp = c.Clock(r.Created)
		o.Data.Raw = []byte(r.Data)
		if r.Set != state.None {
			yes := true
			o.OwnerReferences = []api.OwnerReference{{
				APIVersion: "apps/v1", Kind: "DaemonSet", Name: c.setName[r.Set],
				UID: uid("d", int(r.Set)), Controller: &yes, BlockOwnerDeletion: &yes,
			}}
		}
		out = append(out, o)
	}
	sort.Slice(out, func(i, j int) bool {
		return out[i].Namespace < out[j].Namespace || out[i].Namespace == out[j].Namespace && out[i].Name < out[j].Name
	})
	return out
}

// PriorityClasses are the PriorityClass objects that were created, by name.
func (c *Cluster) PriorityClasses() []*api.PriorityClass {
	var out []*api.PriorityClass
	for _, o := range c.objects {
		if pc, ok := o.(*api.PriorityClass); ok {
			out = append(out, pc)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// Find looks one object up by kind, namespace and name.
func (c *Cluster) Find(kind, namespace, name string) (any, bool) {
	switch kind {
	case "DaemonSet":
		if d := c.findSet(namespace, name); d != nil {
			return c.setObjectOf(d), true
		}
	case "Pod":
		if id, ok := c.podID[podKey{namespace, name}]; ok {
			return c.podObjectOf(c.pods[id]), true
		}
	case "Node":
		if n, ok := c.Node(name); ok {
			return n.Object, true
		}
	case "ControllerRevision":
		for _, r := range c.Revisions(namespace) {
			if r.Name == name {
				return r, true
			}
		}
	default:
		if o, ok := c.objects[c.keyID(kind+"/"+namespace+"/"+name)]; ok {
			return o, true
		}
	}
	return nil, false
}

// RolledOut says that kubectl rollout status would call the DaemonSet's rollout
// finished: the controller has seen the newest spec, and every node that should
// run a daemon pod has an available one of the newest template.
func (c *Cluster) RolledOut(id state.SetID) bool {
	d := c.sets[id]
	if d == nil {
		return false
	}
	return daemon.RolledOut(d)
}

// KubernetesEvents are the Event objects of a namespace ("" for all) as kubectl
// get events lists them. Those about nodes are in namespace default. They are
// counted, combined and dropped as clients do. Without Options.Record there are none.
//
// Differs: upstream keeps them for an hour; here they stay.
func (c *Cluster) KubernetesEvents(namespace string) []*api.Event {
	seen := map[state.EventKey]*api.Event{}
	uids := map[Object]string{}
	var clients state.Correlator
	var out []*api.Event
	for i := range c.Events() {
		e := &c.events[i]
		for j := e.from; j < e.to; j++ {
			c.journal[j].born(uids)
		}
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
			from := state.EventOrigin{
				Source: r.Source, Kind: about.Kind, Namespace: about.Namespace, Name: about.Name, UID: uids[about], Warning: r.Warning,
			}
			if r.Source == "kubelet" {
				from.Host = e.Node
			}
			n := clients.Report(e.At, from, r)
			if n.Dropped {
				continue
			}
			o := seen[n.Key]
			if o == nil {
				o = c.kubernetesEvent(e, where, r, n)
				seen[n.Key] = o
				out = append(out, o)
			}
			o.Count, o.Message, o.LastTimestamp = n.Count, n.Message, c.Clock(e.At)
			o.ResourceVersion = version(e.to)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Namespace < out[j].Namespace })
	return out
}

// kubernetesEvent is an Event as it is written first.
func (c *Cluster) kubernetesEvent(e *Event, namespace string, r state.Report, n state.Occurrence) *api.Event {
	about := &n.Key.EventOrigin
	o := &api.Event{Reason: r.Reason, Type: "Normal"}
	if r.Warning {
		o.Type = "Warning"
	}
	o.Kind, o.APIVersion = "Event", "v1"
	o.Namespace = namespace
	o.Name = about.Name + "." + strconv.FormatUint(mix(uint64(e.Number), about.Name+r.Reason+r.Message), 16)
	o.UID = uid("a", e.Number)
	o.CreationTimestamp, o.FirstTimestamp = c.Clock(e.At), c.Clock(n.First)
	o.Source.Component, o.Source.Host = r.Source, about.Host
	o.InvolvedObject = api.ObjectReference{
		Kind: about.Kind, Namespace: about.Namespace, Name: about.Name, UID: api.UID(about.UID), FieldPath: n.Key.Field, APIVersion: "v1",
	}
	if about.Kind == "DaemonSet" {
		o.InvolvedObject.APIVersion = "apps/v1"
	}
	return o
}

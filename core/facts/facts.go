// Package facts works out what DaemonSets would meet on given nodes: where they should
// run, where they fit once and twice, and what they take together. It asks the same
// controller and scheduler that the simulator runs, and starts neither.
package facts

import (
	"maps"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/facts"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/state"
)

// Given is what was read. Nothing in it is changed.
type Given struct {
	Nodes []*api.Node
	// Pods are those that run on the nodes already. Pods of the DaemonSets in Sets are
	// left out, as the DaemonSets are looked at by themselves.
	Pods    []*api.Pod
	Classes []*api.PriorityClass
	// Sets are the DaemonSets of a run, in order. A node has room for one if it has
	// room beside Pods and the DaemonSets before it.
	Sets []*api.DaemonSet
}

// Survey is what was worked out. It does not change.
type Survey struct {
	nodes []*state.Node
	pods  [][]*state.Pod // by node
	sets  []*set
}

// set is one DaemonSet on the nodes.
type set struct {
	*api.DaemonSet
	template *state.Template
	placer   *daemon.Placer
	runs     []bool // by node
	eligible int
}

// New looks at all DaemonSets and nodes. Nodes are taken in the order given.
func New(g Given) *Survey {
	s := &Survey{pods: make([][]*state.Pod, len(g.Nodes))}
	index := map[string]int{}
	for i, n := range g.Nodes {
		n = defaulted(n)
		index[n.Name] = i
		s.nodes = append(s.nodes, &state.Node{
			ID: state.NodeID(i), Object: n, Room: state.RoomOf(n), SilentSince: state.Never, UnreadySince: state.Never,
			TaintAt: state.Never, Wake: state.Never,
		})
	}
	priority := priorities(g.Classes)
	for _, ds := range g.Sets {
		s.sets = append(s.sets, s.look(ds, priority))
	}
	for _, p := range g.Pods {
		if at, ok := index[p.Spec.NodeName]; ok && !s.owned(p) && p.Status.Phase != api.PodSucceeded && p.Status.Phase != api.PodFailed {
			s.pods[at] = append(s.pods[at], s.pod(state.NewTemplate(p.ObjectMeta, &p.DeepCopy().Spec, priority), p.Namespace, p.Name, at))
		}
	}
	return s
}

// defaulted is a node with defaults, and with the machine that the cluster would give it. It shares with the one given what these leave alone:
// to copy all of thousands of nodes takes longer than everything else here.
func defaulted(n *api.Node) *api.Node {
	own := *n
	state.Furnish(&own.Status)
	own.Status.Capacity, own.Status.Allocatable = maps.Clone(own.Status.Capacity), maps.Clone(own.Status.Allocatable)
	defaults.Node(&own)
	return &own
}

// look asks the controller on which nodes a DaemonSet should run.
func (s *Survey) look(ds *api.DaemonSet, priority func(string) (int32, bool)) *set {
	ds = ds.DeepCopy()
	defaults.DaemonSet(ds)
	out := &set{
		DaemonSet: ds, template: daemon.Template(ds, "", priority), placer: daemon.NewPlacer(ds),
		runs: make([]bool, len(s.nodes)),
	}
	for i, n := range s.nodes {
		if out.placer.Place(n.Object).ShouldRun {
			out.runs[i] = true
			out.eligible++
		}
	}
	return out
}

// priorities makes the lookup of priority classes.
func priorities(classes []*api.PriorityClass) func(string) (int32, bool) {
	return func(name string) (int32, bool) {
		if value, ok := state.SystemPriority(name); ok {
			return value, false
		}
		for _, c := range classes {
			if c.Name == name || name == "" && c.GlobalDefault {
				return c.Value, c.PreemptionPolicy != nil && *c.PreemptionPolicy == api.PreemptNever
			}
		}
		return 0, false
	}
}

// owned says that a pod belongs to one of the DaemonSets.
func (s *Survey) owned(p *api.Pod) bool {
	for _, owner := range p.OwnerReferences {
		for _, set := range s.sets {
			if owner.Kind == "DaemonSet" && owner.Name == set.Name && (set.Namespace == "" || set.Namespace == p.Namespace) {
				return true
			}
		}
	}
	return false
}

// Of is what a DaemonSet, one of those given by its index, meets on the nodes.
func (s *Survey) Of(index int) *facts.Cluster {
	set := s.sets[index]
	c := &facts.Cluster{
		Nodes: len(s.nodes), Eligible: set.eligible, Refused: s.refused(set),
		NoRoom: []facts.Shortage{}, NoSurge: []facts.Shortage{},
		UnusedTolerations: s.unused(set), Shared: s.shared(index),
	}
	for i, n := range s.nodes {
		if set.runs[i] && n.Object.Labels[api.LabelOSStable] == "windows" {
			c.Windows++
		}
	}
	s.room(index, c)
	return c
}

// refused says why nodes are not eligible: each reason with the nodes it is about.
func (s *Survey) refused(set *set) string {
	var lines []string
	g := groups[string]{}
	for i, n := range s.nodes {
		if set.runs[i] {
			continue
		}
		for _, check := range set.placer.Explain(n.Object) {
			if !check.OK {
				g.add(check.Check, n.Name())
				break
			}
		}
	}
	for _, group := range g.list {
		lines = append(lines, fmt.Sprintf("%s (%s)", group.key, group.names()))
	}
	return strings.Join(lines, "; ")
}

// unused are the written tolerations that no taint answers to.
func (s *Survey) unused(set *set) []facts.UnusedToleration {
	out := []facts.UnusedToleration{}
	for i := range set.Spec.Template.Spec.Tolerations {
		t := &set.Spec.Template.Spec.Tolerations[i]
		if t.Key == "" || strings.HasPrefix(t.Key, "node.kubernetes.io/") || strings.HasPrefix(t.Key, "node.cloudprovider.kubernetes.io/") || s.tainted(t) {
			continue
		}
		taint := api.Taint{Key: t.Key, Value: t.Value, Effect: t.Effect}
		out = append(out, facts.UnusedToleration{Path: fmt.Sprintf("spec.template.spec.tolerations[%d]", i), Taint: taint.String()})
	}
	return out
}

func (s *Survey) tainted(t *api.Toleration) bool {
	for _, n := range s.nodes {
		for i := range n.Object.Spec.Taints {
			if t.Tolerates(&n.Object.Spec.Taints[i]) {
				return true
			}
		}
	}
	return false
}

// shared are the DaemonSets that want one of the host ports, and where both run.
func (s *Survey) shared(index int) []facts.Shared {
	out := []facts.Shared{}
	for i, other := range s.sets {
		if i == index || !clash(other.template, s.sets[index].template) {
			continue
		}
		both := 0
		for n := range s.nodes {
			if other.runs[n] && s.sets[index].runs[n] {
				both++
			}
		}
		out = append(out, facts.Shared{Namespace: other.Namespace, Name: other.Name, Nodes: both})
	}
	return out
}

// clash says that two templates hold a port of the same number.
func clash(a, b *state.Template) bool {
	for _, p := range a.Ports {
		for _, q := range b.Ports {
			if p.Port == q.Port && p.Protocol == q.Protocol {
				return true
			}
		}
	}
	return false
}

// NodeTypes sums up what the DaemonSets request together.
func (s *Survey) NodeTypes() []facts.NodeType {
	g := groups[facts.NodeType]{}
	for i, n := range s.nodes {
		sum := state.Resources{}
		for _, set := range s.sets {
			if set.runs[i] {
				sum = sum.Plus(set.template.Requests)
			}
		}
		g.add(facts.NodeType{
			CPU: sum.MilliCPU, CPUOf: n.Room.MilliCPU, CPULeft: n.Room.MilliCPU - sum.MilliCPU,
			Memory: sum.Memory, MemoryOf: n.Room.Memory, MemoryLeft: n.Room.Memory - sum.Memory,
		}, n.Name())
	}
	out := []facts.NodeType{}
	for _, group := range g.list {
		t := group.key
		t.Node, t.Nodes = group.names(), len(group.nodes)
		out = append(out, t)
	}
	return out
}

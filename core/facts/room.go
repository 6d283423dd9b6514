package facts

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/facts"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/scheduler"
	"github.com/rollscope/rollscope/core/state"
)

// room tries the scheduler on every node that should run the DaemonSet: on the node as it
// is when empty, as it is with what came first, and with the pod there already.
func (s *Survey) room(index int, c *facts.Cluster) {
	set := s.sets[index]
	once, twice := groups[facts.Shortage]{}, groups[facts.Shortage]{}
	for i, n := range s.nodes {
		if !set.runs[i] {
			continue
		}
		if why := s.stuck(set, i, nil); why != "" {
			once.add(facts.Shortage{Why: why}, n.Name())
			continue
		}
		if why := s.stuck(set, i, s.occupants(i, s.sets[:index], set)); why != "" {
			once.add(facts.Shortage{Why: why, BesideOthers: true}, n.Name())
			continue
		}
		if clash(set.template, set.template) {
			continue // a host port keeps a second pod away wherever it goes
		}
		first := s.pod(set.template, set.Namespace, set.Name+"-first", i)
		beside := append(s.occupants(i, s.sets, set), first)
		if why := s.stuck(set, i, beside); why != "" {
			twice.add(facts.Shortage{Why: why, BesideOthers: true}, n.Name())
		}
	}
	c.NoRoom, c.NoSurge = shortages(once), shortages(twice)
}

// occupants are the pods on a node: those given, and those of the DaemonSets that should
// run there, but for the one asked about and for those that want one of its host ports,
// of which another rule speaks.
func (s *Survey) occupants(node int, sets []*set, but *set) []*state.Pod {
	var out []*state.Pod
	for _, p := range s.pods[node] {
		pod := *p
		out = append(out, &pod)
	}
	for _, other := range sets {
		if other != but && other.runs[node] && !clash(other.template, but.template) {
			out = append(out, s.pod(other.template, other.Namespace, other.Name, node))
		}
	}
	return out
}

// stuck says in the scheduler's words why a pod of the DaemonSet stays pending on a node
// among pods, whose IDs are set here; "" if it is bound there, or would be once pods of a
// lower priority went.
func (s *Survey) stuck(set *set, node int, pods []*state.Pod) string {
	for i := range pods {
		pods[i].ID = state.PodID(i)
	}
	pod := s.pod(set.template, set.Namespace, set.Name, node)
	pod.ID, pod.Node = state.PodID(len(pods)), state.None
	d := scheduler.Schedule(scheduler.Observed{Pod: pod, Target: s.nodes[node], Pods: pods, Nodes: len(s.nodes)})
	if d.Bind || len(d.Victims) > 0 || d.Nominate || len(d.Checks) == 0 {
		return ""
	}
	var why []string
	for _, check := range scheduler.ExplainTemplate(set.template, s.nodes[node], pods, len(s.nodes)) {
		if !check.OK && check.Message != "" {
			why = append(why, check.Message)
			break
		}
	}
	return strings.Join(why, ", ")
}

// pod is a pod of a template that runs on a node.
func (s *Survey) pod(t *state.Template, namespace, name string, node int) *state.Pod {
	if namespace == "" {
		namespace = "default"
	}
	return &state.Pod{
		Namespace: namespace, Name: name, Set: state.None, Template: t, Target: state.NodeID(node), Node: state.NodeID(node),
		Deleted: state.Never, AvailableAt: state.Never, Nominated: state.None, EvictAt: state.Never, CollectAt: state.Never,
		Started: state.Never, Wake: state.Never, Phase: state.Running,
	}
}

// groups gathers names of nodes under keys, both in the order in which they come.
type groups[K comparable] struct {
	list  []*group[K]
	index map[K]*group[K]
}

type group[K comparable] struct {
	key   K
	nodes []string
}

func (g *groups[K]) add(key K, node string) {
	if g.index == nil {
		g.index = map[K]*group[K]{}
	}
	if g.index[key] == nil {
		g.index[key] = &group[K]{key: key}
		g.list = append(g.list, g.index[key])
	}
	g.index[key].nodes = append(g.index[key].nodes, node)
}

// names are the first few, and how many there are if these are not all.
func (g *group[K]) names() string {
	const few = 3
	if len(g.nodes) <= few {
		return strings.Join(g.nodes, ", ")
	}
	return fmt.Sprintf("%s, … (%d)", strings.Join(g.nodes[:few], ", "), len(g.nodes))
}

// shortages are the groups as facts.
func shortages(g groups[facts.Shortage]) []facts.Shortage {
	out := []facts.Shortage{}
	for _, group := range g.list {
		s := group.key
		s.Node, s.Nodes = group.names(), len(group.nodes)
		out = append(out, s)
	}
	return out
}

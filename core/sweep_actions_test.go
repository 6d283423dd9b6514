package core

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// What happens on a day: nodes, pods, images, and everything else but DaemonSets.

// pickOne draws one of the choices.
func pickOne[T any](s *sweep, choices ...T) T { return choices[s.rng.IntN(len(choices))] }

// chance is true once in n times.
func (s *sweep) chance(n int) bool { return s.rng.IntN(n) == 0 }

type ruleKey struct{ image, node string }

// begin makes the cluster of the morning.
func (s *sweep) begin() {
	for i := range 1 + s.rng.IntN(12) {
		s.join(fmt.Sprintf("n%02d", i))
	}
	if s.chance(3) {
		s.priorityClass()
	}
	if !s.chance(4) { // otherwise pods of some days are refused for a while
		s.classes()
	}
	s.newSet("agent")
	s.pass(pickOne(s, 0, state.Second, 30*state.Second))
	s.dawn = s.mark()
}

// act does one thing.
func (s *sweep) act() {
	actions := []func(){
		s.change, s.change, s.change, s.change, s.undo,
		s.taint, s.taint, s.label, s.cordon, s.resize, s.breakNode, s.breakNode, s.mendNode, s.removeNode, s.addNode,
		s.deletePod, s.deletePod, s.breakPod, s.relabelPod, s.otherPod, s.evict, s.budget,
		s.image, s.image, s.client, s.removeSet, s.second, s.removeRevision, s.priorityClass, s.unclass,
	}
	actions[s.rng.IntN(len(actions))]()
}

// try notes an action with what came of it; being refused is no failure.
func (s *sweep) try(err error, format string, values ...any) {
	s.concluded()
	text := fmt.Sprintf(format, values...)
	if err != nil {
		text += " (refused: " + err.Error() + ")"
	}
	s.note("%s", text)
}

func (s *sweep) join(name string) {
	n := &api.Node{}
	n.Name = name
	n.Labels = map[string]string{"kubernetes.io/hostname": name, "disk": pickOne(s, "ssd", "hdd"), api.LabelTopologyZone: pickOne(s, "a", "b")}
	if s.chance(4) {
		n.Spec.Taints = []api.Taint{{Key: "dedicated", Value: "infra", Effect: pickOne(s, api.TaintEffectNoSchedule, api.TaintEffectNoExecute)}}
	}
	if s.chance(3) {
		n.Status.Allocatable = s.room1()
	}
	s.try(s.c.Create(n), "node %s joins, labels %v, taints %v, allocatable %v", name, n.Labels, n.Spec.Taints, n.Status.Allocatable)
}

func (s *sweep) room1() api.ResourceList {
	return api.ResourceList{
		api.ResourceCPU: api.MustParseQuantity(pickOne(s, "500m", "1", "2")), api.ResourceMemory: api.MustParseQuantity(pickOne(s, "256Mi", "4Gi")),
		api.ResourcePods: api.MustParseQuantity(pickOne(s, "1", "2", "3", "110")),
	}
}

// node is one of the nodes, "" when there is none.
func (s *sweep) node() string {
	nodes := s.c.Nodes()
	if len(nodes) == 0 {
		return ""
	}
	return nodes[s.rng.IntN(len(nodes))].Name
}

// pod is one of the pods, nil when there is none.
func (s *sweep) pod() *state.Pod {
	pods := s.c.PodRecords()
	if len(pods) == 0 {
		return nil
	}
	return pods[s.rng.IntN(len(pods))]
}

// edit changes a node through the API.
func (s *sweep) edit(what string, change func(*api.Node)) {
	name := s.node()
	if n, ok := s.c.Node(name); ok {
		o := n.Object.DeepCopy()
		change(o)
		s.try(s.c.Update(o), "node %s: %s", name, what)
	}
}

func (s *sweep) taint() {
	t := api.Taint{
		Key: pickOne(s, "dedicated", "maintenance"), Value: pickOne(s, "", "infra"),
		Effect: pickOne(s, api.TaintEffectNoSchedule, api.TaintEffectNoExecute, api.TaintEffectPreferNoSchedule),
	}
	same := func(have api.Taint) bool { return have.Key == t.Key && have.Effect == t.Effect }
	if s.chance(2) {
		s.edit("untaint "+t.Key, func(o *api.Node) {
			o.Spec.Taints = slices.DeleteFunc(o.Spec.Taints, func(have api.Taint) bool { return have.Key == t.Key })
		})
		return
	}
	s.edit("taint "+t.String(), func(o *api.Node) { o.Spec.Taints = append(slices.DeleteFunc(o.Spec.Taints, same), t) })
}

func (s *sweep) label() {
	key, value := pickOne(s, "disk", api.LabelTopologyZone, "extra"), pickOne(s, "ssd", "hdd", "a", "b", "")
	s.edit("label "+key+"="+value, func(o *api.Node) {
		if o.Labels[key] = value; value == "" {
			delete(o.Labels, key)
		}
	})
}

func (s *sweep) cordon() {
	on := s.chance(2)
	s.edit(fmt.Sprint("unschedulable ", on), func(o *api.Node) { o.Spec.Unschedulable = on })
}

func (s *sweep) resize() {
	room := s.room1()
	s.edit(fmt.Sprint("allocatable ", room), func(o *api.Node) { o.Status.Allocatable = room })
}

func (s *sweep) breakNode() {
	if name := s.node(); name != "" {
		fault := pickOne(s, Unreachable, Silent, NotReady, LowMemory, LowDisk, LowPIDs)
		s.try(s.c.BreakNode(name, fault), "break node %s: fault %d", name, fault)
	}
}

func (s *sweep) mendNode() {
	if name := s.node(); name != "" {
		s.try(s.c.MendNode(name), "mend node %s", name)
	}
}

func (s *sweep) removeNode() {
	if name := s.node(); name != "" {
		s.try(s.c.Delete("Node", "", name, DeleteOptions{}), "remove node %s", name)
	}
}

func (s *sweep) addNode() { s.join(fmt.Sprintf("n%02d", s.rng.IntN(14))) }

func (s *sweep) deletePod() {
	if p := s.pod(); p != nil {
		grace := pickOne(s, -1, 0, 1, 5, 120)
		o := DeleteOptions{}
		if g := int64(grace); g >= 0 {
			o.GraceSeconds = &g
		}
		s.try(s.c.Delete("Pod", p.Namespace, p.Name, o), "delete pod %s, grace %d", p.Name, grace)
	}
}

func (s *sweep) breakPod() {
	if p := s.pod(); p != nil && p.Bound() {
		phase := pickOne(s, state.Failed, state.Succeeded, state.Running)
		s.try(s.c.BreakPod(p.Namespace, p.Name, phase), "break pod %s: phase %v", p.Name, phase)
	}
}

// relabelPod edits a pod's labels, so that its owner lets it go or somebody adopts it.
func (s *sweep) relabelPod() {
	p := s.pod()
	if p == nil {
		return
	}
	o := s.c.podObjectOf(p)
	o.Labels = map[string]string{"app": pickOne(s, "agent", "other", "second"), api.ControllerRevisionHashLabelKey: p.Hash()}
	s.try(s.c.Update(o), "label pod %s: %v", p.Name, o.Labels)
}

// otherPod brings in a pod that takes room, a port, or both.
func (s *sweep) otherPod() {
	name := s.node()
	if name == "" {
		return
	}
	p := &api.Pod{}
	p.Name, p.Namespace = fmt.Sprintf("other-%d", len(s.did)), "default"
	p.Labels = map[string]string{"app": pickOne(s, "other", "other", "agent")}
	p.Spec.NodeName = name
	p.Spec.Containers = []api.Container{{Name: "app", Image: "other:1"}}
	p.Spec.Containers[0].Resources.Requests = api.ResourceList{api.ResourceCPU: api.MustParseQuantity(pickOne(s, "100m", "1", "3"))}
	if s.chance(3) {
		p.Spec.Containers[0].Ports = []api.ContainerPort{{ContainerPort: 9100, HostPort: 9100}}
	}
	s.try(s.c.Create(p), "pod %s on %s, app=%s, cpu %v, ports %v", p.Name, name, p.Labels["app"],
		p.Spec.Containers[0].Resources.Requests[api.ResourceCPU], p.Spec.Containers[0].Ports)
}

func (s *sweep) evict() {
	if p := s.pod(); p != nil {
		s.try(s.c.Evict(p.Namespace, p.Name), "evict pod %s", p.Name)
	}
}

func (s *sweep) budget() {
	b := &api.PodDisruptionBudget{}
	b.Name, b.Namespace = "budget", "default"
	b.Spec.Selector = &api.LabelSelector{MatchLabels: map[string]string{"app": pickOne(s, "agent", "other")}}
	least := api.ParseIntOrString(strconv.Itoa(s.rng.IntN(4)))
	b.Spec.MinAvailable = &least
	s.try(s.c.Create(b), "budget for %v, at least %d", b.Spec.Selector.MatchLabels, least.IntVal)
}

func (s *sweep) priorityClass() {
	c := &api.PriorityClass{Value: pickOne[int32](s, 10, 1000), GlobalDefault: s.chance(3)}
	c.Name = pickOne(s, "low", "high")
	s.try(s.c.Create(c), "priority class %s, value %d, global default %v", c.Name, c.Value, c.GlobalDefault)
}

// classes creates the classes that DaemonSets name, where they are not there.
func (s *sweep) classes() {
	for _, name := range [...]string{"low", "high"} {
		c := &api.PriorityClass{Value: 100}
		c.Name = name
		s.try(s.c.Create(c), "priority class %s", name)
	}
}

// unclass deletes a priority class that may be in use.
func (s *sweep) unclass() {
	name := pickOne(s, "low", "high")
	s.try(s.c.Delete("PriorityClass", "", name, DeleteOptions{}), "delete priority class %s", name)
}

func (s *sweep) client() {
	qps := pickOne(s, -1.0, 1, 5, 20)
	s.c.LimitClient(qps, pickOne(s, 1, 5, 30))
	s.try(nil, "client %v requests a second", qps)
}

// image makes an image behave in some way.
func (s *sweep) image() {
	r := state.ImageRule{Image: pickOne(s, "agent:1", "agent:2", "agent:3", "*", "init:1"), Behaviour: state.DefaultBehaviour()}
	if s.chance(3) {
		r.OnlyOn = s.node()
	}
	b := &r.Behaviour
	b.Pull, b.Start, b.Stop = pickOne(s, 0, 5*state.Second), pickOne(s, 0, state.Second, state.Second, 7*state.Second), pickOne(s, 0, state.Second, 50*state.Second)
	b.ReadyAfter = pickOne(s, 0, 0, state.Second, 20*state.Second)
	switch s.rng.IntN(8) {
	case 0:
		b.NeverReady = true
	case 1:
		b.PullFails = true
	case 2:
		b.Fails = true
	case 3:
		b.CrashAfter, b.Exit = pickOne(s, 0, 3*state.Second, 100*state.Second), pickOne[int32](s, 0, 1)
	case 4:
		b.HangsAfter = 5 * state.Second
	}
	s.rules[ruleKey{r.Image, r.OnlyOn}] = true
	s.c.SetImage(r)
	s.try(nil, "image %s on %q: %+v", r.Image, r.OnlyOn, *b)
}

package scheduler

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// edit changes a pod spec in a test.
type edit func(*api.PodSpec)

func template(priority int32, edits ...edit) *state.Template {
	spec := &api.PodSpec{Containers: []api.Container{{Name: "app", Image: "example.test/app:1"}}}
	for _, e := range edits {
		e(spec)
	}
	t := state.NewTemplate(api.ObjectMeta{Labels: map[string]string{"app": "agent"}}, spec, nil)
	t.Priority = priority
	return t
}

func requests(pairs ...string) edit {
	return func(s *api.PodSpec) {
		list := api.ResourceList{}
		for i := 0; i < len(pairs); i += 2 {
			list[api.ResourceName(pairs[i])] = api.MustParseQuantity(pairs[i+1])
		}
		s.Containers[0].Resources.Requests = list
	}
}

func hostPort(port int32, ip string) edit {
	return func(s *api.PodSpec) {
		s.Containers[0].Ports = append(s.Containers[0].Ports, api.ContainerPort{ContainerPort: port, HostPort: port, HostIP: ip})
	}
}

func tolerations(list ...api.Toleration) edit {
	return func(s *api.PodSpec) { s.Tolerations = list }
}

func selector(key, value string) edit {
	return func(s *api.PodSpec) { s.NodeSelector = map[string]string{key: value} }
}

func antiAffinity(app, topology string) edit {
	return func(s *api.PodSpec) {
		podRules(s).PodAntiAffinity = &api.PodAntiAffinity{RequiredDuringSchedulingIgnoredDuringExecution: term(app, topology)}
	}
}

func affinity(app, topology string) edit {
	return func(s *api.PodSpec) {
		podRules(s).PodAffinity = &api.PodAffinity{RequiredDuringSchedulingIgnoredDuringExecution: term(app, topology)}
	}
}

func podRules(s *api.PodSpec) *api.Affinity {
	if s.Affinity == nil {
		s.Affinity = &api.Affinity{}
	}
	return s.Affinity
}

func term(app, topology string) []api.PodAffinityTerm {
	return []api.PodAffinityTerm{{
		TopologyKey:   topology,
		LabelSelector: &api.LabelSelector{MatchLabels: map[string]string{"app": app}},
	}}
}

func spread(topology string, minDomains int32) edit {
	return func(s *api.PodSpec) {
		c := api.TopologySpreadConstraint{
			MaxSkew: 1, TopologyKey: topology, WhenUnsatisfiable: api.DoNotSchedule,
			LabelSelector: &api.LabelSelector{MatchLabels: map[string]string{"app": "agent"}},
		}
		if minDomains > 0 {
			c.MinDomains = &minDomains
		}
		s.TopologySpreadConstraints = append(s.TopologySpreadConstraints, c)
	}
}

// pod is one pod made from a template; bound ones occupy node 0.
func pod(id state.PodID, name string, t *state.Template) *state.Pod {
	return &state.Pod{
		ID: id, Namespace: "default", Name: name, Template: t, Target: 0, Node: state.None, Set: state.None,
		Nominated: state.None, Deleted: state.Never, Started: state.Never,
	}
}

func bind(p *state.Pod) *state.Pod {
	p.Node, p.Phase, p.Started = 0, state.Running, 0
	return p
}

func node(edits ...func(*api.Node)) *state.Node {
	o := &api.Node{}
	o.Name = "n1"
	o.Labels = map[string]string{api.LabelHostname: "n1", "topology.kubernetes.io/zone": "a"}
	o.Status.Allocatable = api.ResourceList{
		api.ResourceCPU: api.MustParseQuantity("2"), api.ResourceMemory: api.MustParseQuantity("4Gi"),
		api.ResourceEphemeralStorage: api.MustParseQuantity("10Gi"), api.ResourcePods: api.MustParseQuantity("10"),
		"example.test/gpu": api.MustParseQuantity("1"),
	}
	for _, e := range edits {
		e(o)
	}
	return &state.Node{ID: 0, Object: o, Room: state.RoomOf(o)}
}

func taint(key, value string, effect api.TaintEffect) func(*api.Node) {
	return func(n *api.Node) {
		n.Spec.Taints = append(n.Spec.Taints, api.Taint{Key: key, Value: value, Effect: effect})
	}
}

func offers(name, amount string) func(*api.Node) {
	return func(n *api.Node) { n.Status.Allocatable[api.ResourceName(name)] = api.MustParseQuantity(amount) }
}

func cordoned(n *api.Node) { n.Spec.Unschedulable = true }

// filterCase is one pod before one node.
type filterCase struct {
	name  string
	pod   *state.Template
	node  *state.Node
	other []*state.Template // that occupy the node
	want  []string          // upstream's texts; nil: the pod fits
	final bool              // preempting cannot help
}

var nodeCases = []filterCase{
	{name: "an empty node takes a pod", pod: template(0, requests("cpu", "2")), node: node()},
	{
		name: "another nodeName", pod: template(0, func(s *api.PodSpec) { s.NodeName = "n2" }), node: node(),
		want: []string{nodeNameText}, final: true,
	},
	{
		name: "a cordon is not tolerated", pod: template(0), node: node(cordoned),
		want: []string{unschedulableText}, final: true,
	},
	{name: "a tolerated cordon", pod: template(0, tolerations(daemonTolerations(false)...)), node: node(cordoned)},
	{
		name: "NoSchedule", pod: template(0), node: node(taint("dedicated", "gpu", api.TaintEffectNoSchedule)),
		want: []string{taintText}, final: true,
	},
	{
		name: "NoExecute", pod: template(0), node: node(taint("dedicated", "gpu", api.TaintEffectNoExecute)),
		want: []string{taintText}, final: true,
	},
	{name: "PreferNoSchedule is no refusal", pod: template(0), node: node(taint("dedicated", "gpu", api.TaintEffectPreferNoSchedule))},
	{name: "a toleration of everything", pod: template(0, tolerations(api.Toleration{Operator: api.TolerationOpExists})), node: node(taint("dedicated", "gpu", api.TaintEffectNoExecute))},
	{
		name: "nodeSelector", pod: template(0, selector("disk", "ssd")), node: node(),
		want: []string{affinityText}, final: true,
	},
	{
		name: "the port is taken", pod: template(0, hostPort(9100, "")), node: node(), other: []*state.Template{template(0, hostPort(9100, ""))},
		want: []string{portsText},
	},
	{
		name: "the first filter that fails is the only one heard", pod: template(0, selector("disk", "ssd"), requests("cpu", "9")), node: node(cordoned),
		want: []string{unschedulableText}, final: true,
	},
	{
		name: "cpu", pod: template(0, requests("cpu", "1500m")), node: node(), other: []*state.Template{template(0, requests("cpu", "501m"))},
		want: []string{"Insufficient cpu"},
	},
	{name: "cpu to the last milli", pod: template(0, requests("cpu", "1500m")), node: node(), other: []*state.Template{template(0, requests("cpu", "500m"))}},
	{
		name: "more cpu than there is", pod: template(0, requests("cpu", "2001m")), node: node(),
		want: []string{"Insufficient cpu"}, final: true,
	},
	{
		name: "all that applies", pod: template(0, requests("cpu", "1", "memory", "5Gi", "ephemeral-storage", "6Gi", "example.test/gpu", "1")),
		node: node(offers("pods", "1")), other: []*state.Template{template(0, requests("cpu", "1500m", "ephemeral-storage", "5Gi", "example.test/gpu", "1"))},
		want: []string{"Too many pods", "Insufficient cpu", "Insufficient memory", "Insufficient ephemeral-storage", "Insufficient example.test/gpu"}, final: true,
	},
	{
		name: "a device the node lacks", pod: template(0, requests("example.test/fpga", "1")), node: node(),
		want: []string{"Insufficient example.test/fpga"}, final: true,
	},
	{name: "a device of which none is asked for", pod: template(0, requests("example.test/fpga", "0", "cpu", "1")), node: node()},
	{
		name: "no place left, though nothing is requested", pod: template(0), node: node(offers("pods", "1")), other: []*state.Template{template(0)},
		want: []string{"Too many pods"},
	},
	{name: "requesting nothing fits beside too much", pod: template(0), node: node(), other: []*state.Template{template(0, requests("cpu", "3"))}},
}

var podCases = []filterCase{
	{
		name: "anti-affinity", pod: template(0, antiAffinity("agent", api.LabelHostname)), node: node(), other: []*state.Template{template(0)},
		want: []string{podAntiAffinityText},
	},
	{
		name: "anti-affinity against a wider topology fails on the same node", pod: template(0, antiAffinity("agent", "topology.kubernetes.io/zone")),
		node: node(), other: []*state.Template{template(0)}, want: []string{podAntiAffinityText},
	},
	{name: "anti-affinity of a topology the node is not in", pod: template(0, antiAffinity("agent", "rack")), node: node(), other: []*state.Template{template(0)}},
	{
		name: "the anti-affinity of a pod that is there", pod: template(0), node: node(), other: []*state.Template{template(0, antiAffinity("agent", api.LabelHostname))},
		want: []string{existingText},
	},
	{name: "affinity finds its pod", pod: template(0, affinity("agent", api.LabelHostname)), node: node(), other: []*state.Template{template(0)}},
	{
		name: "affinity finds none", pod: template(0, affinity("web", api.LabelHostname)), node: node(), other: []*state.Template{template(0)},
		want: []string{podAffinityText}, final: true,
	},
	{name: "affinity to itself, the first of its kind", pod: template(0, affinity("agent", api.LabelHostname)), node: node()},
	{
		name: "affinity without the topology's label", pod: template(0, affinity("agent", "rack")), node: node(), other: []*state.Template{template(0)},
		want: []string{podAffinityText}, final: true,
	},
	{name: "spread holds where only one node counts", pod: template(0, spread(api.LabelHostname, 0)), node: node(), other: []*state.Template{template(0), template(0)}},
	{
		name: "spread over more domains than there are", pod: template(0, spread(api.LabelHostname, 2)), node: node(), other: []*state.Template{template(0)},
		want: []string{spreadText},
	},
	{name: "spread over more domains, the first pod", pod: template(0, spread(api.LabelHostname, 2)), node: node()},
	{
		name: "spread over a label that is missing", pod: template(0, spread("rack", 0)), node: node(),
		want: []string{spreadLabelText}, final: true,
	},
}

func TestEachFilterRefusesWhatItShould(t *testing.T) {
	for _, c := range append(append([]filterCase(nil), nodeCases...), podCases...) {
		t.Run(c.name, func(t *testing.T) {
			s := scene{t: c.pod, self: 100, namespace: "default", labels: c.pod.Meta.Labels, node: c.node}
			for i, other := range c.other {
				s.pods = append(s.pods, bind(pod(state.PodID(i), fmt.Sprint("other-", i), other)))
			}
			got := s.first()
			if !reflect.DeepEqual(got.failures, c.want) || got.unresolvable != c.final {
				t.Errorf("got %q (final %v), want %q (final %v)", got.failures, got.unresolvable, c.want, c.final)
			}
			if got.ok() {
				return
			}
			if _, fix := filters[got.filter].explain(&s); fix.Sentence(reason.English) == string(fix.Code) {
				t.Errorf("fix %q is not in the catalogue", fix.Code)
			}
		})
	}
}

func TestPortsClashByProtocolNumberAndAddress(t *testing.T) {
	port := func(protocol, ip string, number int32) []state.HostPort {
		return []state.HostPort{{Protocol: protocol, IP: ip, Port: number}}
	}
	cases := []struct {
		want, have []state.HostPort
		clash      bool
	}{
		{port("TCP", "", 80), port("TCP", "", 80), true},
		{port("TCP", "", 80), port("UDP", "", 80), false},
		{port("TCP", "", 80), port("TCP", "", 81), false},
		{port("TCP", "10.0.0.1", 80), port("TCP", "10.0.0.2", 80), false},
		{port("TCP", "10.0.0.1", 80), port("TCP", "10.0.0.1", 80), true},
		{port("TCP", "10.0.0.1", 80), port("TCP", "", 80), true},
		{port("TCP", "0.0.0.0", 80), port("TCP", "10.0.0.2", 80), true},
		{port("TCP", "::", 80), port("TCP", "10.0.0.2", 80), false},
		{nil, port("TCP", "", 80), false},
	}
	for _, c := range cases {
		if _, got := portClash(c.want, c.have); got != c.clash {
			t.Errorf("%v beside %v: clash %v, want %v", c.want, c.have, got, c.clash)
		}
	}
}

func TestAffinityToItselfNeedsThatNobodyElseMatches(t *testing.T) {
	p := template(0, affinity("agent", api.LabelHostname))
	o := Observed{Pod: pod(1, "a", p), Target: node(), Nodes: 2}
	if d := Schedule(o); !d.Bind {
		t.Fatalf("the first pod is refused: %s", d.Message)
	}
	o.Elsewhere = func(match func(*state.Pod) bool) bool { return match(bind(pod(2, "b", p))) }
	if d := Schedule(o); d.Bind {
		t.Fatal("a pod elsewhere matches, and yet it is bound")
	}
}

func TestLabelKeysNarrowAPodAffinityTerm(t *testing.T) {
	terms := term("agent", api.LabelHostname)
	terms[0].MatchLabelKeys = []string{"rev"}
	var s scene
	matches := func(own, other string) bool {
		return s.termMatches(&terms[0], "default", map[string]string{"rev": own}, "default", map[string]string{"app": "agent", "rev": other})
	}
	if !matches("1", "1") || matches("1", "2") {
		t.Error("matchLabelKeys is not an In with the pod's own value")
	}
	terms[0].MatchLabelKeys, terms[0].MismatchLabelKeys = nil, []string{"rev"}
	if matches("1", "1") || !matches("1", "2") {
		t.Error("mismatchLabelKeys is not a NotIn with the pod's own value")
	}
}

func TestPodAffinityTermsLookIntoNamespaces(t *testing.T) {
	cases := []struct {
		name  string
		edit  func(*api.PodAffinityTerm)
		other string
		want  bool
	}{
		{"its own by default", func(*api.PodAffinityTerm) {}, "default", true},
		{"no other by default", func(*api.PodAffinityTerm) {}, "kube-system", false},
		{"those that are listed", func(a *api.PodAffinityTerm) { a.Namespaces = []string{"kube-system"} }, "kube-system", true},
		{"only those that are listed", func(a *api.PodAffinityTerm) { a.Namespaces = []string{"kube-system"} }, "default", false},
		{"all with an empty selector", func(a *api.PodAffinityTerm) { a.NamespaceSelector = &api.LabelSelector{} }, "kube-system", true},
	}
	for _, c := range cases {
		terms := term("agent", api.LabelHostname)
		c.edit(&terms[0])
		var s scene
		if got := s.termMatches(&terms[0], "default", nil, c.other, map[string]string{"app": "agent"}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestFeaturesCountOnlyWhereANodeDeclaresSome(t *testing.T) {
	no := false
	p := template(0, func(s *api.PodSpec) { s.HostNetwork, s.HostUsers = true, &no })
	declares := func(names ...string) *state.Node {
		return node(func(n *api.Node) { n.Status.DeclaredFeatures = names })
	}
	for _, c := range []struct {
		node *state.Node
		ok   bool
	}{
		{declares(), true}, {declares("RestartAllContainersOnContainerExits"), false}, {declares("UserNamespacesHostNetworkSupport"), true},
	} {
		s := scene{t: p, node: c.node}
		if v := s.first(); v.ok() != c.ok {
			t.Errorf("declared %q: %q", c.node.Object.Status.DeclaredFeatures, v.failures)
		}
	}
}

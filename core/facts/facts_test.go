package facts

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/facts"
)

// given reads the objects of a manifest.
func given(t testing.TB, manifest string) Given {
	t.Helper()
	result := decode.File("given.yaml", []byte(manifest))
	if len(result.Errors) > 0 {
		t.Fatal(result.Errors)
	}
	g := Given{}
	for _, d := range result.Documents {
		switch o := d.Object.(type) {
		case *api.Node:
			g.Nodes = append(g.Nodes, o)
		case *api.Pod:
			g.Pods = append(g.Pods, o)
		case *api.DaemonSet:
			g.Sets = append(g.Sets, o)
		case *api.PriorityClass:
			g.Classes = append(g.Classes, o)
		}
	}
	return g
}

func node(name, cpu, more string) string {
	return fmt.Sprintf(`
apiVersion: v1
kind: Node
metadata:
  name: %s
  labels: {kubernetes.io/os: linux, kubernetes.io/hostname: %[1]s}
%s
status:
  allocatable: {pods: "110", cpu: "%s", memory: 8Gi}
---`, name, more, cpu)
}

func daemonSet(name, cpu, more string) string {
	return fmt.Sprintf(`
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: %s, namespace: agents}
spec:
  selector: {matchLabels: {app: %[1]s}}
  template:
    metadata: {labels: {app: %[1]s}}
    spec:
%s
      containers:
      - name: agent
        image: agent:1
        resources: {requests: {cpu: %s}}
---`, name, more, cpu)
}

func pod(name, node, cpu, more string) string {
	return fmt.Sprintf(`
apiVersion: v1
kind: Pod
metadata:
  name: %s
  namespace: agents
%s
spec:
  nodeName: %s
  containers:
  - name: work
    image: work:1
    resources: {requests: {cpu: %s}}
---`, name, more, node, cpu)
}

func TestAPodFitsOnceAndNotTwice(t *testing.T) {
	s := New(given(t, node("n1", "2", "")+node("n2", "1", "")+daemonSet("agent", "600m", "")))
	want := &facts.Cluster{
		Nodes: 2, Eligible: 2, NoRoom: []facts.Shortage{},
		NoSurge:           []facts.Shortage{{Node: "n2", Nodes: 1, Why: "Insufficient cpu", BesideOthers: true}},
		UnusedTolerations: []facts.UnusedToleration{}, Shared: []facts.Shared{},
	}
	if diff := cmp.Diff(want, s.Of(0)); diff != "" {
		t.Error(diff)
	}
}

func TestAPodDoesNotFitBesideItsEquals(t *testing.T) {
	manifest := node("n1", "1", "") + node("n2", "100m", "") + daemonSet("agent", "600m", "") + pod("work", "n1", "500m", "")
	want := []facts.Shortage{
		{Node: "n1", Nodes: 1, Why: "Insufficient cpu", BesideOthers: true},
		{Node: "n2", Nodes: 1, Why: "Insufficient cpu"},
	}
	if diff := cmp.Diff(want, New(given(t, manifest)).Of(0).NoRoom); diff != "" {
		t.Error(diff)
	}
	critical := node("n1", "1", "") + daemonSet("agent", "600m", "      priorityClassName: system-node-critical") + pod("work", "n1", "500m", "")
	if diff := cmp.Diff([]facts.Shortage{}, New(given(t, critical)).Of(0).NoRoom); diff != "" {
		t.Errorf("a pod of a lower priority makes room: %s", diff)
	}
	own := node("n1", "1", "") + daemonSet("agent", "600m", "") +
		pod("agent-x", "n1", "600m", "  ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: agent, uid: u}]")
	if diff := cmp.Diff([]facts.Shortage{}, New(given(t, own)).Of(0).NoRoom); diff != "" {
		t.Errorf("the DaemonSet's own pod is in its way: %s", diff)
	}
}

func TestOtherDaemonSetsTakeRoom(t *testing.T) {
	s := New(given(t, node("n1", "1", "")+daemonSet("first", "700m", "")+daemonSet("second", "700m", "")))
	if got := s.Of(0).NoRoom; len(got) != 0 {
		t.Errorf("the first has no room: %v", got)
	}
	want := []facts.Shortage{{Node: "n1", Nodes: 1, Why: "Insufficient cpu", BesideOthers: true}}
	if diff := cmp.Diff(want, s.Of(1).NoRoom); diff != "" {
		t.Error(diff)
	}
}

func TestWhyNodesAreNotEligible(t *testing.T) {
	manifest := ""
	for i := range 5 {
		manifest += node(fmt.Sprintf("t%d", i), "1", "spec: {taints: [{key: dedicated, value: db, effect: NoSchedule}]}")
	}
	manifest += node("n1", "1", "") + daemonSet("agent", "1m", "      nodeSelector: {pool: agents}\n      tolerations: [{key: dedicatd, operator: Exists}, {key: dedicated, value: db, effect: NoSchedule}]")
	got := New(given(t, manifest)).Of(0)
	want := &facts.Cluster{
		Nodes: 6, Refused: "nodeSelector pool (t0, t1, t2, … (6))",
		NoRoom: []facts.Shortage{}, NoSurge: []facts.Shortage{}, Shared: []facts.Shared{},
		UnusedTolerations: []facts.UnusedToleration{{Path: "spec.template.spec.tolerations[0]", Taint: "dedicatd"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhereTwoDaemonSetsWantOnePort(t *testing.T) {
	port := "      hostNetwork: true\n      nodeSelector: {kubernetes.io/hostname: %s}\n      initContainers: [{name: p, image: p:1, restartPolicy: Always, ports: [{containerPort: 9100}]}]"
	s := New(given(t, node("n1", "1", "")+node("n2", "1", "")+
		daemonSet("a", "1m", fmt.Sprintf(port, "n1"))+daemonSet("b", "1m", fmt.Sprintf(port, "n1"))+daemonSet("c", "1m", fmt.Sprintf(port, "n2"))))
	want := []facts.Shared{{Namespace: "agents", Name: "b", Nodes: 1}, {Namespace: "agents", Name: "c"}}
	if diff := cmp.Diff(want, s.Of(0).Shared); diff != "" {
		t.Error(diff)
	}
	if got := s.Of(1).NoRoom; len(got) != 0 {
		t.Errorf("the clash is said twice: %v", got)
	}
}

func TestWhatTheDaemonSetsTake(t *testing.T) {
	s := New(given(t, node("n1", "16", "")+node("n2", "16", "")+node("g1", "16", "")+
		daemonSet("logs", "500m", "")+daemonSet("mesh", "1", "")+daemonSet("gpu", "250m", "      nodeSelector: {kubernetes.io/hostname: g1}")))
	const gi = 1 << 30
	want := []facts.NodeType{
		{Node: "n1, n2", Nodes: 2, CPU: 1500, CPUOf: 16000, CPULeft: 14500, MemoryOf: 8 * gi, MemoryLeft: 8 * gi},
		{Node: "g1", Nodes: 1, CPU: 1750, CPUOf: 16000, CPULeft: 14250, MemoryOf: 8 * gi, MemoryLeft: 8 * gi},
	}
	if diff := cmp.Diff(want, s.NodeTypes()); diff != "" {
		t.Error(diff)
	}
}

// The facts that rules ask about and the template that the scheduler counts agree.
func TestFactsOfATemplateAreTheSchedulers(t *testing.T) {
	ports := "      hostNetwork: true\n      initContainers: [{name: i, image: i:1, ports: [{containerPort: 1}]}, {name: s, image: s:1, restartPolicy: Always, ports: [{containerPort: 2, protocol: UDP}]}]"
	g := given(t, daemonSet("agent", "250m", ports))
	s := New(g)
	template, f := s.sets[0].template, facts.Of(g.Sets[0], nil)
	var held []string
	for _, p := range template.Ports {
		held = append(held, fmt.Sprint(p.Port, p.Protocol, p.IP))
	}
	var told []string
	for _, p := range f.HostPorts {
		told = append(told, fmt.Sprint(p.Port, p.Protocol, p.IP))
	}
	if diff := cmp.Diff(held, told); diff != "" {
		t.Error(diff)
	}
	if got := f.Containers[2].Requests["cpu"]; got != template.Requests.MilliCPU {
		t.Errorf("requests %d, the scheduler counts %d", got, template.Requests.MilliCPU)
	}
	if len(f.Tolerations) != len(template.Spec.Tolerations) {
		t.Errorf("%d tolerations, the pods have %d", len(f.Tolerations), len(template.Spec.Tolerations))
	}
}

func TestANodeThatSaysNothingOfItsMachineHasACommonOne(t *testing.T) {
	bare := "apiVersion: v1\nkind: Node\nmetadata: {name: n1, labels: {kubernetes.io/os: linux}}\n---"
	if got := New(given(t, bare+daemonSet("agent", "1500m", ""))).Of(0); len(got.NoRoom)+len(got.NoSurge) != 0 {
		t.Errorf("a node of 4 CPUs has no room: %v %v", got.NoRoom, got.NoSurge)
	}
	if got := New(given(t, bare+daemonSet("agent", "3", ""))).Of(0); len(got.NoRoom) != 0 || len(got.NoSurge) != 1 {
		t.Errorf("3 of 4 CPUs: %v %v", got.NoRoom, got.NoSurge)
	}
}

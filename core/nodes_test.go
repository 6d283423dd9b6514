package core

import (
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// evicting counts the nodes that carry a NoExecute taint.
func evicting(c *Cluster) int {
	n := 0
	for _, node := range c.Nodes() {
		for _, t := range node.Spec.Taints {
			if t.Effect == api.TaintEffectNoExecute {
				n++
				break
			}
		}
	}
	return n
}

func TestNoExecuteTaintsGoWhenTheLastReadyNodeIsLost(t *testing.T) {
	c := clusterOf(t, 4, Options{})
	lose := func(name string) {
		t.Helper()
		if err := c.BreakNode(name, Silent); err != nil {
			t.Fatal(err)
		}
		if err := c.Advance(100*state.Second, nil); err != nil {
			t.Fatal(err)
		}
	}
	lose("node-000000")
	lose("node-000001")
	if got := evicting(c); got != 2 {
		t.Fatalf("%d nodes carry NoExecute taints, want both that are lost", got)
	}
	lose("node-000002") // three of four: the small zone gets no more taints, and keeps those it has
	if got := evicting(c); got != 2 {
		t.Fatalf("%d nodes carry NoExecute taints in a zone partly disrupted, want 2", got)
	}
	lose("node-000003")
	if got := evicting(c); got != 0 {
		t.Errorf("%d nodes carry NoExecute taints with no node left, want none", got)
	}
}

func TestEndedPodsAboveTheLimitAreCollected(t *testing.T) {
	c := clusterOf(t, 6, Options{EndedPods: 3, Record: true})
	must(t, c.Create(agent("agent:v1", "1", "0")))
	rollOut(t, c)
	for _, p := range c.PodRecords()[1:] {
		must(t, c.BreakPod(p.Namespace, p.Name, state.Succeeded))
	}
	d := c.Sets()[0]
	must(t, c.Delete("DaemonSet", d.Object.Namespace, d.Object.Name, DeleteOptions{Propagation: Orphan}))
	begun := c.Now()
	must(t, c.Advance(25*state.Second, nil))
	collected := 0
	for _, e := range c.Events() {
		if e.Actor == PodGC && e.Why.Code == reason.PodSurplus {
			collected++
			if e.At%(20*state.Second) != 0 || e.At-begun > 20*state.Second {
				t.Errorf("%s was collected at %v", e.Object.Name, e.At)
			}
		}
	}
	if got := len(c.PodRecords()); collected != 2 || got != 4 {
		t.Errorf("%d pods were collected and %d are left; want 2 and 4", collected, got)
	}
	must(t, c.Seek(begun))
	if got := len(c.PodRecords()); got != 6 || c.Idle() {
		t.Errorf("before it there are %d pods, idle: %v", got, c.Idle())
	}
	must(t, c.Seek(begun+25*state.Second))
	if got := len(c.PodRecords()); got != 4 {
		t.Errorf("after it there are %d pods", got)
	}
}

func TestASilentKubeletReportsNoPressure(t *testing.T) {
	c := clusterOf(t, 1, Options{})
	must(t, c.BreakNode("node-000000", Silent))
	if err := c.BreakNode("node-000000", LowDisk); err == nil {
		t.Error("the pressure of a node whose kubelet is silent is reported")
	}
	must(t, c.MendNode("node-000000"))
	must(t, c.BreakNode("node-000000", LowDisk))
	must(t, c.BreakNode("node-000000", LowPIDs))
	must(t, c.Advance(60*state.Second, nil))
	must(t, c.MendNode("node-000000"))
	must(t, c.Advance(299*state.Second, nil))
	if n := c.Nodes()[0]; len(n.Spec.Taints) != 2 {
		t.Errorf("taints %v, want those of disk and PIDs for five minutes", n.Spec.Taints)
	}
	must(t, c.Advance(1*state.Second, nil))
	if n := c.Nodes()[0]; len(n.Spec.Taints) != 0 {
		t.Errorf("taints %v after five minutes", n.Spec.Taints)
	}
	must(t, c.BreakNode("node-000000", LowMemory))
	must(t, c.BreakNode("node-000000", Unreachable))
	must(t, c.MendNode("node-000000"))
	if n := c.Nodes()[0]; len(n.Spec.Taints) != 0 {
		t.Errorf("taints %v; a kubelet that was started again remembers no pressure", n.Spec.Taints)
	}
}

package core

import (
	"testing"

	"github.com/rollscope/rollscope/core/api"
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

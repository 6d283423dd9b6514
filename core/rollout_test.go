package core

import (
	"fmt"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// agent is a small DaemonSet with the given image and strategy.
func agent(image, unavailable, surge string) *api.DaemonSet {
	d := &api.DaemonSet{}
	d.Name, d.Namespace = "agent", "default"
	labels := map[string]string{"app": "agent"}
	d.Spec.Selector = &api.LabelSelector{MatchLabels: labels}
	d.Spec.Template.Labels = labels
	d.Spec.Template.Spec.Containers = []api.Container{{Name: "agent", Image: image}}
	u, s := api.ParseIntOrString(unavailable), api.ParseIntOrString(surge)
	d.Spec.UpdateStrategy.RollingUpdate = &api.RollingUpdateDaemonSet{MaxUnavailable: &u, MaxSurge: &s}
	return d
}

// clusterOf is a cluster of n nodes without taints.
func clusterOf(tb testing.TB, n int, o Options) *Cluster {
	tb.Helper()
	c := New(o)
	for i := range n {
		node := &api.Node{}
		node.Name = fmt.Sprintf("node-%06d", i)
		if err := c.Create(node); err != nil {
			tb.Fatal(err)
		}
	}
	return c
}

// rollOut goes on until the only DaemonSet is rolled out.
func rollOut(tb testing.TB, c *Cluster) {
	tb.Helper()
	if err := c.Until(func() bool { return c.RolledOut(0) }, 10_000_000*state.Second); err != nil {
		tb.Fatal(err)
	}
}

func TestAStatusIsOfTheSpecThatTheSyncBeganWith(t *testing.T) {
	for at := state.Time(0); at < 8*state.Second; at += state.Second / 20 { // in the middle of calls, before the status, …
		c := clusterOf(t, 100, Options{})
		if err := c.Create(agent("agent:v1", "100%", "0")); err != nil {
			t.Fatal(err)
		}
		if err := c.Advance(at, nil); err != nil {
			t.Fatal(err)
		}
		if err := c.Update(agent("agent:v2", "100%", "0")); err != nil {
			t.Fatal(err)
		}
		rollOut(t, c)
		for _, p := range c.PodRecords() {
			if image := p.Template.Spec.Containers[0].Image; image != "agent:v2" {
				t.Fatalf("updated at %v; rolled out, it says, but %s runs %s", at, p.Name, image)
			}
		}
	}
}

func TestOneNodeAtATimeTakesTwoSecondsANode(t *testing.T) {
	c := clusterOf(t, 3, Options{Record: true})
	if err := c.Create(agent("agent:v1", "1", "0")); err != nil {
		t.Fatal(err)
	}
	rollOut(t, c)
	from := c.Now()
	if err := c.Update(agent("agent:v2", "1", "0")); err != nil {
		t.Fatal(err)
	}
	rollOut(t, c)
	if took := c.Now() - from; took != 6*state.Second {
		t.Errorf("the update took %v, want 6s: stop and start take a second each", took)
	}
}

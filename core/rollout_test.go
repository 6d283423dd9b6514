package core

import (
	"fmt"
	"strings"
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

// TestRolloutsGoInTheseSteps: pods are ready a second after they were made and gone
// a second after they were deleted; + is created, - is deleted, r is ready.
func TestRolloutsGoInTheseSteps(t *testing.T) {
	for _, tt := range []struct {
		nodes              int
		unavailable, surge string
		want               string
	}{
		{5, "1", "0", "-1 +1 r1 -1 +1 r1 -1 +1 r1 -1 +1 r1 -1 +1 r1"},
		{5, "2", "0", "-2 +2 r2 -2 +2 r2 -1 +1 r1"},
		{5, "0", "2", "+2 r2 -2 +2 r2 -2 +1 r1 -1"},
		{3, "0", "1", "+1 r1 -1 +1 r1 -1 +1 r1 -1"},
		{5, "10%", "0", "-1 +1 r1 -1 +1 r1 -1 +1 r1 -1 +1 r1 -1 +1 r1"}, // percentages round up
		{4, "100%", "0", "-4 +4 r4"},
		{300, "0", "100%", "+250 +50 r300 -300"}, // 250 calls a sync; old pods that go do not show in the status
	} {
		c := clusterOf(t, tt.nodes, Options{QPS: -1})
		must(t, c.Create(agent("agent:v1", tt.unavailable, tt.surge)))
		rollOut(t, c)
		must(t, c.Advance(60*state.Second, nil))
		must(t, c.Update(agent("agent:v2", tt.unavailable, tt.surge)))
		s := steps{}
		c.Watch(s.add)
		rollOut(t, c)
		must(t, c.Advance(60*state.Second, nil))
		if s.flush(); s.text != tt.want {
			t.Errorf("%d nodes, maxUnavailable %s, maxSurge %s:\ngot  %s\nwant %s", tt.nodes, tt.unavailable, tt.surge, s.text, tt.want)
		}
	}
}

// steps writes down what a rollout does, runs of the same as one; the status ends a run.
type steps struct {
	text, doing string
	n           int
}

func (s *steps) add(e *Event) {
	doing := ""
	switch {
	case e.Verb == "status":
		s.flush()
	case e.Object.Kind != "Pod":
	case e.Verb == "create":
		doing = "+"
	case e.Verb == "delete":
		doing = "-"
	case e.Verb == "ready":
		doing = "r"
	}
	if doing == "" {
		return
	}
	if doing != s.doing {
		s.flush()
	}
	s.doing = doing
	s.n++
}

func (s *steps) flush() {
	if s.n > 0 {
		s.text = strings.TrimSpace(fmt.Sprintf("%s %s%d", s.text, s.doing, s.n))
	}
	s.n = 0
}

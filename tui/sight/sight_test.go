package sight_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/sight"
)

// cluster has nodes of these names, and a DaemonSet that is rolled out.
func cluster(t *testing.T, names ...string) *core.Cluster {
	t.Helper()
	c := core.New(core.Options{Record: true})
	for i, name := range names {
		n := &api.Node{}
		n.Name = name
		n.Labels = map[string]string{"zone": string(rune('a' + i%2))}
		if err := c.Create(n); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Create(agent("x/agent:v1")); err != nil {
		t.Fatal(err)
	}
	advance(t, c, 10)
	return c
}

func agent(image string) *api.DaemonSet {
	d := &api.DaemonSet{}
	d.Name = "agent"
	labels := map[string]string{"app": "agent"}
	d.Spec.Selector = &api.LabelSelector{MatchLabels: labels}
	d.Spec.Template.Labels = labels
	d.Spec.Template.Spec.Containers = []api.Container{{Name: "agent", Image: image}}
	return d
}

func advance(t *testing.T, c *core.Cluster, seconds state.Time) {
	t.Helper()
	if err := c.Advance(seconds*state.Second, nil); err != nil {
		t.Fatal(err)
	}
}

func TestNodesAreInNaturalOrder(t *testing.T) {
	var e sight.Eye
	s := e.Look(cluster(t, "n10", "n2", "n1", "m3"), "")
	var names []string
	for i := range s.Nodes {
		names = append(names, s.Nodes[i].Name)
	}
	if got := strings.Join(names, " "); got != "m3 n1 n2 n10" {
		t.Errorf("%s", got)
	}
	e = sight.Eye{GroupBy: "zone"}
	s = e.Look(cluster(t, "n1", "n2", "n3", "n4"), "")
	if got := s.Nodes[0].Name + s.Nodes[1].Name + s.Nodes[0].Group + s.Nodes[3].Group; got != "n1n3ab" {
		t.Errorf("%s", got)
	}
	for _, c := range [][2]string{{"n2", "n10"}, {"a", "b"}, {"n1", "n1a"}, {"n9", "n09"}, {"n1-2", "n1-10"}} {
		if sight.Natural(c[0], c[1]) >= 0 || sight.Natural(c[1], c[0]) <= 0 || sight.Natural(c[0], c[0]) != 0 {
			t.Errorf("%s is not before %s", c[0], c[1])
		}
	}
}

func TestOldAndNewPodsAreToldApart(t *testing.T) {
	c := cluster(t, "n1", "n2", "n3")
	if err := c.Update(agent("x/agent:v2")); err != nil {
		t.Fatal(err)
	}
	_ = c.Until(func() bool { return c.Sets()[0].Status.UpdatedNumberScheduled == 1 }, 100*state.Second)
	var e sight.Eye
	s := e.Look(c, "default/agent")
	ages := []int{}
	for i := range s.Nodes {
		for _, p := range s.Nodes[i].Pods {
			ages = append(ages, p.Age)
		}
	}
	slices.Sort(ages)
	if len(s.Revisions) != 2 || s.Revisions[0].Number != 2 || s.Revisions[0].Tag != "v2" || s.Revisions[1].Pods != 2 || !slices.Equal(ages, []int{0, 1, 1}) {
		t.Errorf("revisions %+v, ages %v", s.Revisions, ages)
	}
}

func TestWhatIsWrongWithANodeIsSeen(t *testing.T) {
	c := cluster(t, "n1", "n2", "n3")
	n := c.Nodes()[0].DeepCopy()
	n.Spec.Unschedulable = true
	n.Spec.Taints = append(n.Spec.Taints, api.Taint{Key: "dedicated", Effect: api.TaintEffectNoSchedule})
	if err := c.Update(n); err != nil {
		t.Fatal(err)
	}
	if err := c.BreakNode("n2", core.Unreachable); err != nil {
		t.Fatal(err)
	}
	advance(t, c, 5)
	var e sight.Eye
	s := e.Look(c, "")
	one, two, three := &s.Nodes[0], &s.Nodes[1], &s.Nodes[2]
	if !one.Cordoned || !one.Tainted || one.ShouldRun || !one.MayStay || one.Down {
		t.Errorf("n1: %+v", one)
	}
	if !two.Down || two.Tainted {
		t.Errorf("n2: %+v", two)
	}
	if three.Down || three.Cordoned || three.Tainted || !three.ShouldRun || len(three.Pods) != 1 || three.Pods[0].Shape != draw.Ready || !three.Pods[0].Available {
		t.Errorf("n3: %+v", three)
	}
}

func TestLooksDoNotChangeWhenTheClusterGoesOn(t *testing.T) {
	c := cluster(t, "n1", "n2", "n3")
	var e sight.Eye
	before := e.Look(c, "")
	name, pods := before.Nodes[1].Pods[0].Name, len(before.Nodes[1].Pods)
	if err := c.Update(agent("x/agent:v2")); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		advance(t, c, 1)
		e.Look(c, "")
	}
	if before.Nodes[1].Pods[0].Name != name || len(before.Nodes[1].Pods) != pods {
		t.Errorf("%+v", before.Nodes[1].Pods)
	}
}

func TestTagsOfImages(t *testing.T) {
	for image, want := range map[string]string{
		"x:v1": "v1", "host:5000/x": "latest", "host:5000/x:2": "2", "x@sha256:0123456789": "0123456", "x:v3@sha256:01": "v3", "x": "latest",
	} {
		if got := sight.TagOf(image); got != want {
			t.Errorf("%s: %s, want %s", image, got, want)
		}
	}
}

// TestACurveIsTheSameReadAtOnceOrBitByBit compares it with the plain count of pods.
func TestACurveIsTheSameReadAtOnceOrBitByBit(t *testing.T) {
	c := cluster(t, "n1", "n2", "n3", "n4")
	if err := c.Update(agent("x/agent:v2")); err != nil {
		t.Fatal(err)
	}
	var bits sight.Curve
	id := c.Sets()[0].ID
	for i := range 30 {
		if i == 5 {
			if err := c.BreakNode("n2", core.NotReady); err != nil {
				t.Fatal(err)
			}
		}
		advance(t, c, 1)
		bits.Follow(c, id)
	}
	var whole sight.Curve
	whole.Follow(c, id)
	if !slices.Equal(bits.Points, whole.Points) || !slices.Equal(bits.Marks, whole.Marks) {
		t.Errorf("bit by bit %v, at once %v", bits.Points, whole.Points)
	}
	for _, p := range whole.Points {
		c.SeekEvent(0)
		if err := c.Seek(p.At); err != nil {
			t.Fatal(err)
		}
		nodes := map[state.NodeID]bool{}
		for _, pod := range c.PodRecords() {
			if pod.Set == id && pod.Available && pod.Node != state.None {
				nodes[pod.Node] = true
			}
		}
		if len(nodes) != p.Available {
			t.Errorf("at %s %d are available, the curve has %d", p.At, len(nodes), p.Available)
		}
	}
	if m := whole.Marks; len(m) < 3 || !m[len(m)-1].Break {
		t.Errorf("marks %+v", m)
	}
}

func TestACurveBeginsAnewWhereThePastHasChanged(t *testing.T) {
	c := cluster(t, "n1", "n2")
	var k sight.Curve
	id := c.Sets()[0].ID
	k.Follow(c, id)
	c.SeekEvent(4)
	if err := c.BreakNode("n1", core.Unreachable); err != nil {
		t.Fatal(err)
	}
	advance(t, c, 60)
	k.Follow(c, id)
	var fresh sight.Curve
	fresh.Follow(c, id)
	if !slices.Equal(k.Points, fresh.Points) {
		t.Errorf("%v, want %v", k.Points, fresh.Points)
	}
}

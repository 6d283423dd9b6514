package track

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

func cluster(t *testing.T, nodes int) *core.Cluster {
	t.Helper()
	c := core.New(core.Options{Record: true})
	for i := range nodes {
		must(t, c.Create(&api.Node{ObjectMeta: api.ObjectMeta{Name: fmt.Sprint("n", i)}}))
	}
	labels := map[string]string{"app": "agent"}
	ds := &api.DaemonSet{ObjectMeta: api.ObjectMeta{Name: "agent"}}
	ds.Spec.Selector = &api.LabelSelector{MatchLabels: labels}
	ds.Spec.MinReadySeconds = 2
	ds.Spec.Template.Labels = labels
	ds.Spec.Template.Spec.Containers = []api.Container{{Name: "agent", Image: "example.com/agent:v1"}}
	must(t, c.Create(ds))
	return c
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// update changes the image, and lets the cluster go on.
func update(t *testing.T, c *core.Cluster, image string, by state.Time) {
	t.Helper()
	o, _ := c.Find("DaemonSet", "default", "agent")
	next := o.(*api.DaemonSet).DeepCopy()
	next.Spec.Template.Spec.Containers[0].Image = image
	must(t, c.Update(next))
	must(t, c.Advance(by, nil))
}

// plain counts the pods of the only DaemonSet as they are now, one by one.
func plain(c *core.Cluster) Counts {
	d := c.Sets()[0]
	n := Counts{Desired: d.Status.DesiredNumberScheduled, Floor: floorOf(d)}
	covered := map[state.NodeID]bool{}
	for _, p := range c.PodRecords() {
		switch {
		case p.Set != d.ID || p.Phase.Terminal():
			continue
		case p.Terminating():
			n.Leaving++
		case p.Available:
			n.Available++
			if p.Hash() == d.Hash {
				n.NewAvailable++
			}
		default:
			n.Starting++
			if p.Hash() == d.Hash {
				n.NewStarting++
			}
		}
		covered[p.Target] = true
	}
	n.Covered = int32(len(covered))
	return n
}

// at is the sample that holds after so many events.
func (st *Set) at(events int) Counts {
	n := Counts{}
	for _, s := range st.samples {
		if s.Event < events {
			n = s.Counts
		}
	}
	return n
}

func compare(t *testing.T, c *core.Cluster, tr *Track) {
	t.Helper()
	tr.Follow(c)
	here, end := len(c.Events()), len(c.Recorded())
	id := state.SetID(0)
	for n := 1; n <= end; n++ {
		c.SeekEvent(n)
		if len(c.Sets()) == 0 {
			continue
		}
		if got, want := tr.Set(id).at(n), plain(c); got != want {
			t.Fatalf("after %d of %d events: got %+v, want %+v", n, end, got, want)
		}
	}
	c.SeekEvent(here)
}

func TestCountsAreThoseOfThePodsAtEveryEvent(t *testing.T) {
	c := cluster(t, 7)
	tr := New()
	must(t, c.Advance(30*state.Second, nil))
	compare(t, c, tr)
	update(t, c, "example.com/agent:v2", 20*state.Second)
	must(t, c.BreakNode("n2", core.Unreachable))
	must(t, c.Advance(60*state.Second, nil))
	compare(t, c, tr)
}

func TestCountsFollowWhenThePastIsRewritten(t *testing.T) {
	c := cluster(t, 5)
	tr := New()
	must(t, c.Advance(20*state.Second, nil))
	update(t, c, "example.com/agent:v2", 40*state.Second)
	tr.Follow(c)
	for _, back := range []int{3, 11, 1, 20} {
		c.Back(back)
		tr.Cut(c, c.Emitted())
		update(t, c, fmt.Sprint("example.com/agent:v", back+3), 9*state.Second)
		compare(t, c, tr)
	}
}

func TestTheLeastCountsOnlyWhatLasted(t *testing.T) {
	st := &Set{samples: []Sample{
		{Event: 1, At: 0, Counts: Counts{Desired: 3, Available: 0, Starting: 3}},
		{Event: 2, At: 5, Counts: Counts{Desired: 3, Available: 3}},
		{Event: 7, At: 9, Counts: Counts{Desired: 3, Available: 1, Leaving: 2}}, // over at the same moment
		{Event: 8, At: 9, Counts: Counts{Desired: 3, Available: 2, Starting: 2}},
		{Event: 9, At: 12, Counts: Counts{Desired: 3, Available: 3}},
	}}
	if fewest, most, at, ok := st.Least(5); fewest != 2 || most != 4 || at != 9 || !ok {
		t.Errorf("got %d, %d, %v, %v", fewest, most, at, ok)
	}
	if got := st.Worst(6, 11); got.Event != 8 {
		t.Errorf("worst: event %d", got.Event)
	}
	if got := st.Worst(0, 5); got.Event != 1 {
		t.Errorf("worst of the beginning: event %d", got.Event)
	}
	if _, _, _, ok := (&Set{}).Least(0); ok {
		t.Error("nothing has a least")
	}
}

// A clone goes on with a fork from the past, and counts what one does that has followed
// the fork from its beginning; the original is left alone.
func TestCloneFollowsAFork(t *testing.T) {
	c := cluster(t, 4)
	must(t, c.Advance(20*state.Second, nil))
	update(t, c, "example.com/agent:v2", 60*state.Second)
	past, same := New(), New()
	past.Follow(c)
	same.Follow(c)
	for n := 10; n <= len(c.Recorded()); n++ {
		c.SeekEvent(n)
		f := c.Fork()
		clone := past.Clone()
		clone.Cut(c, len(f.Recorded()))
		must(t, f.Advance(5*state.Second, nil))
		must(t, f.Delete("DaemonSet", "default", "agent", core.DeleteOptions{}))
		must(t, f.Advance(30*state.Second, nil))
		clone.Follow(f)
		fresh := New()
		fresh.Follow(f)
		if !reflect.DeepEqual(clone.Set(0).samples, fresh.Set(0).samples) || clone.Set(0).now != fresh.Set(0).now {
			t.Fatalf("a fork from event %d: the clone has %v, and not %v", n, clone.Set(0).samples, fresh.Set(0).samples)
		}
		if !reflect.DeepEqual(past.sets, same.sets) {
			t.Fatalf("a fork from event %d: the original has changed", n)
		}
	}
}

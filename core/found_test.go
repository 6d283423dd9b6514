package core

import (
	"errors"
	"slices"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// What sweeps found, each as the shortest story that shows it.

// rolledOut is a cluster of n nodes with the agent rolled out.
func rolledOut(tb testing.TB, n int, o Options) *Cluster {
	tb.Helper()
	c := clusterOf(tb, n, o)
	must(tb, c.Create(agent("agent:v1", "1", "0")))
	rollOut(tb, c)
	return c
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

func TestAForkKnowsPodsWhoseSetIsGone(t *testing.T) {
	c := rolledOut(t, 2, Options{Record: true})
	must(t, c.Delete("DaemonSet", "default", "agent", DeleteOptions{}))
	f := c.Fork()
	must(t, f.Advance(60*state.Second, nil))
	if left := len(f.PodRecords()); left != 0 {
		t.Errorf("%d pods are left in the fork, want none", left)
	}
}

func TestAPassIsFinishedWhereverTimeIsWoundBackTo(t *testing.T) {
	c := rolledOut(t, 3, Options{Record: true, QPS: -1})
	must(t, c.Update(agent("agent:v2", "100%", "0")))
	from := c.Emitted()
	rollOut(t, c)
	want := lines(c.Events())
	for n := from; n < len(want); n++ {
		c.SeekEvent(n)
		f := c.Fork()
		for f.Emitted() < len(want) && f.Step() {
		}
		if got := lines(f.Events()); !slices.Equal(got, want) {
			t.Fatalf("going on from event %d gives something else: %s", n, difference(got, want))
		}
	}
}

func TestAForkAndItsOriginDoNotWriteIntoEachOthersPast(t *testing.T) {
	c := rolledOut(t, 2, Options{Record: true})
	f := c.Fork()
	want := lines(f.Events())
	c.SeekEvent(3)
	must(t, c.Delete("Node", "", "node-000001", DeleteOptions{}))
	must(t, c.Advance(60*state.Second, nil))
	if got := lines(f.Events()); !slices.Equal(got, want) {
		t.Errorf("the fork's past changed: %s", difference(got, want))
	}
}

func TestASetCreatedAfterWindingBackHasItsOwnName(t *testing.T) {
	c := clusterOf(t, 1, Options{Record: true})
	must(t, c.Create(agent("agent:v1", "1", "0")))
	c.Back(1)
	d := agent("agent:v1", "1", "0")
	d.Name = "other"
	must(t, c.Create(d))
	rollOut(t, c)
	if owner := c.Pods("")[0].OwnerReferences[0].Name; owner != "other" {
		t.Errorf("the pod belongs to %q, want other", owner)
	}
}

func TestAPodBrokenWhileItIsBeingDeletedGoesAllTheSame(t *testing.T) {
	for _, phase := range [...]state.Phase{state.Running, state.Failed} {
		c := rolledOut(t, 1, Options{})
		name := c.Pods("")[0].Name
		must(t, c.Delete("Pod", "default", name, DeleteOptions{}))
		must(t, c.BreakPod("default", name, phase))
		must(t, c.Advance(60*state.Second, nil))
		if _, here := c.Find("Pod", "default", name); here {
			t.Errorf("the pod broken to be %v is still there", phase)
		}
	}
}

func TestADeletionTimestampStays(t *testing.T) {
	c := rolledOut(t, 1, Options{})
	must(t, c.BreakNode("node-000000", Unreachable))
	must(t, c.Delete("DaemonSet", "default", "agent", DeleteOptions{Propagation: Foreground}))
	first := *c.DaemonSets("")[0].DeletionTimestamp
	must(t, c.Advance(60*state.Second, nil))
	if now := *c.DaemonSets("")[0].DeletionTimestamp; !now.Equal(&first) {
		t.Errorf("deleted at %v, then at %v", first, now)
	}
}

func TestPodsThatFailAtOnceAndAreReplacedAtOnceAreAnError(t *testing.T) {
	c := clusterOf(t, 1, Options{QPS: -1})
	c.SetImage(state.ImageRule{Image: "agent:v1", Behaviour: state.Behaviour{Fails: true, CrashAfter: state.Never}})
	must(t, c.Create(agent("agent:v1", "0", "1")))
	if err := c.Advance(state.Second, nil); !errors.Is(err, ErrEndless) {
		t.Errorf("advancing gives %v, want ErrEndless", err)
	}
	c.LimitClient(20, 30)
	must(t, c.Advance(10*state.Second, nil))
}

func TestAContainerThatBecomesReadyIsTold(t *testing.T) {
	c := rolledOut(t, 1, Options{Record: true})
	c.SetImage(state.ImageRule{Image: "agent:slow", Behaviour: state.Behaviour{ReadyAfter: 20 * state.Second, CrashAfter: state.Never}})
	d := agent("agent:v2", "1", "0")
	d.Spec.Template.Spec.Containers = append(d.Spec.Template.Spec.Containers, api.Container{Name: "slow", Image: "agent:slow"})
	c.SetImage(state.ImageRule{Image: "agent:v2", Behaviour: state.Behaviour{ReadyAfter: 5 * state.Second, CrashAfter: state.Never}})
	must(t, c.Update(d))
	rollOut(t, c)
	told := slices.ContainsFunc(c.Events(), func(e Event) bool { return e.Why.Code == "ContainerReady" && e.Why.Text == "agent" })
	if !told {
		t.Error("no event tells that the first of two containers became ready")
	}
}

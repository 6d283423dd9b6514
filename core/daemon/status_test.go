package daemon

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

func TestRolloutStatusLines(t *testing.T) {
	for _, v := range []struct {
		strategy                                         api.DaemonSetUpdateStrategyType
		generation, observed                             int64
		desired, updated, available, ready, misscheduled int32
		line                                             string
		done                                             bool
	}{
		{"RollingUpdate", 2, 1, 3, 3, 3, 3, 0, "Waiting for daemon set spec update to be observed...", false},
		{"RollingUpdate", 2, 2, 3, 1, 3, 3, 0, `Waiting for daemon set "agent" rollout to finish: 1 out of 3 new pods have been updated...`, false},
		{"RollingUpdate", 2, 2, 3, 3, 2, 3, 0, `Waiting for daemon set "agent" rollout to finish: 2 of 3 updated pods are available...`, false},
		{"RollingUpdate", 2, 3, 3, 3, 3, 3, 4, `daemon set "agent" successfully rolled out`, true},
		{"RollingUpdate", 1, 1, 0, 0, 0, 0, 0, `daemon set "agent" successfully rolled out`, true},
		{"OnDelete", 1, 1, 0, 0, 0, 0, 0, "", true},
	} {
		set := newSet()
		set.Object.Generation, set.Object.Spec.UpdateStrategy.Type = v.generation, v.strategy
		set.Status = api.DaemonSetStatus{
			ObservedGeneration: v.observed, DesiredNumberScheduled: v.desired,
			UpdatedNumberScheduled: v.updated, NumberAvailable: v.available, NumberReady: v.ready, NumberMisscheduled: v.misscheduled,
		}
		line, done, err := RolloutStatus(set)
		refused := err != nil && err.Error() == "rollout status is only available for RollingUpdate strategy type"
		if line != v.line || done != v.done || refused != (v.strategy == "OnDelete") {
			t.Errorf("%+v: %q, %v, %v", v, line, done, err)
		}
	}
}

func TestStatusIsWrittenOnlyWhenItChanges(t *testing.T) {
	set := newSet()
	counts := state.Counts{Desired: 3, Current: 3, Ready: 2, Updated: 3, Available: 1, Unavailable: 2, Misscheduled: 1}
	status, write := WriteStatus(set, counts, false)
	if !write || status.ObservedGeneration != 0 || CountsOf(&status) != counts {
		t.Errorf("first status, expectations pending: %+v, %v", status, write)
	}
	set.Status = status
	status, write = WriteStatus(set, counts, true)
	if !write || status.ObservedGeneration != 1 {
		t.Errorf("generation observed: %+v, %v", status, write)
	}
	set.Status = status
	if _, write = WriteStatus(set, counts, true); write {
		t.Error("the same status is written again")
	}
	if wait := StatusRequeue(set, counts); wait != 0 {
		t.Errorf("without minReadySeconds it comes again after %v", wait)
	}
	set.Object.Spec.MinReadySeconds = 30
	if wait := StatusRequeue(set, counts); wait != 30*state.Second {
		t.Errorf("with minReadySeconds it comes again after %v", wait)
	}
}

func TestWhichNodeEventsWakeADaemonSet(t *testing.T) {
	for _, v := range []struct {
		place        Placement
		bound        bool
		misscheduled int32
		want         bool
	}{
		{Placement{true, true}, false, 0, true},
		{Placement{true, true}, true, 0, false},
		{Placement{false, true}, true, 0, false}, // a NoSchedule taint alone wakes nobody
		{Placement{false, true}, true, 1, true},
		{Placement{false, false}, true, 0, true},
		{Placement{false, false}, false, 0, false}, // nor does a lost label under a pending pod
		{Placement{false, true}, false, 3, false},
	} {
		if got := Wakes(v.place, v.bound, v.misscheduled); got != v.want {
			t.Errorf("%+v: %v", v, got)
		}
	}
	before, after := &api.Node{}, &api.Node{}
	before.Labels, after.Labels = map[string]string{"a": "1"}, map[string]string{"a": "1"}
	after.Spec.Unschedulable = true
	after.Status.Conditions = []api.NodeCondition{{Type: api.NodeReady}}
	if NodeChanged(before, after) {
		t.Error("conditions and spec.unschedulable should pass unseen")
	}
	for _, change := range []func(n *api.Node){
		func(n *api.Node) { n.Labels = map[string]string{"a": "2"} },
		func(n *api.Node) { n.Labels = map[string]string{"b": "1"} },
		func(n *api.Node) { n.Labels = nil },
		func(n *api.Node) { n.Spec.Taints = []api.Taint{cordon} },
	} {
		next := after.DeepCopy()
		change(next)
		if !NodeChanged(after, next) {
			t.Errorf("%+v should be seen", next)
		}
	}
}

// waits are the pods of the nodes, and what the rollout waits for then.
var waits = []struct {
	pods  string
	setup func(*cluster)
	want  string
}{
	{"RO R", nil, ""},
	{"RD", nil, "WaitingLeaving agent-0"},
	{"RD RO", silent, "WaitingLeavingNodeNotReady agent-0"},
	{"-", nil, "WaitingNoPod "},
	{"U", nil, "WaitingScheduler agent-0"},
	{"U", pod0(func(p *state.Pod) { p.Unschedulable = "0/1 nodes are available" }), "WaitingUnschedulable agent-0 0/1 nodes are available"},
	{"F", pod0(func(p *state.Pod) { p.StatusReason = "Evicted" }), "WaitingPodEnded agent-0 Failed (Evicted)"},
	{"R", pod0(func(p *state.Pod) { p.Available = false }), "WaitingMinReady agent-0"},
	{"-+", pod0(func(p *state.Pod) { p.Containers = []state.Container{{Reason: "ContainerCreating"}} }), "WaitingReady agent-0"},
	{"-+", pod0(func(p *state.Pod) { p.Containers = []state.Container{{Reason: "ImagePullBackOff"}} }), "WaitingContainer agent-0 ImagePullBackOff"},
	{"-+", silent, "WaitingNodeNotReady agent-0"},
	{"R+R", nil, "WaitingExcessPods agent-0"},
	{"RO+R", surge, "WaitingOldPodDeleted agent-0"},
	{"RO+U", func(c *cluster) {
		surge(c)
		c.change(1, func(p *state.Pod) {
			p.Unschedulable = "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports."
		})
	}, "WaitingOwnPort agent-1 agent-0"},
	{"RD", surge, "WaitingNoPod"},
	{"RO+", surge, "WaitingReady agent-1"},
	{"O", nil, "WaitingOldPodDeleted agent-0"},
	{"O", surge, "WaitingSurgePod agent-0"},
	{"RO RO", func(c *cluster) { surge(c); taint0(notReady)(c) }, "WaitingSpare agent-0"},
	{"-+ | RO", surge, "WaitingNodeGone agent-1; WaitingReady agent-0"},
	{"RO R", onDelete, "WaitingOnDelete agent-0"},
}

func TestWhatARolloutWaitsFor(t *testing.T) {
	for _, v := range waits {
		c, x := podsOf(strings.ReplaceAll(v.pods, "-+", "_")), NewIndex()
		if v.setup != nil {
			v.setup(c)
		}
		x.Refresh(c)
		var got []string
		for _, w := range x.Waiting(5) {
			got = append(got, strings.TrimRight(fmt.Sprint(w.Why.Code, " ", w.Why.Pod, " ", w.Why.Text), " "))
			if w.Why.Sentence(reason.English) == string(w.Why.Code) || w.Why.Node == "" {
				t.Errorf("%+v is not explained", w)
			}
		}
		if all := strings.Join(got, "; "); all != strings.TrimRight(v.want, " ") {
			t.Errorf("%s: waits for %q, want %q", v.pods, all, v.want)
		}
		if len(x.Waiting(0)) > 0 {
			t.Error("a limit of 0 lists something")
		}
	}
}

func silent(c *cluster) {
	object := c.nodes[0].Object.DeepCopy()
	object.Status.Conditions = []api.NodeCondition{{Type: api.NodeReady, Status: api.ConditionUnknown}}
	c.nodes[0] = &state.Node{Object: object}
}

func pod0(edit func(*state.Pod)) func(*cluster) { return func(c *cluster) { c.change(0, edit) } }

func TestDoneIsMoreThanTheStatusShows(t *testing.T) {
	for _, v := range []struct {
		pods string
		done bool
	}{{"R R", true}, {"R -", false}, {"R RO", false}, {"R r", false}, {"R+RO", false}, {"", true}, {"R RD", false}} {
		c, x := podsOf(v.pods), NewIndex()
		x.Refresh(c)
		if x.Done() != v.done {
			t.Errorf("%s: done %v", v.pods, x.Done())
		}
	}
}

func TestRanksAreASortedSet(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, size := range []int{1, 63, 64, 65, 4096, 4097, 300000} {
		var set ranks
		set.grow(size)
		have := map[int]bool{}
		for range 300 {
			i := r.IntN(size)
			if r.IntN(3) == 0 {
				set.remove(i)
				delete(have, i)
			} else {
				set.add(i)
				have[i] = true
			}
		}
		size *= 3
		set.grow(size)
		seen := 0
		for i := set.next(0); i >= 0; i = set.next(i + 1) {
			if !have[i] {
				t.Fatalf("size %d: %d is not a member", size, i)
			}
			seen++
		}
		if seen != len(have) || set.count != len(have) || set.next(size+9999) != -1 {
			t.Errorf("size %d: %d members seen, %d counted, want %d", size, seen, set.count, len(have))
		}
		if set.clear(); set.next(0) != -1 || set.count != 0 {
			t.Errorf("size %d: not empty after clear", size)
		}
	}
	var none ranks
	if none.next(0) != -1 {
		t.Error("the zero set has a member")
	}
}

func TestSelectingAll(t *testing.T) {
	ds := newSet().Object
	if _, all := SelectsAll(ds); all {
		t.Error("a selector with a label selects all")
	}
	ds.Spec.Selector = &api.LabelSelector{}
	if r, all := SelectsAll(ds); !all || !r.Warning || r.Reason != "SelectingAll" {
		t.Errorf("an empty selector: %+v, %v", r, all)
	}
}

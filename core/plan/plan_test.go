package plan_test

import (
	"fmt"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/plan/pools"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// agent is a small DaemonSet.
func agent(image, unavailable, surge string) *api.DaemonSet {
	d := &api.DaemonSet{}
	d.APIVersion, d.Kind, d.Name = "apps/v1", "DaemonSet", "agent"
	labels := map[string]string{"app": "agent"}
	d.Spec.Selector = &api.LabelSelector{MatchLabels: labels}
	d.Spec.Template.Labels = labels
	d.Spec.Template.Spec.Containers = []api.Container{{Name: "agent", Image: image, Resources: api.ResourceRequirements{
		Requests: api.ResourceList{api.ResourceCPU: api.MustParseQuantity("100m"), api.ResourceMemory: api.MustParseQuantity("64Mi")},
	}}}
	u, s := api.ParseIntOrString(unavailable), api.ParseIntOrString(surge)
	d.Spec.UpdateStrategy.RollingUpdate = &api.RollingUpdateDaemonSet{MaxUnavailable: &u, MaxSurge: &s}
	return d
}

// update is the input for an update of agent on equal nodes.
func update(nodes int, unavailable, surge string) plan.Input {
	return plan.Input{New: agent("agent:v2", unavailable, surge), Old: agent("agent:v1", unavailable, surge), Cluster: objects(pools.Same(nodes))}
}

func objects(nodes []*api.Node) []any {
	out := make([]any, len(nodes))
	for i, n := range nodes {
		out[i] = n
	}
	return out
}

func run(t *testing.T, in plan.Input) *plan.Result {
	t.Helper()
	r, err := plan.Run(in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWavesAreAsLargeAsTheBudget(t *testing.T) {
	r := run(t, update(25, "20%", "0"))
	if len(r.Waves) != 5 {
		t.Errorf("got %d waves, want 5 of 5 nodes: %+v", len(r.Waves), r.Waves)
	}
	for _, w := range r.Waves {
		if w.Nodes != 5 {
			t.Errorf("wave %d has %d nodes, want 5", w.Number, w.Nodes)
		}
	}
	if r.Strategy.MaxUnavailable != (plan.Budget{Given: "20%", Nodes: 5}) {
		t.Errorf("maxUnavailable came to %+v", r.Strategy.MaxUnavailable)
	}
	if a := r.Availability; a.Served != 25 || a.Lowest != 20 || a.Percent != 80 {
		t.Errorf("availability came to %+v", a)
	}
	if r.Nodes.Done != 25 || r.Half == nil || r.NinetyFive == nil || *r.Half >= *r.NinetyFive || *r.NinetyFive > r.Seconds {
		t.Errorf("half %v, ninety-five %v, all %v", r.Half, r.NinetyFive, r.Seconds)
	}
}

func TestPercentagesRoundUp(t *testing.T) {
	r := run(t, update(7, "10%", "0"))
	if r.Strategy.MaxUnavailable.Nodes != 1 {
		t.Errorf("10%% of 7 came to %d, want 1", r.Strategy.MaxUnavailable.Nodes)
	}
}

func TestSurgeCostsRoomAndNoAvailability(t *testing.T) {
	r := run(t, update(20, "0", "25%"))
	if r.Availability.Lowest != 20 {
		t.Errorf("%d of 20 nodes available at the lowest, want all", r.Availability.Lowest)
	}
	if got, want := r.Extra.OnNode, (plan.Amounts{CPU: "100m", Memory: "64Mi", EphemeralStorage: "0"}); got != want {
		t.Errorf("one node gives %+v on top, want %+v", got, want)
	}
	// Five old pods still stop while the next five new ones start.
	if r.Extra.Total.CPU != "1" || r.Extra.PodsAtMost != 30 {
		t.Errorf("all nodes give %s of CPU on top for %d pods, want 1 for 30", r.Extra.Total.CPU, r.Extra.PodsAtMost)
	}
}

func TestAnUpdateWithoutSurgeTakesNoRoom(t *testing.T) {
	r := run(t, update(5, "1", "0"))
	if got := r.Extra.Total.String(); got != "nothing" {
		t.Errorf("takes %s on top", got)
	}
	if r.Extra.PodsAtMost != 5 {
		t.Errorf("%d pods at most, want 5", r.Extra.PodsAtMost)
	}
}

func TestTheClientLimitDecidesForWideBudgets(t *testing.T) {
	wide := run(t, update(200, "50%", "0"))
	if !wide.Client.Decides || wide.Client.Unlimited == nil || *wide.Client.Unlimited > wide.Seconds/2 {
		t.Errorf("200 nodes, half at once: %+v", wide.Client)
	}
	narrow := run(t, update(20, "1", "0"))
	if narrow.Client.Decides {
		t.Errorf("20 nodes one by one: %+v", narrow.Client)
	}
	in := update(200, "50%", "0")
	in.QPS = -1
	if free := run(t, in); free.Client.Decides || free.Seconds >= wide.Seconds {
		t.Errorf("without a limit: %+v in %v s", free.Client, free.Seconds)
	}
}

func TestADeadNodeBlocksAnUpdateOneByOne(t *testing.T) {
	in := update(4, "1", "0")
	in.Faults = []plan.Fault{{Node: "node-1"}}
	r := run(t, in)
	if r.Outcome != plan.Stuck || r.OK || r.Blocked == nil {
		t.Fatalf("outcome %s, blocked %+v", r.Outcome, r.Blocked)
	}
	w := r.Blocked.Waiting
	if len(w) != 1 || w[0].Node != "node-1" || w[0].Code != reason.WaitingLeavingNodeNotReady {
		t.Errorf("waits for %+v", w)
	}
	if len(r.Blocked.Commands) != 1 || !r.Blocked.Helps {
		t.Errorf("change %+v", r.Blocked)
	}
}

func TestANodeThatIsNotReadyHadItsPodBefore(t *testing.T) {
	in := update(3, "1", "0")
	sick := pools.Same(1)[0]
	sick.Name = "sick"
	sick.Labels = nil
	sick.Status.Conditions = []api.NodeCondition{{Type: api.NodeReady, Status: api.ConditionUnknown}}
	sick.Spec.Taints = []api.Taint{{Key: api.TaintNodeUnreachable, Effect: api.TaintEffectNoExecute}}
	in.Cluster = append(in.Cluster, sick)
	r := run(t, in)
	if r.Nodes.Total != 4 || r.Nodes.Eligible != 3 {
		t.Errorf("%d of %d nodes should run it", r.Nodes.Eligible, r.Nodes.Total)
	}
	if r.Outcome != plan.Stuck {
		t.Errorf("outcome %s: the old pod on the dead node should hold the budget", r.Outcome)
	}
}

func TestAFaultLaterThanTheEndIsNoted(t *testing.T) {
	in := update(2, "1", "0")
	in.Faults = []plan.Fault{{Node: "node-2", At: 3600 * state.Second}}
	r := run(t, in)
	if r.Outcome != plan.RolledOut || len(r.Notes) != 1 {
		t.Errorf("outcome %s, notes %q", r.Outcome, r.Notes)
	}
	in.Faults = []plan.Fault{{Node: "nowhere"}}
	if _, err := plan.Run(in); err == nil {
		t.Error("a node that does not exist broke")
	}
}

func TestAPodFaultMakesAPodFailAndComeBack(t *testing.T) {
	in := update(3, "1", "0")
	in.Faults = []plan.Fault{{Node: "node-3", Pod: true, Phase: state.Failed, At: state.Second}}
	r := run(t, in)
	if r.Outcome != plan.RolledOut || len(r.Notes) != 0 {
		t.Errorf("outcome %s, notes %q", r.Outcome, r.Notes)
	}
}

func TestAPodThatIsNeverReadyBlocks(t *testing.T) {
	in := update(3, "1", "0")
	b := state.DefaultBehaviour()
	b.NeverReady = true
	in.New.Spec.Template.Spec.Containers[0].ReadinessProbe = &api.Probe{}
	in.New.Spec.Template.Spec.Containers[0].ReadinessProbe.Exec = &api.ExecAction{Command: []string{"true"}}
	in.Images = []state.ImageRule{{Image: "agent:v2", Behaviour: b}}
	r := run(t, in)
	if r.Outcome != plan.Stuck || r.NeverReady != 1 || r.Nodes.Done != 0 {
		t.Errorf("outcome %s, %d never ready, %d done", r.Outcome, r.NeverReady, r.Nodes.Done)
	}
}

func TestOnDeleteWaitsForSomebody(t *testing.T) {
	in := update(3, "1", "0")
	in.New.Spec.UpdateStrategy = api.DaemonSetUpdateStrategy{Type: api.OnDeleteDaemonSetStrategyType}
	r := run(t, in)
	if r.Outcome != plan.Stuck || r.Blocked == nil || len(r.Blocked.Waiting) != 3 || r.Blocked.Waiting[0].Code != reason.WaitingOnDelete {
		t.Errorf("outcome %s, blocked %+v", r.Outcome, r.Blocked)
	}
}

func TestAChangeWithoutANewTemplateReplacesNothing(t *testing.T) {
	in := update(3, "1", "0")
	in.New = agent("agent:v1", "2", "0")
	r := run(t, in)
	if r.Change != "none" || r.Outcome != plan.RolledOut || r.Client.Creates+r.Client.Deletes > 0 {
		t.Errorf("change %s, outcome %s, %+v", r.Change, r.Outcome, r.Client.Calls)
	}
}

func TestAChangeOfNothingIsDoneAtOnce(t *testing.T) {
	in := update(3, "1", "0")
	in.New = in.Old
	if r := run(t, in); r.Outcome != plan.RolledOut || r.Seconds != 0 {
		t.Errorf("%s after %v seconds", r.Outcome, r.Seconds)
	}
}

func TestOldPodsAreOlderThanARaisedMinReadySeconds(t *testing.T) {
	in := update(4, "1", "0")
	in.New.Spec.MinReadySeconds = 30
	r := run(t, in)
	if len(r.Waves) != 4 || r.Availability.Served != 4 || r.Availability.Lowest != 3 || r.Seconds < 120 {
		t.Errorf("%d waves in %v seconds, %+v", len(r.Waves), r.Seconds, r.Availability)
	}
}

func TestAGeneratedNameCanBePlanned(t *testing.T) {
	in := update(2, "1", "0")
	in.New.Name, in.New.GenerateName = "", "agent-"
	if _, err := plan.Run(in); err == nil {
		t.Error("it updates an old DaemonSet")
	}
	in.Old = nil
	if r := run(t, in); r.Outcome != plan.RolledOut || r.DaemonSet != "default/agent-xxxxx" {
		t.Errorf("%s: %s", r.DaemonSet, r.Outcome)
	}
}

func TestOtherWorkloadsTakeRoom(t *testing.T) {
	in := update(2, "1", "0")
	in.Old = nil
	hog := &api.Pod{}
	hog.Name = "hog"
	hog.Spec.NodeName = "node-1"
	hog.Spec.Containers = []api.Container{{Name: "hog", Image: "hog", Resources: api.ResourceRequirements{
		Requests: api.ResourceList{api.ResourceCPU: api.MustParseQuantity("3950m")},
	}}}
	in.Cluster = append(in.Cluster, hog)
	r := run(t, in)
	if r.Outcome != plan.Stuck || r.Nodes.Done != 1 {
		t.Errorf("outcome %s, %d done", r.Outcome, r.Nodes.Done)
	}
	ended := *hog
	ended.Status.Phase = api.PodSucceeded
	in.Cluster[2] = &ended
	if r := run(t, in); r.Outcome != plan.RolledOut {
		t.Errorf("a pod that has ended takes room: %s", r.Outcome)
	}
}

func TestNodeOrdersAreJudgedByTheWorst(t *testing.T) {
	in := update(10, "30%", "0")
	in.Orders = 4
	in.Gates.MaxDuration = state.Second
	r := run(t, in)
	if r.Orders == nil || r.Orders.Planned != 4 || r.Orders.RolledOut != 4 || r.Orders.MinSeconds > r.Orders.MaxSeconds {
		t.Errorf("orders %+v", r.Orders)
	}
	if r.OK || len(r.Gates) != 1 || r.Gates[0].OK {
		t.Errorf("gates %+v", r.Gates)
	}
}

func TestGates(t *testing.T) {
	for _, c := range []struct {
		duration  state.Time
		available string
		ok        bool
	}{
		{0, "", true},
		{60 * state.Second, "", true},
		{5 * state.Second, "", false},
		{0, "90%", true},
		{0, "90.1%", false},
		{0, "9", true},
		{0, "10", false},
		{0, "1000", false},
		{0, "0%", true},
	} {
		in := update(10, "1", "0")
		in.Gates.MaxDuration = c.duration
		if c.available != "" {
			threshold, err := plan.ParseThreshold(c.available)
			if err != nil {
				t.Fatal(err)
			}
			in.Gates.MinAvailable = threshold
		}
		if r := run(t, in); r.OK != c.ok {
			t.Errorf("max-duration %v, min-available %q: got %v: %+v", c.duration, c.available, r.OK, r.Gates)
		}
	}
	for _, bad := range []string{"", "%", "-1", "101%", "-5%", "NaN%", "half", "1.5"} {
		if _, err := plan.ParseThreshold(bad); err == nil {
			t.Errorf("%q is taken for a threshold", bad)
		}
	}
}

func TestSpans(t *testing.T) {
	for _, c := range []struct {
		at   state.Time
		want string
	}{
		{0, "0s"},
		{2200 * state.Second / 1000, "2.2s"},
		{55 * state.Second, "55s"},
		{60 * state.Second, "1m"},
		{221 * state.Second, "3m41s"},
		{2 * 3600 * state.Second, "2h"},
		{3600*state.Second + 5*state.Second, "1h0m5s"},
	} {
		if got := plan.Span(c.at); got != c.want {
			t.Errorf("%v is written %q, want %q", c.at, got, c.want)
		}
	}
}

func TestEqualInputGivesEqualPlans(t *testing.T) {
	in := update(50, "10%", "0")
	in.Seed = 7
	first := run(t, in).Text(reason.English)
	if second := run(t, in).Text(reason.English); first != second {
		t.Errorf("first:\n%s\nsecond:\n%s", first, second)
	}
}

func BenchmarkPlan(b *testing.B) {
	for _, c := range []struct{ unavailable, surge string }{{"1", "0"}, {"10%", "0"}, {"0", "25%"}} {
		b.Run(fmt.Sprintf("5000/%s+%s", c.unavailable, c.surge), func(b *testing.B) {
			for b.Loop() {
				if _, err := plan.Run(update(5000, c.unavailable, c.surge)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// However long the new minReadySeconds is, the old pods have been ready for longer:
// those of a cluster run for months.
func TestOldPodsHaveBeenReadyForAsLongAsIsAsked(t *testing.T) {
	in := update(5, "1", "0")
	in.New.Spec.MinReadySeconds = 1 << 30 // 34 years
	if r := run(t, in); r.Outcome != plan.TimeLimit || r.Availability.Lowest != 4 {
		t.Errorf("%s, at least %d of 5 available; want one node at a time until time is up", r.Outcome, r.Availability.Lowest)
	}
}

package plan_test

import (
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/plan/pools"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// midway is a cluster of 10 nodes so far into an update from v1 to v2.
func midway(t *testing.T, at state.Time) *core.Cluster {
	t.Helper()
	c := core.New(core.Options{})
	for _, n := range pools.Same(10) {
		if err := c.Create(n); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Create(agent("agent:v1", "1", "0")); err != nil {
		t.Fatal(err)
	}
	if err := c.Advance(time10, nil); err != nil {
		t.Fatal(err)
	}
	if err := c.Update(agent("agent:v2", "1", "0")); err != nil {
		t.Fatal(err)
	}
	if err := c.Advance(at, nil); err != nil {
		t.Fatal(err)
	}
	return c
}

const time10 = 10 * state.Second

// live are the objects of a cluster, owners first.
func live(c *core.Cluster) []any {
	var all []any
	for _, n := range c.Nodes() {
		all = append(all, n)
	}
	for _, d := range c.DaemonSets("") {
		all = append(all, d)
	}
	for _, r := range c.Revisions("") {
		all = append(all, r)
	}
	for _, p := range c.Pods("") {
		all = append(all, p)
	}
	return all
}

// from is an input that begins with a cluster as it is.
func from(c *core.Cluster, d *api.DaemonSet) plan.Input {
	in := plan.Input{New: d, Cluster: live(c), Live: true}
	if sets := c.DaemonSets(""); len(sets) > 0 {
		in.Old = sets[0]
	}
	return in
}

func TestARolloutUnderWayIsPlannedToItsEnd(t *testing.T) {
	c := midway(t, 7*state.Second)
	up := c.Sets()[0].Status.UpdatedNumberScheduled
	r := run(t, from(c, agent("agent:v2", "1", "0")))
	if up < 3 || up > 5 || r.Change != "update" || r.Outcome != plan.RolledOut || r.Nodes.Done != 10 {
		t.Errorf("%d of 10 up-to-date, then %s: %s, %d done", up, r.Change, r.Outcome, r.Nodes.Done)
	}
	if n := r.Client.Deletes; n != 10-int(up) {
		t.Errorf("%d pods are deleted, want %d", n, 10-up)
	}
	whole := run(t, update(10, "1", "0"))
	if r.Seconds < whole.Seconds*0.4 || r.Seconds > whole.Seconds*0.8 {
		t.Errorf("the rest takes %g s, all of it %g s", r.Seconds, whole.Seconds)
	}
	if text := r.Text(reason.English); !strings.Contains(text, "in the middle of a rollout: ") {
		t.Errorf("it is not told that a rollout is under way:\n%s", text)
	}
}

func TestAChangeInTheMiddleOfARolloutReplacesOldAndNewPods(t *testing.T) {
	r := run(t, from(midway(t, 7*state.Second), agent("agent:v3", "1", "0")))
	if r.Client.Deletes != 10 || r.Nodes.Done != 10 || r.Change != "update" {
		t.Errorf("%s: %d deleted, %d done", r.Change, r.Client.Deletes, r.Nodes.Done)
	}
}

func TestNothingToDoInALiveClusterIsNoChange(t *testing.T) {
	r := run(t, from(midway(t, 100*state.Second), agent("agent:v2", "1", "0")))
	if r.Change != "none" || r.Client.Deletes != 0 || r.Before == nil || !r.Before.RolledOut {
		t.Errorf("%s, %d deleted, before %+v", r.Change, r.Client.Deletes, r.Before)
	}
}

func TestAPodThatIsNotReadyInALiveClusterIsReplacedFirst(t *testing.T) {
	c := midway(t, 100*state.Second)
	in := from(c, agent("agent:v3", "1", "0"))
	ill := 0
	for _, o := range in.Cluster {
		p, ok := o.(*api.Pod)
		if !ok {
			continue
		}
		if ill++; ill > 1 {
			break
		}
		for i := range p.Status.Conditions {
			if p.Status.Conditions[i].Type == api.PodReady {
				p.Status.Conditions[i].Status = api.ConditionFalse
			}
		}
	}
	r := run(t, in)
	if r.Availability.Served != 9 || r.Availability.Lowest != 8 || r.Outcome != plan.RolledOut {
		t.Errorf("%s, %d of %d available at the lowest", r.Outcome, r.Availability.Lowest, r.Availability.Served)
	}
	if len(r.Notes) == 0 || !strings.Contains(r.Notes[0], "1 daemon pod not ready to begin with") {
		t.Errorf("notes %q", r.Notes)
	}
}

func TestANodeThatIsLostInALiveClusterIsLostInThePlan(t *testing.T) {
	c := midway(t, 100*state.Second)
	if err := c.BreakNode("node-01", core.Unreachable); err != nil {
		t.Fatal(err)
	}
	if err := c.Advance(100*state.Second, nil); err != nil {
		t.Fatal(err)
	}
	r := run(t, from(c, agent("agent:v3", "1", "0")))
	if r.Nodes.Total != 10 || !strings.Contains(strings.Join(r.Notes, "\n"), "1 node not ready to begin with: node-01") {
		t.Errorf("%d nodes, notes %q", r.Nodes.Total, r.Notes)
	}
}

func TestAFirstRollOutIsPlannedInALiveCluster(t *testing.T) {
	c := midway(t, 3*state.Second)
	other := agent("other:v1", "1", "0")
	other.Name = "other"
	r := run(t, plan.Input{New: other, Cluster: live(c), Live: true})
	if r.Change != "create" || r.Nodes.Done != 10 || r.Before != nil {
		t.Errorf("%s: %d done, before %+v", r.Change, r.Nodes.Done, r.Before)
	}
}

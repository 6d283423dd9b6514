package plan_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/plan/pools"
	"github.com/rollscope/rollscope/core/state"
)

// several are changes of DaemonSets in one cluster: some are there already, some not,
// one does not end.
func several(n int) []plan.Input {
	named := func(i int, image string) *api.DaemonSet {
		d := agent(image, fmt.Sprint(1+i%3), "0")
		d.Name = fmt.Sprintf("agent-%d", i)
		labels := map[string]string{"app": d.Name}
		d.Spec.Selector = &api.LabelSelector{MatchLabels: labels}
		d.Spec.Template.Labels = labels
		d.Spec.MinReadySeconds = int32(i % 2 * 10)
		return d
	}
	var news, olds []*api.DaemonSet
	for i := range n {
		d := named(i, fmt.Sprintf("agent:v%d", 2+i))
		news, olds = append(news, d), append(olds, nil)
		if i%3 > 0 {
			olds[i] = named(i, "agent:v1")
		}
	}
	var ins []plan.Input
	for i := range n {
		in := plan.Input{New: news[i], Old: olds[i], Cluster: objects(pools.Same(12)), Orders: 2}
		in.Images = []state.ImageRule{{Image: "agent:v5", Behaviour: state.Behaviour{NeverReady: true, CrashAfter: state.Never}}}
		for j := range n {
			switch {
			case j == i:
			case olds[j] != nil:
				in.Cluster = append(in.Cluster, olds[j])
			default:
				in.Cluster = append(in.Cluster, news[j])
			}
		}
		ins = append(ins, in)
	}
	return ins
}

func TestPlansMadeTogetherAreThoseMadeAlone(t *testing.T) {
	ins := several(7)
	together, err := plan.RunAll(ins)
	if err != nil {
		t.Fatal(err)
	}
	for i, in := range ins {
		alone := run(t, in)
		// Timers of the roll-out before the change may still run in one and not in the
		// other. Where the last pod becomes available a moment after the controller looked,
		// it looks again minReadySeconds later; a few tenths of a second decide about that.
		late := float64(in.New.Spec.MinReadySeconds)
		if d := math.Abs(alone.Seconds - together[i].Seconds); d > alone.Seconds*0.15+late {
			t.Errorf("%s takes %g s alone, %g s together", alone.DaemonSet, alone.Seconds, together[i].Seconds)
		}
		a, b := brief(alone), brief(together[i])
		if d := cmp.Diff(a, b); d != "" {
			t.Errorf("%s (-alone +together):\n%s", alone.DaemonSet, d)
		}
	}
}

// brief is a plan without names of pods and times.
func brief(r *plan.Result) string {
	blocked := ""
	if r.Blocked != nil {
		blocked = fmt.Sprintf(", blocked by %d, %q", len(r.Blocked.Waiting), r.Blocked.Commands)
	}
	return fmt.Sprintf("%s %s %s, %d waves, %d of %d, %+v, orders %d of %d%s",
		r.DaemonSet, r.Change, r.Outcome, len(r.Waves), r.Availability.Lowest, r.Availability.Served,
		r.Extra.Total, r.Orders.RolledOut, r.Orders.Planned, blocked)
}

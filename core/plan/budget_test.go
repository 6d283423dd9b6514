package plan

import (
	"errors"
	"testing"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/plan/pools"
)

// TestABudgetEndsAPlan plans with enough, and with one event less than that.
func TestABudgetEndsAPlan(t *testing.T) {
	ds := &api.DaemonSet{
		ObjectMeta: api.ObjectMeta{Name: "agent", Namespace: "default"},
		Spec: api.DaemonSetSpec{
			Selector: &api.LabelSelector{MatchLabels: map[string]string{"app": "agent"}},
			Template: api.PodTemplateSpec{
				ObjectMeta: api.ObjectMeta{Labels: map[string]string{"app": "agent"}},
				Spec:       api.PodSpec{Containers: []api.Container{{Name: "agent", Image: "agent:v1"}}},
			},
		},
	}
	in := Input{New: ds, Budget: new(int)}
	for _, n := range pools.Same(10) {
		in.Cluster = append(in.Cluster, n)
	}
	const plenty = 1_000_000
	*in.Budget = plenty
	r, err := Run(in)
	if err != nil || r.Outcome != RolledOut {
		t.Fatalf("%v, %v", r, err)
	}
	used := plenty - *in.Budget
	if used < 10*3 {
		t.Fatalf("a rollout of 10 nodes takes %d events", used)
	}
	*in.Budget = used / 2
	if _, err := Run(in); !errors.Is(err, core.ErrBudget) {
		t.Errorf("half of what is needed: %v", err)
	}
	if *in.Budget >= 0 {
		t.Errorf("%d are left", *in.Budget)
	}
}

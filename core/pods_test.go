package core

import (
	"errors"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

func TestPodAffinityToItsOwnKindIsOnlyForTheFirst(t *testing.T) {
	c := clusterOf(t, 2, Options{})
	d := agent("agent:v1", "1", "0")
	d.Spec.Template.Spec.Affinity = &api.Affinity{PodAffinity: &api.PodAffinity{
		RequiredDuringSchedulingIgnoredDuringExecution: []api.PodAffinityTerm{{
			TopologyKey: api.LabelHostname, LabelSelector: d.Spec.Selector,
		}},
	}}
	for _, n := range c.Nodes() {
		o := n.DeepCopy()
		o.Labels = map[string]string{api.LabelHostname: n.Name}
		if err := c.Update(o); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Create(d); err != nil {
		t.Fatal(err)
	}
	if err := c.Until(func() bool { return c.RolledOut(0) }, 60*state.Second); !errors.Is(err, ErrIdle) && !errors.Is(err, ErrTime) {
		t.Fatalf("the rollout ended with %v, want it to wait for good", err)
	}
	second := c.PodsOn("node-000001")[0]
	if !strings.Contains(second.Unschedulable, "didn't match pod affinity rules") {
		t.Errorf("the second pod says %q, want a pod affinity that is not satisfied", second.Unschedulable)
	}
}

func TestGatedPodsSayThatTheyAreGated(t *testing.T) {
	c := clusterOf(t, 1, Options{})
	d := agent("agent:v1", "1", "0")
	d.Spec.Template.Spec.SchedulingGates = []api.PodSchedulingGate{{Name: "example.test/hold"}}
	if err := c.Create(d); err != nil {
		t.Fatal(err)
	}
	if err := c.Advance(10*state.Second, nil); err != nil {
		t.Fatal(err)
	}
	conditions := c.Pods("")[0].Status.Conditions
	if len(conditions) != 1 || conditions[0].Reason != api.PodReasonSchedulingGated {
		t.Errorf("conditions are %+v, want PodScheduled false because of gates", conditions)
	}
}

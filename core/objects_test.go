package core

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/api"
)

func TestPriorityClassesAndBudgetsAreValidatedAndKeepTheirAge(t *testing.T) {
	c := New(Options{Record: true})
	class := &api.PriorityClass{Value: 2_000_000_001}
	class.Name = "too-high"
	if err := c.Create(class); err == nil || !strings.Contains(err.Error(), "maximum allowed value") {
		t.Errorf("a priority above the user's range is taken: %v", err)
	}
	class = &api.PriorityClass{Value: 10}
	class.Name = "ours"
	if err := c.Create(class); err != nil {
		t.Fatal(err)
	}
	if got := c.PriorityClasses()[0]; got.PreemptionPolicy == nil || *got.PreemptionPolicy != api.PreemptLowerPriority {
		t.Errorf("preemptionPolicy is not defaulted: %v", got.PreemptionPolicy)
	}
	both := api.FromInt32(1)
	budget := &api.PodDisruptionBudget{}
	budget.Name = "web"
	budget.Spec.MinAvailable, budget.Spec.MaxUnavailable = &both, &both
	if err := c.Create(budget); err == nil {
		t.Error("a budget with minAvailable and maxUnavailable is taken")
	}
	budget.Spec.MaxUnavailable = nil
	if err := c.Create(budget); err != nil {
		t.Fatal(err)
	}
	born := c.PodDisruptionBudgets("")[0].CreationTimestamp
	if err := c.Advance(60_000_000_000, nil); err != nil {
		t.Fatal(err)
	}
	if err := c.Update(budget); err != nil {
		t.Fatal(err)
	}
	if got := c.PodDisruptionBudgets("")[0].CreationTimestamp; !got.Equal(&born) {
		t.Errorf("an update makes the budget younger: %v, was %v", got, born)
	}
}

func TestAPodComesInAsItsStatusTells(t *testing.T) {
	c := New(Options{})
	pod := func(name string, phase api.PodPhase, ready api.ConditionStatus, since time.Duration) {
		o := &api.Pod{}
		o.Name, o.Spec.NodeName = name, "node-1"
		o.Spec.Containers = []api.Container{{Name: "app", Image: "x"}}
		o.Status.Phase = phase
		o.Status.Conditions = []api.PodCondition{{Type: api.PodReady, Status: ready, LastTransitionTime: c.Clock(since)}}
		if err := c.Create(o); err != nil {
			t.Fatal(err)
		}
	}
	node := &api.Node{}
	node.Name = "node-1"
	if err := c.Create(node); err != nil {
		t.Fatal(err)
	}
	pod("old", api.PodRunning, api.ConditionTrue, -time.Hour)
	pod("later", api.PodRunning, api.ConditionTrue, time.Hour)
	pod("ill", api.PodRunning, api.ConditionFalse, -time.Hour)
	pod("coming", api.PodPending, api.ConditionFalse, 0)
	if err := c.Advance(10*time.Second, nil); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"old": "true -1h0m0s", "later": "true 0s", "ill": "false -1h0m0s", "coming": "true 1s"}
	for _, p := range c.PodRecords() {
		if got := fmt.Sprintf("%v %v", p.Ready, p.ReadySince); got != want[p.Name] {
			t.Errorf("%s: %s, want %s", p.Name, got, want[p.Name])
		}
	}
}

package core

import (
	"strings"
	"testing"

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

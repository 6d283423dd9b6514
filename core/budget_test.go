package core

import (
	"errors"
	"testing"

	"github.com/rollscope/rollscope/core/state"
)

func TestTimeStandsStillWhenTheBudgetIsSpentByAClusterAndItsForks(t *testing.T) {
	budget := 1_000_000
	c := rolledOut(t, 5, Options{Record: true, QPS: -1, Budget: &budget})
	must(t, c.Update(agent("agent:v2", "1", "0")))
	if used := 1_000_000 - budget; used != c.Emitted() {
		t.Fatalf("%d events took %d from the budget", c.Emitted(), used)
	}
	budget = 3
	f := c.Fork()
	f.Step()
	f.Step()
	if err := c.Advance(state.Second*60, nil); !errors.Is(err, ErrBudget) {
		t.Errorf("Advance: %v", err)
	}
	if err := f.Until(func() bool { return false }, state.Second*60); !errors.Is(err, ErrBudget) {
		t.Errorf("Until: %v", err)
	}
	if f.Step() {
		t.Error("Step goes on")
	}
}

package plan

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/state"
)

// Gates are limits that a rollout has to keep to; the zero value has none.
type Gates struct {
	// MaxDuration is how long it may take; 0 is no limit.
	MaxDuration state.Time
	// MinAvailable is how many of the nodes that had an available pod before must
	// have one all the time. It asks nothing of a first roll-out.
	MinAvailable Threshold
}

// Threshold is a number of nodes or a percentage of them; the zero value asks nothing.
type Threshold struct {
	text    string
	nodes   int
	percent float64 // 0 where nodes counts
}

// ParseThreshold reads 95%, 99.5% or 40.
func ParseThreshold(text string) (Threshold, error) {
	t := Threshold{text: text}
	if number, ok := strings.CutSuffix(text, "%"); ok {
		percent, err := strconv.ParseFloat(number, 64)
		if err != nil || !(percent >= 0 && percent <= 100) {
			return t, fmt.Errorf("%q is no percentage from 0%% to 100%%", text)
		}
		t.percent = percent
		return t, nil
	}
	nodes, err := strconv.Atoi(text)
	if err != nil || nodes < 0 {
		return t, fmt.Errorf("%q is neither a number of nodes nor a percentage such as 95%%", text)
	}
	t.nodes = nodes
	return t, nil
}

// String is the threshold as it was written.
func (t Threshold) String() string { return t.text }

// holds says whether so many of so many nodes are enough.
func (t Threshold) holds(available, of int) bool {
	if t.percent > 0 {
		return float64(available)*100 >= t.percent*float64(of)
	}
	return available >= min(t.nodes, of)
}

// Gate is one limit and whether the rollout keeps to it.
type Gate struct {
	Gate   string `json:"gate"`   // max-duration or min-available
	Limit  string `json:"limit"`  // as it was given
	Actual string `json:"actual"` // what the plan comes to, in the worst node order
	OK     bool   `json:"ok"`
}

// order takes a plan with another node order into account.
func (r *Result) order(other *Result, seed uint64, orders int) {
	if r.Orders == nil {
		r.Orders = &Orders{Planned: orders, MinSeconds: r.Seconds, MaxSeconds: r.Seconds, Lowest: r.Availability.Lowest, WorstSeed: seed}
	}
	all := r.Orders
	all.MinSeconds = min(all.MinSeconds, other.Seconds)
	if other.Outcome == RolledOut {
		all.RolledOut++
	}
	if other.worse(all) {
		all.WorstSeed = seed
	}
	all.MaxSeconds = max(all.MaxSeconds, other.Seconds)
	all.Lowest = min(all.Lowest, other.Availability.Lowest)
}

// worse says that a plan is worse than all before it.
func (r *Result) worse(all *Orders) bool {
	return r.Outcome != RolledOut || r.Availability.Lowest < all.Lowest ||
		r.Availability.Lowest == all.Lowest && r.Seconds > all.MaxSeconds
}

// judge compares a plan with its gates.
func (r *Result) judge(g Gates) {
	all := r.Orders
	ends := all.RolledOut == all.Planned
	r.OK = ends
	if g.MaxDuration > 0 {
		limit := seconds(g.MaxDuration)
		gate := Gate{Gate: "max-duration", Limit: Span(g.MaxDuration), Actual: spanOf(all.MaxSeconds), OK: ends && all.MaxSeconds <= limit}
		if !ends {
			gate.Actual = "does not end"
		}
		r.Gates = append(r.Gates, gate)
	}
	if t := g.MinAvailable; t.text != "" {
		of := r.Availability.Served
		gate := Gate{
			Gate: "min-available", Limit: t.text, OK: t.holds(all.Lowest, of),
			Actual: fmt.Sprintf("%d of %d nodes (%s%%)", all.Lowest, of, number(percent(all.Lowest, of))),
		}
		if of == 0 {
			gate.Actual = "no node had an available pod before"
		}
		r.Gates = append(r.Gates, gate)
	}
	for _, gate := range r.Gates {
		r.OK = r.OK && gate.OK
	}
	if all.Planned == 1 {
		r.Orders = nil
	}
}

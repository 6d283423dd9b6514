package ask

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/why"
)

// Error is a question that cannot be answered as it stands.
type Error struct {
	// Field is the field of Terms that it is about, or name or nodes; "" for none.
	Field string
	// Value is what the field says, where it is one of several; "" otherwise.
	Value   string
	Message string
	Hint    string // what to do about it; "" for nothing to add
}

func (e *Error) Error() string { return e.Message }

// Terms are what a plan is asked with besides files, as people write it. The zero
// value is a plan without assumptions and gates.
type Terms struct {
	Images       []string      // how images behave, as after the command image of a scenario
	Breaks       []string      // what breaks, and when; see plan.ParseFault
	MaxDuration  time.Duration // gate; 0 is none
	MinAvailable string        // gate; "" is none
	Seed         uint64
	Orders       int    // how many node orders; 0 is 1
	QPS          string // of the controller manager's client, a number or unlimited; "" is 20
}

// Input reads the terms. An error is an *Error whose Field is images, breaks,
// minAvailable, maxDuration, orders or qps.
func (t *Terms) Input() (plan.Input, error) {
	in := plan.Input{Seed: t.Seed, Orders: t.Orders}
	switch {
	case t.Orders < 0 || t.Orders > plan.MaxOrders:
		return in, &Error{Field: "orders", Message: fmt.Sprintf("is a number from 1 to %d", plan.MaxOrders)}
	case t.MaxDuration < 0:
		return in, &Error{Field: "maxDuration", Message: "is no time in the past"}
	}
	in.Gates.MaxDuration = t.MaxDuration
	if err := t.client(&in); err != nil {
		return in, err
	}
	if t.MinAvailable != "" {
		gate, err := plan.ParseThreshold(t.MinAvailable)
		if err != nil {
			return in, &Error{Field: "minAvailable", Message: err.Error()}
		}
		in.Gates.MinAvailable = gate
	}
	for _, text := range t.Images {
		words, err := kubectl.Split(text)
		if err == nil {
			rule, parsed := scenario.ParseImage(words)
			in.Images, err = append(in.Images, rule), parsed
		}
		if err != nil {
			return in, &Error{Field: "images", Value: text, Message: err.Error(), Hint: "example.com/agent:v2 pull=10s ready-after=20s"}
		}
	}
	for _, text := range t.Breaks {
		f, err := plan.ParseFault(text)
		if err != nil {
			return in, &Error{Field: "breaks", Value: text, Message: err.Error(), Hint: "node/NAME@40s"}
		}
		in.Faults = append(in.Faults, f)
	}
	return in, nil
}

// client reads QPS.
func (t *Terms) client(in *plan.Input) error {
	switch t.QPS {
	case "":
		return nil
	case "unlimited":
		in.QPS = -1
		return nil
	}
	qps, err := strconv.ParseFloat(t.QPS, 64)
	if err != nil || math.IsNaN(qps) || qps < 0.001 || qps > 1e6 {
		return &Error{Field: "qps", Message: fmt.Sprintf("is a number of requests a second, or unlimited, not %q", t.QPS)}
	}
	in.QPS = qps
	return nil
}

// Plan plans the change of every DaemonSet that name means; see Chosen. When all are
// planned it calls done, where there is one.
func (c *Change) Plan(in plan.Input, name string, done func()) (*plan.Report, error) {
	news, err := c.Chosen(name)
	if err != nil {
		return nil, err
	}
	ins := make([]plan.Input, len(news))
	for i, ds := range news {
		ins[i] = c.Input(in, ds)
	}
	results, err := plan.RunAll(ins)
	if done != nil {
		done()
	}
	if err != nil {
		return nil, err
	}
	report := &plan.Report{Version: plan.Version, Plans: results, OK: true}
	for _, r := range results {
		report.OK = report.OK && r.OK
	}
	return report, nil
}

// first are the names of the first few nodes.
func first(answers []why.Node) string {
	const most = 5
	var names []string
	for i := range answers[:min(len(answers), most)] {
		names = append(names, answers[i].Node)
	}
	if len(answers) > most {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// Why explains the DaemonSet that name means on the nodes that were named, on all
// where none is.
func (c *Change) Why(name string, nodes []string) ([]why.Node, error) {
	chosen, err := c.Chosen(name)
	if err != nil {
		return nil, err
	}
	if len(chosen) > 1 {
		return nil, &Error{Field: "name", Message: fmt.Sprintf("there are %d DaemonSets in the files", len(chosen)), Hint: Key(chosen[0])}
	}
	if len(chosen) == 0 {
		return nil, errors.New("there is no DaemonSet in the files")
	}
	answers, err := plan.Explain(c.Input(plan.Input{}, chosen[0]))
	if err != nil || len(nodes) == 0 {
		return answers, err
	}
	var out []why.Node
	for _, name := range nodes {
		name = strings.TrimPrefix(name, "node/")
		if slices.ContainsFunc(out, func(a why.Node) bool { return a.Node == name }) {
			continue // named twice
		}
		i := slices.IndexFunc(answers, func(a why.Node) bool { return a.Node == name })
		if i < 0 {
			return nil, &Error{Field: "nodes", Message: fmt.Sprintf("there is no node %q", name), Hint: "there are: " + first(answers)}
		}
		out = append(out, answers[i])
	}
	return out, nil
}

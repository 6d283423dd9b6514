package manifests

import (
	"context"
	"encoding/json"
	"slices"
	"sort"

	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/policies/rules"
)

// checker evaluates the rules of the host, and adds what rules of the reader's own have
// found already.
type checker struct {
	*rules.Remote
	own   []*rules.Rule
	known map[string]*rules.Rule
	hits  [][]any
	asked int // how many inputs have been checked
}

// Rules are the rules, by ID.
func (c *checker) Rules() []*rules.Rule {
	all := append(c.Remote.Rules(), c.own...)
	slices.SortFunc(all, rules.ByID)
	return all
}

// Check runs the rules on one input.
func (c *checker) Check(ctx context.Context, in rules.Input) ([]rules.Finding, error) {
	at := c.asked
	c.asked++
	found, err := c.Remote.Check(ctx, in)
	if err != nil || at >= len(c.hits) {
		return found, err
	}
	more, err := rules.Findings(c.known, in.Document, c.hits[at])
	found = append(found, more...)
	sort.SliceStable(found, func(i, j int) bool { return rules.InOrder(&found[i], &found[j]) < 0 })
	return found, err
}

// recorder keeps what rules would see, and finds nothing.
type recorder struct {
	rules  []*rules.Rule
	inputs []json.RawMessage
}

// Rules are the rules, by ID.
func (r *recorder) Rules() []*rules.Rule { return r.rules }

// Check keeps the input.
func (r *recorder) Check(_ context.Context, in rules.Input) ([]rules.Finding, error) {
	input, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	if in.Document != nil {
		set := in.Document.Set.DeepCopy()
		defaults.DaemonSet(set)
		object, err := json.Marshal(set)
		if err != nil {
			return nil, err
		}
		input = slices.Concat(input[:len(input)-1], []byte(`,"object":`), object, []byte("}"))
	}
	r.inputs = append(r.inputs, input)
	return nil, nil
}

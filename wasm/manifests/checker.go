package manifests

import (
	"context"
	"slices"

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
	slices.SortStableFunc(found, rules.InOrder)
	return found, err
}

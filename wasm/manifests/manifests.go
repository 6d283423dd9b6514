// Package manifests answers what the page asks about the manifests in its editor: what the
// rules find in them and how to correct it, the scenario that proves a finding, which
// fields a kind has, and what the cluster runs now, written as a manifest.
//
// Linting is package lint's: the page finds what rollscope lint finds, in the same order
// and with the same words. What evaluates the rules is the host's, as OPA is not linked:
// policy.wasm in a browser.
package manifests

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/plan/ask"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies/rules"
)

// Evaluate runs the rules on one input, which is JSON. The answer is what they report, an
// array in JSON.
type Evaluate func(ctx context.Context, input []byte) ([]byte, error)

// Rules are the rules of a host.
type Rules struct {
	all      []*rules.Rule
	evaluate Evaluate
}

// Read reads a catalogue of rules, rules.json. Evaluate runs them.
func Read(catalogue []byte, evaluate Evaluate) (*Rules, error) {
	all, err := rules.ReadCatalogue(catalogue)
	if err != nil {
		return nil, err
	}
	return &Rules{all, evaluate}, nil
}

// Question is what there is to lint.
type Question struct {
	Files []manifest.File
	// Nodes are files of nodes, and of what runs there, to judge by. Without them
	// Cluster is: its nodes as they are now. Without either the rules see no nodes.
	Nodes   []manifest.File
	Cluster *core.Cluster
	// Today decides which suppressions still hold.
	Today time.Time
	// Own are rules of the reader's own, with what they report.
	Own *Own
}

// Own are rules that somebody else has evaluated.
type Own struct {
	// Rules is their catalogue.
	Rules json.RawMessage `json:"rules"`
	// Hits are what they report on each of Inputs, in that order.
	Hits [][]any `json:"hits"`
}

// ReadOwn reads what Own holds from JSON.
func ReadOwn(text string) (*Own, error) {
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	var own Own
	if err := decoder.Decode(&own); err != nil {
		return nil, errors.New("the answer of the rules of one's own: " + err.Error())
	}
	return &own, nil
}

// Inputs are what rules see of the files, as JSON: one for each check, the last is about
// the run. Rules of one's own see the DaemonSet with all defaults as well, as object.
// Nothing is evaluated.
func (r *Rules) Inputs(q Question) ([]json.RawMessage, error) {
	seen := &recorder{rules: r.all}
	_, err := run(q, seen)
	return seen.inputs, err
}

// run lints.
func (r *Rules) run(q Question) (*lint.Report, error) {
	c, err := r.checker(q.Own)
	if err != nil {
		return nil, err
	}
	return run(q, c)
}

func run(q Question, c lint.Checker) (*lint.Report, error) {
	nodes, err := q.nodes()
	if err != nil {
		return nil, err
	}
	sources := make([]source.Source, len(q.Files))
	for i, f := range q.Files {
		sources[i] = source.Text(f.Name, string(f.Content))
	}
	// One worker: the hits of Own are in the order of the checks.
	o := lint.Options{Checker: c, Config: config.Default(), Today: q.Today, Workers: 1, Keep: true, Nodes: nodes}
	return lint.Run(context.Background(), sources, o)
}

// nodes are those to judge by; nil for none.
func (q *Question) nodes() (*lint.Nodes, error) {
	if len(q.Nodes) > 0 {
		there, findings := ask.Nodes(ask.Files{Nodes: q.Nodes, MaxNodes: maxNodes})
		if len(findings) > 0 {
			return nil, &Unusable{findings[0]}
		}
		if n := lint.NodesOf(there.Cluster); len(n.Nodes) > 0 {
			return n, nil
		}
		return nil, nil
	}
	if q.Cluster == nil || q.Cluster.NodeCount() == 0 {
		return nil, nil
	}
	n := &lint.Nodes{Nodes: q.Cluster.Nodes(), Classes: q.Cluster.PriorityClasses()}
	if q.others() {
		n.Pods = q.Cluster.Pods("")
	}
	return n, nil
}

// others says whether anything runs on the nodes but pods of the DaemonSets of the files,
// which do not count. Where nothing does, thousands of pods need not be written out.
func (q *Question) others() bool {
	asked := map[state.SetID]bool{}
	for _, d := range q.Cluster.Sets() {
		for _, f := range q.Files {
			if _, _, ok := find(f.Name, string(f.Content), d.Object); ok {
				asked[d.ID] = true
			}
		}
	}
	return slices.ContainsFunc(q.Cluster.PodRecords(), func(p *state.Pod) bool { return p.Set == state.None || !asked[p.Set] })
}

// maxNodes is how many nodes the files of a question may make.
const maxNodes = 5000

// Unusable is why nodes cannot be judged by.
type Unusable struct{ manifest.Finding }

func (u *Unusable) Error() string { return u.Message }

// checker makes what package lint asks.
func (r *Rules) checker(own *Own) (lint.Checker, error) {
	c := &checker{Remote: rules.NewRemote(r.all, r.evaluate)}
	if own == nil {
		return c, nil
	}
	more, err := rules.ReadCatalogue(own.Rules)
	if err != nil {
		return nil, err
	}
	c.own, c.hits, c.known = more, own.Hits, map[string]*rules.Rule{}
	for _, rule := range more {
		c.known[rule.Key()] = rule
	}
	return c, nil
}

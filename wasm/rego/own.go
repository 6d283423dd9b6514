// Command rego is OPA itself for a browser: it compiles and evaluates the rules that
// somebody writes in the page. The page loads it only then; rollscope's own rules are in
// policy.wasm. It shares nothing with the simulator but the text of inputs and findings,
// runs in a worker of its own, and is ended by ending that worker: nothing else stops a
// rule that takes too long.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing/fstest"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rollscope/rollscope/policies"
	"github.com/rollscope/rollscope/policies/rules"
)

// file is what the text of the page is called.
const file = "rules.rego"

// maxErrors is how many mistakes are told at once.
const maxErrors = 100

// request is what the page asks: to load Text, or to evaluate what was loaded on Inputs.
type request struct {
	Text   *string           `json:"text"`
	Inputs []json.RawMessage `json:"inputs"`
}

// answer is what it is told. Errors are about the text, Problem is about an evaluation.
type answer struct {
	Errors  []mistake         `json:"errors,omitempty"`
	Problem string            `json:"problem,omitempty"`
	Rules   json.RawMessage   `json:"rules,omitempty"` // the catalogue of the rules loaded
	Hits    []json.RawMessage `json:"hits,omitempty"`  // what they report on each input
}

// mistake is one in the text; Line 0 is about all of it.
type mistake struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// desk has the rules that were loaded last.
type desk struct {
	checker *policies.Checker
	own     map[string]bool // by Key
}

// handle answers one request; both are JSON.
func (d *desk) handle(text []byte) []byte {
	var r request
	var a answer
	switch err := json.Unmarshal(text, &r); {
	case err != nil:
		a.Problem = err.Error()
	case r.Text != nil:
		a = d.load(*r.Text)
	case d.checker == nil:
		a.Problem = "no rules are loaded"
	default:
		a = d.check(r.Inputs)
	}
	out, err := json.Marshal(a)
	if err != nil {
		return []byte(`{"problem":"the answer cannot be written"}`)
	}
	return out
}

func (d *desk) load(text string) answer {
	*d = desk{}
	source := policies.Source{Name: "own", FS: fstest.MapFS{file: &fstest.MapFile{Data: []byte(text)}}}
	// The page ends the worker long before.
	checker, err := policies.Load(policies.Options{Extra: []policies.Source{source}, TimeLimit: time.Hour})
	if err != nil {
		return answer{Errors: mistakes(err)}
	}
	var own []*rules.Rule
	keys := map[string]bool{}
	for _, r := range checker.Rules() {
		if strings.HasPrefix(r.File, "own/") {
			own = append(own, r)
			keys[r.Key()] = true
		}
	}
	catalogue, err := rules.Catalogue(own)
	if err != nil {
		return answer{Problem: err.Error()}
	}
	d.checker, d.own = checker, keys
	return answer{Rules: catalogue}
}

// mistakes takes an error of loading apart.
func mistakes(err error) []mistake {
	var list ast.Errors
	if !errors.As(err, &list) {
		if one, ok := errors.AsType[*ast.Error](err); ok {
			list = ast.Errors{one}
		}
	}
	out := []mistake{}
	for _, e := range list[:min(len(list), maxErrors)] {
		m := mistake{0, 0, e.Message}
		if e.Location != nil {
			m.Line, m.Column = e.Location.Row, e.Location.Col
		}
		out = append(out, m)
	}
	if len(out) == 0 {
		out = append(out, mistake{0, 0, strings.TrimPrefix(strings.TrimPrefix(err.Error(), "own/"+file+": "), "own: ")})
	}
	return out
}

func (d *desk) check(inputs []json.RawMessage) answer {
	a := answer{Hits: make([]json.RawMessage, 0, len(inputs))}
	for _, input := range inputs {
		text, err := d.checker.Evaluate(context.Background(), input)
		if err != nil {
			return answer{Problem: err.Error()}
		}
		var hits []json.RawMessage
		if err := json.Unmarshal(text, &hits); err != nil {
			return answer{Problem: err.Error()}
		}
		found, err := json.Marshal(d.only(hits))
		if err != nil {
			return answer{Problem: err.Error()}
		}
		a.Hits = append(a.Hits, found)
	}
	return a
}

// only are the hits of the rules of the reader's own.
func (d *desk) only(hits []json.RawMessage) []json.RawMessage {
	out := []json.RawMessage{}
	for _, h := range hits {
		var hit struct {
			Rule string `json:"rule"`
		}
		if json.Unmarshal(h, &hit) == nil && d.own[hit.Rule] {
			out = append(out, h)
		}
	}
	return out
}

package policies

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/policies/compiled"
	"github.com/rollscope/rollscope/policies/rules"
)

// Check runs all rules on one DaemonSet, or on a run. The findings come by place, then
// by rule. The error is about a rule that failed or took too long, or about ctx. Beside an
// error about a rule of a user's there is what the rules find that come with rollscope.
func (c *Checker) Check(ctx context.Context, in Input) ([]Finding, error) {
	if c.interpreter == nil {
		return c.limited(ctx, in, c.compiled)
	}
	found, err := c.limited(ctx, in, c.all)
	if err != nil && ctx.Err() == nil {
		found, _ = c.limited(ctx, in, c.compiled)
	}
	return found, err
}

// limited is what rules find within the time that there is.
func (c *Checker) limited(ctx context.Context, in Input, ask func(context.Context, Input) ([]rules.Hit, error)) ([]Finding, error) {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	hits, err := ask(ctx, in)
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, fmt.Errorf("one of them takes longer than %s: %w", c.limit, err)
	}
	if err != nil {
		return nil, err
	}
	return rules.FindingsOf(c.rules, in.Document, hits)
}

// all is what all rules report of an input.
func (c *Checker) all(ctx context.Context, in Input) ([]rules.Hit, error) {
	value, err := valueOf(in, c.objects)
	if err != nil {
		return nil, err
	}
	hits, err := c.interpreted(ctx, value)
	return rules.Hits(hits), err
}

// compiled is what the rules report of it that come with rollscope.
func (c *Checker) compiled(ctx context.Context, in Input) ([]rules.Hit, error) {
	var manifest *tree.Node
	if in.Document != nil {
		manifest = in.Document.Written()
	}
	seen := in.Seen()
	return compiled.Hits(ctx, &seen, manifest)
}

func (c *Checker) interpreted(ctx context.Context, input ast.Value) ([]any, error) {
	results, err := c.interpreter.Eval(ctx, rego.EvalParsedInput(input))
	if err != nil || len(results) == 0 {
		return nil, err
	}
	hits, _ := results[0].Expressions[0].Value.([]any)
	return hits, nil
}

// Evaluate is Check for hosts that carry JSON, as policy.wasm is asked: input is what
// rules see, and the answer what they report, without places and sentences.
func (c *Checker) Evaluate(ctx context.Context, input []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	hits, err := c.evaluate(ctx, input)
	if err != nil {
		return nil, err
	}
	if hits == nil {
		hits = []any{}
	}
	return json.Marshal(hits)
}

func (c *Checker) evaluate(ctx context.Context, input []byte) ([]any, error) {
	if c.interpreter == nil {
		return compiled.HitsOfJSON(ctx, input)
	}
	value, err := ast.ValueFromReader(bytes.NewReader(input))
	if err != nil {
		return nil, err
	}
	return c.interpreted(ctx, value)
}

// valueOf is the input of rules as Rego has it. With objects, it also has the DaemonSet
// with all defaults, as an API server stores it.
func valueOf(in Input, objects bool) (ast.Value, error) {
	s := in.Seen()
	out := ast.NewObject(
		ast.Item(ast.InternedTerm("config"), termOf(reflect.ValueOf(s.Config))),
		ast.Item(ast.InternedTerm("others"), termOf(reflect.ValueOf(s.Others))),
	)
	if in.Document != nil {
		manifest, err := manifestTerm(in.Document.Raw())
		if err != nil {
			return nil, err
		}
		out.Insert(ast.InternedTerm("manifest"), manifest)
		out.Insert(ast.InternedTerm("facts"), termOf(reflect.ValueOf(s.Facts)))
	}
	if in.Document != nil && objects {
		object, err := stored(in.Document)
		if err != nil {
			return nil, err
		}
		out.Insert(ast.InternedTerm("object"), object)
	}
	if s.Cluster != nil {
		out.Insert(ast.InternedTerm("cluster"), termOf(reflect.ValueOf(s.Cluster)))
	}
	if s.Run != nil {
		out.Insert(ast.InternedTerm("run"), termOf(reflect.ValueOf(s.Run)))
	}
	return out, nil
}

// stored is the DaemonSet with all defaults.
func stored(d *Document) (*ast.Term, error) {
	set := d.Set.DeepCopy()
	defaults.DaemonSet(set)
	text, err := json.Marshal(set)
	if err != nil {
		return nil, err
	}
	return manifestTerm(text)
}

package policies

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
)

// Check runs all rules on one DaemonSet, or on a run. The findings come by place, then
// by rule. The error is about a rule that failed or took too long, or about ctx.
func (c *Checker) Check(ctx context.Context, in Input) ([]Finding, error) {
	value, err := in.value()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	results, err := c.query.Eval(ctx, rego.EvalParsedInput(value))
	if err != nil {
		return nil, err
	}
	if len(results) == 0 {
		return nil, nil
	}
	hits, _ := results[0].Expressions[0].Value.([]any)
	findings := make([]Finding, 0, len(hits))
	for _, h := range hits {
		f, err := c.finding(in.Document, h)
		if err != nil {
			return nil, err
		}
		findings = append(findings, f)
	}
	slices.SortStableFunc(findings, inOrder)
	return findings, nil
}

func inOrder(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Start.Line, b.Start.Line), cmp.Compare(a.Start.Column, b.Start.Column),
		cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.English.Message, b.English.Message),
	)
}

// MarshalJSON is the input as rules see it.
func (in Input) MarshalJSON() ([]byte, error) { return json.Marshal(in.fields()) }

// value is the same as Rego has it.
func (in Input) value() (ast.Value, error) { return ast.InterfaceToValue(in.fields()) }

func (in Input) fields() map[string]any {
	out := map[string]any{"config": in.Config}
	if in.Document != nil {
		out["manifest"] = json.RawMessage(in.Document.source.Raw())
		out["facts"] = in.Document.Facts
	}
	others := []any{}
	for _, d := range in.Others {
		others = append(others, map[string]any{
			"file": d.File, "namespace": d.Namespace, "name": d.Name,
			"host_ports": d.Facts.HostPorts, "node_selector": d.Facts.Placement.NodeSelector,
		})
	}
	out["others"] = others
	if in.Cluster != nil {
		out["cluster"] = in.Cluster
	}
	if in.Run != nil {
		out["run"] = in.Run
	}
	return out
}

// finding completes what a rule reported.
func (c *Checker) finding(d *Document, hit any) (Finding, error) {
	fields, _ := hit.(map[string]any)
	key, _ := fields["rule"].(string)
	rule := c.rules[key]
	if rule == nil {
		return Finding{}, fmt.Errorf("a rule reported a finding of %q, which is no rule", key)
	}
	f := Finding{
		Rule: rule.ID, Slug: rule.Slug, Group: rule.Group, Severity: rule.Severity, Links: rule.Links,
	}
	f.Path, _ = fields["path"].(string)
	if s, ok := fields["severity"].(string); ok {
		f.Severity = Severity(s)
	}
	params, _ := fields["params"].(map[string]any)
	f.Params = maps.Clone(params)
	variant, _ := fields["variant"].(string)
	f.English = fill(rule.English, rule.Variants[variant].English, params)
	f.Chinese = fill(rule.Chinese, rule.Variants[variant].Chinese, params)
	if d != nil {
		f.Object, f.File, f.Document, f.Item = d.Object, d.File, d.Index, d.Item
		f.Container = d.container(f.Path)
		f.Start, f.End = d.span(f.Path)
		if at, ok := fields["at"].(map[string]any); ok {
			f.Start = Pos{Line: whole(at["line"]), Column: whole(at["column"])}
			f.End = f.Start
		}
	}
	return f, nil
}

func whole(v any) int {
	n, _ := v.(json.Number)
	i, _ := n.Int64()
	return int(i)
}

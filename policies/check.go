package policies

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/facts"
)

// Check runs all rules on one DaemonSet, or on a run. The findings come by place, then
// by rule. The error is about a rule that failed or took too long, or about ctx.
func (c *Checker) Check(ctx context.Context, in Input) ([]Finding, error) {
	value, err := in.value(c.objects)
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

// seen is the input as rules see it, but for the manifest.
type seen struct {
	Config  Config          `json:"config"`
	Others  []neighbour     `json:"others"`
	Facts   *facts.Facts    `json:"facts,omitempty"`
	Cluster *facts.Cluster  `json:"cluster,omitempty"`
	Run     *Run            `json:"run,omitempty"`
	Written json.RawMessage `json:"manifest,omitempty"`
}

// neighbour is what rules see of another DaemonSet.
type neighbour struct {
	File         string            `json:"file"`
	Namespace    string            `json:"namespace"`
	Name         string            `json:"name"`
	HostPorts    []facts.HostPort  `json:"host_ports"`
	NodeSelector map[string]string `json:"node_selector"`
}

func (in Input) seen() seen {
	out := seen{Config: in.Config, Others: []neighbour{}, Cluster: in.Cluster, Run: in.Run}
	if in.Document != nil {
		out.Facts = in.Document.Facts
	}
	for _, d := range in.Others {
		out.Others = append(out.Others, neighbour{d.File, d.Namespace, d.Name, d.Facts.HostPorts, d.Facts.Placement.NodeSelector})
	}
	return out
}

// MarshalJSON is the input as rules see it.
func (in Input) MarshalJSON() ([]byte, error) {
	out := in.seen()
	if in.Document != nil {
		out.Written = in.Document.source.Raw()
	}
	return json.Marshal(out)
}

// value is the same as Rego has it. With objects, it also has the DaemonSet with all
// defaults, as an API server stores it.
func (in Input) value(objects bool) (ast.Value, error) {
	s := in.seen()
	out := ast.NewObject(
		ast.Item(ast.InternedTerm("config"), termOf(reflect.ValueOf(s.Config))),
		ast.Item(ast.InternedTerm("others"), termOf(reflect.ValueOf(s.Others))),
	)
	if in.Document != nil {
		manifest, err := manifestTerm(in.Document.source.Raw())
		if err != nil {
			return nil, err
		}
		out.Insert(ast.InternedTerm("manifest"), manifest)
		out.Insert(ast.InternedTerm("facts"), termOf(reflect.ValueOf(s.Facts)))
	}
	if in.Document != nil && objects {
		object, err := in.Document.object()
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

// object is the DaemonSet with all defaults.
func (d *Document) object() (*ast.Term, error) {
	stored := d.Set.DeepCopy()
	defaults.DaemonSet(stored)
	text, err := json.Marshal(stored)
	if err != nil {
		return nil, err
	}
	return manifestTerm(text)
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
	if !f.Severity.known() {
		return Finding{}, fmt.Errorf("%s: %s reported the severity %q", rule.File, rule.ID, f.Severity)
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

package rules

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// entry is a rule in the catalogue, for hosts that do not read Rego.
type entry struct {
	ID         string                      `json:"id"`
	Slug       string                      `json:"slug"`
	Group      string                      `json:"group"`
	Severity   Severity                    `json:"severity"`
	Severities []Severity                  `json:"severities,omitempty"`
	Sees       string                      `json:"sees,omitempty"`
	Links      []string                    `json:"links"`
	English    words                       `json:"en"`
	Chinese    words                       `json:"zh"`
	Variants   map[string]map[string]words `json:"variants,omitempty"`
}

type words struct {
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Message     string `json:"message,omitempty"`
	Fix         string `json:"fix,omitempty"`
	Note        string `json:"note,omitempty"`
}

// Catalogue is what is known of rules besides their code, as JSON: a map by Key.
func Catalogue(all []*Rule) ([]byte, error) {
	entries := map[string]entry{}
	for _, r := range all {
		e := entry{
			ID: r.ID, Slug: r.Slug, Group: r.Group, Severity: r.Severity, Severities: r.Others, Sees: r.Sees,
			Links: r.Links, English: words(r.English), Chinese: words(r.Chinese),
		}
		for name, v := range r.Variants {
			if e.Variants == nil {
				e.Variants = map[string]map[string]words{}
			}
			e.Variants[name] = map[string]words{"en": words(v.English), "zh": words(v.Chinese)}
		}
		entries[r.Group+"/"+r.Slug] = e
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err := encoder.Encode(entries)
	return out.Bytes(), err
}

// ReadCatalogue reads a catalogue. The rules come by ID; their File is empty.
func ReadCatalogue(text []byte) ([]*Rule, error) {
	var entries map[string]entry
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("catalogue of rules: %w", err)
	}
	all := make([]*Rule, 0, len(entries))
	for _, e := range entries {
		r := &Rule{
			ID: e.ID, Slug: e.Slug, Group: e.Group, Severity: e.Severity, Others: e.Severities, Sees: e.Sees,
			Links: e.Links, English: Text(e.English), Chinese: Text(e.Chinese),
		}
		for name, v := range e.Variants {
			if r.Variants == nil {
				r.Variants = map[string]Variant{}
			}
			r.Variants[name] = Variant{English: Text(v["en"]), Chinese: Text(v["zh"])}
		}
		all = append(all, r)
	}
	slices.SortFunc(all, ByID)
	return all, nil
}

// Remote checks with rules that something else evaluates, such as policy.wasm.
type Remote struct {
	rules    []*Rule
	known    map[string]*Rule
	evaluate func(ctx context.Context, input []byte) ([]byte, error)
}

// NewRemote makes a Remote of rules, and of what evaluates all of them: from an Input
// as JSON to an array of what they report, see Complete.
func NewRemote(all []*Rule, evaluate func(ctx context.Context, input []byte) ([]byte, error)) *Remote {
	r := &Remote{rules: all, known: map[string]*Rule{}, evaluate: evaluate}
	for _, rule := range all {
		r.known[rule.Key()] = rule
	}
	return r
}

// Rules are the rules, by ID.
func (r *Remote) Rules() []*Rule { return slices.Clone(r.rules) }

// Check runs all rules on one DaemonSet, or on a run. The findings come by place, then
// by rule. The error is about the evaluation.
func (r *Remote) Check(ctx context.Context, in Input) ([]Finding, error) {
	input, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	answer, err := r.evaluate(ctx, input)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber()
	var hits []any
	if err := decoder.Decode(&hits); err != nil {
		return nil, fmt.Errorf("the answer of the rules: %w", err)
	}
	return Findings(r.known, in.Document, hits)
}

// Findings are the findings of what rules reported, in order; see Complete.
func Findings(known map[string]*Rule, d *Document, hits []any) ([]Finding, error) {
	findings := make([]Finding, 0, len(hits))
	for _, h := range hits {
		f, err := Complete(known, d, h)
		if err != nil {
			return nil, err
		}
		findings = append(findings, f)
	}
	slices.SortStableFunc(findings, InOrder)
	return findings, nil
}

package rules

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/rollscope/rollscope/core/api/json"
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
	text, err := json.Marshal(entries)
	if err != nil {
		return nil, err
	}
	return append(json.Indent(nil, text, " "), '\n'), nil
}

// ReadCatalogue reads a catalogue. The rules come by ID; their File is empty.
func ReadCatalogue(text []byte) ([]*Rule, error) {
	v, err := json.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("catalogue of rules: %w", err)
	}
	entries, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("catalogue of rules: not a map")
	}
	all := make([]*Rule, 0, len(entries))
	for key, e := range entries {
		r := ruleOf(mapOf(e))
		if r.ID == "" || !r.Severity.Known() {
			return nil, fmt.Errorf("catalogue of rules: %s is no rule", key)
		}
		all = append(all, r)
	}
	slices.SortFunc(all, ByID)
	return all, nil
}

func mapOf(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func text(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

func texts[T ~string](v any) []T {
	list, _ := v.([]any)
	var out []T
	for _, item := range list {
		s, _ := item.(string)
		out = append(out, T(s))
	}
	return out
}

func wordsOf(v any) Text {
	m := mapOf(v)
	return Text{text(m, "title"), text(m, "description"), text(m, "message"), text(m, "fix"), text(m, "note")}
}

// ruleOf reads an entry.
func ruleOf(e map[string]any) *Rule {
	r := &Rule{
		ID: text(e, "id"), Slug: text(e, "slug"), Group: text(e, "group"), Sees: text(e, "sees"),
		Severity: Severity(text(e, "severity")), Others: texts[Severity](e["severities"]), Links: texts[string](e["links"]),
		English: wordsOf(e["en"]), Chinese: wordsOf(e["zh"]),
	}
	for name, v := range mapOf(e["variants"]) {
		if r.Variants == nil {
			r.Variants = map[string]Variant{}
		}
		r.Variants[name] = Variant{English: wordsOf(mapOf(v)["en"]), Chinese: wordsOf(mapOf(v)["zh"])}
	}
	return r
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
	v, err := json.Parse(answer)
	if err != nil {
		return nil, fmt.Errorf("the answer of the rules: %w", err)
	}
	hits, ok := v.([]any)
	if !ok {
		return nil, errors.New("the answer of the rules is no list")
	}
	return Findings(r.known, in.Document, hits)
}

// Findings are the findings of what rules reported in JSON; see FindingsOf.
func Findings(known map[string]*Rule, d *Document, hits []any) ([]Finding, error) {
	return FindingsOf(known, d, Hits(hits))
}

// FindingsOf are the findings of what rules reported, in order. Known are the rules by Key,
// and d is the document that was checked; nil for a run.
func FindingsOf(known map[string]*Rule, d *Document, hits []Hit) ([]Finding, error) {
	findings := make([]Finding, 0, len(hits))
	for i := range hits {
		f, err := hits[i].complete(known, d)
		if err != nil {
			return nil, err
		}
		findings = append(findings, f)
	}
	sort.SliceStable(findings, func(i, j int) bool { return InOrder(&findings[i], &findings[j]) < 0 })
	return findings, nil
}

package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/json"
)

// Hit is what a rule reports.
type Hit struct {
	Rule     string         // its Key
	Path     string         // of the field
	Severity *Severity      // nil for that of the rule
	Variant  string         // of its sentences; "" for none
	Params   map[string]any // of its sentences, sharing no memory with the file; numbers are a json.Number
	At       *Pos           // where it is not at the field
}

// Hits are those that rules report in JSON: maps of rule, path, and where there are any
// severity, variant, params and at, with numbers as a json.Number of any package.
func Hits(reported []any) []Hit {
	out := make([]Hit, len(reported))
	for i, hit := range reported {
		fields, _ := hit.(map[string]any)
		h := &out[i]
		h.Rule, _ = fields["rule"].(string)
		h.Path, _ = fields["path"].(string)
		h.Variant, _ = fields["variant"].(string)
		h.Params, _ = own(fields["params"]).(map[string]any)
		if s, ok := fields["severity"].(string); ok {
			h.Severity = (*Severity)(&s)
		}
		if at, ok := fields["at"].(map[string]any); ok {
			h.At = &Pos{Line: whole(at["line"]), Column: whole(at["column"])}
		}
	}
	return out
}

// own is a value that shares no memory with the file that it is from, so that a finding
// does not keep the file; its numbers are those of core/api/json, whoever has made them.
func own(v any) any {
	switch v := v.(type) {
	case string:
		return strings.Clone(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = own(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			out[key] = own(value)
		}
		return out
	case fmt.Stringer: // a json.Number of encoding/json
		return json.Number(strings.Clone(v.String()))
	}
	return v
}

func whole(v any) int {
	n, _ := strconv.Atoi(fmt.Sprint(v))
	return n
}

// complete makes a finding of a hit.
func (h *Hit) complete(known map[string]*Rule, d *Document) (Finding, error) {
	rule := known[h.Rule]
	if rule == nil {
		return Finding{}, fmt.Errorf("a rule reported a finding of %q, which is no rule", h.Rule)
	}
	f := Finding{
		Rule: rule.ID, Slug: rule.Slug, Group: rule.Group, Severity: rule.Severity, Links: rule.Links,
		Path: h.Path, Params: h.Params,
	}
	if h.Severity != nil {
		f.Severity = *h.Severity
	}
	if !f.Severity.Known() {
		return Finding{}, fmt.Errorf("%s: %s reported the severity %q", rule.File, rule.ID, f.Severity)
	}
	variant := rule.Variants[h.Variant]
	f.English = fill(rule.English, variant.English, h.Params)
	f.Chinese = fill(rule.Chinese, variant.Chinese, h.Params)
	if d != nil {
		f.Object, f.File, f.Document, f.Item = d.Object, d.File, d.Index, d.Item
		f.Container = strings.Clone(d.container(f.Path))
		f.Start, f.End = d.span(f.Path)
		if h.At != nil {
			f.Start, f.End = *h.At, *h.At
		}
	}
	return f, nil
}

package policies

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Severity is how bad a finding is.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

func (s Severity) known() bool { return s == Error || s == Warning || s == Info }

// Text is what people read about a rule or a finding in one language.
type Text struct {
	Title       string // a few words
	Description string // why it matters
	Message     string // one sentence; of a rule with {names} of what a finding fills in
	Fix         string // what to do, likewise
	Note        string // of a rule: what its defaults rest on; "" if that needs no words
}

// Rule is what METADATA says about a rule.
type Rule struct {
	ID    string // RS302
	Slug  string // surge-host-port
	Group string // surge
	// Severity is that of its findings unless a finding says otherwise; Others are
	// those it can have besides.
	Severity Severity
	Others   []Severity
	English  Text
	Chinese  Text
	// Variants are other sentences for some findings, by name.
	Variants map[string]Variant
	Links    []string
	File     string // where it is written

	// Sees says what the rule needs besides the manifest: decoder for the mistakes of
	// the file and what the API server refuses, cluster for nodes, input for the other
	// manifests of a run; "" for nothing.
	Sees string
}

// Variant is the sentence of a rule in a special case.
type Variant struct {
	English, Chinese Text // Message, and Fix where it differs
}

// key is how rules name themselves; see lib/finding.rego.
func (r *Rule) key() string { return r.Group + "/" + strings.ReplaceAll(r.Slug, "_", "-") }

func byID(a, b *Rule) int { return strings.Compare(a.ID, b.ID) }

// rulesOf reads the METADATA of every module that is a rule, by ID.
func rulesOf(modules map[string]*ast.Module) ([]*Rule, error) {
	var rules []*Rule
	ids := map[string]string{}
	for file, m := range modules {
		group, slug, ok := place(m)
		if !ok {
			continue
		}
		r, err := ruleOf(file, group, slug, m)
		if err != nil {
			return nil, err
		}
		if r == nil {
			continue
		}
		for _, name := range []string{r.ID, r.Slug} {
			if ids[name] != "" {
				return nil, fmt.Errorf("%s: %s is a rule in %s already", file, name, ids[name])
			}
			ids[name] = file
		}
		rules = append(rules, r)
	}
	slices.SortFunc(rules, byID)
	return rules, unnamed(modules, rules)
}

// unnamed is about a module that reports findings of a rule that no METADATA describes.
func unnamed(modules map[string]*ast.Module, rules []*Rule) error {
	for file, m := range modules {
		group, slug, ok := place(m)
		if !ok || slices.ContainsFunc(rules, func(r *Rule) bool { return r.Group == group && r.Slug == slug }) {
			continue
		}
		for _, r := range m.Rules {
			if name := r.Head.Name.String(); name == "report" || name == "summary" {
				return fmt.Errorf("%s: the package has no METADATA with title, custom.id, custom.severity and custom.message", file)
			}
		}
	}
	return nil
}

// place is where a module stands among the rules: rollscope.rules.<group>.<slug>.
func place(m *ast.Module) (group, slug string, ok bool) {
	path := m.Package.Path
	if len(path) != 5 || !path[1].Equal(ast.StringTerm("rollscope")) || !path[2].Equal(ast.StringTerm("rules")) {
		return "", "", false
	}
	g, _ := path[3].Value.(ast.String)
	s, _ := path[4].Value.(ast.String)
	return string(g), string(s), true
}

// ruleOf reads a rule; nil for a module without METADATA of the package, which is a
// further file of a rule.
func ruleOf(file, group, slug string, m *ast.Module) (*Rule, error) {
	for _, a := range m.Annotations {
		if a.Scope != "package" {
			continue
		}
		r := &Rule{Slug: slug, Group: group, File: file}
		if err := r.read(a); err != nil {
			return nil, fmt.Errorf("%s: METADATA: %w", file, err)
		}
		return r, nil
	}
	return nil, nil
}

func (r *Rule) read(a *ast.Annotations) error {
	chinese, _ := a.Custom["zh"].(map[string]any)
	r.ID, r.Sees = word(a.Custom, "id"), word(a.Custom, "sees")
	r.Severity = Severity(word(a.Custom, "severity"))
	others, _ := a.Custom["severities"].([]any)
	for _, o := range others {
		s, _ := o.(string)
		r.Others = append(r.Others, Severity(s))
	}
	r.English = textOf(a.Custom)
	r.English.Title, r.English.Description = a.Title, strings.TrimSpace(a.Description)
	r.Chinese = textOf(chinese)
	for _, l := range a.RelatedResources {
		r.Links = append(r.Links, l.Ref.String())
	}
	r.readVariants(a)
	return r.complete()
}

func textOf(m map[string]any) Text {
	return Text{word(m, "title"), word(m, "description"), word(m, "message"), word(m, "fix"), word(m, "note")}
}

func (r *Rule) readVariants(a *ast.Annotations) {
	variants, _ := a.Custom["variants"].(map[string]any)
	for name, v := range variants {
		fields, _ := v.(map[string]any)
		chinese, _ := fields["zh"].(map[string]any)
		if r.Variants == nil {
			r.Variants = map[string]Variant{}
		}
		r.Variants[name] = Variant{
			English: textOf(fields),
			Chinese: textOf(chinese),
		}
	}
}

// complete says what a rule lacks. Chinese is asked of our own rules only, by a test.
func (r *Rule) complete() error {
	switch {
	case r.ID == "":
		return fmt.Errorf("custom.id is missing")
	case r.English.Title == "":
		return fmt.Errorf("title is missing")
	case r.English.Message == "":
		return fmt.Errorf("custom.message is missing")
	}
	for _, s := range append([]Severity{r.Severity}, r.Others...) {
		if !s.known() {
			return fmt.Errorf("custom.severity is %q, not error, warning or info", s)
		}
	}
	return nil
}

func word(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return strings.TrimSpace(s)
}

package policies

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rollscope/rollscope/policies/rules"
)

// rulesOf reads the METADATA of every module that is a rule, by ID.
func rulesOf(modules map[string]*ast.Module) ([]*Rule, error) {
	var all []*Rule
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
		all = append(all, r)
	}
	slices.SortFunc(all, rules.ByID)
	if err := unnamed(modules, all); err != nil {
		return nil, err
	}
	return all, silent(modules, all)
}

// reports says whether a module has findings for anybody who asks for them.
func reports(m *ast.Module) bool {
	return slices.ContainsFunc(m.Rules, func(r *ast.Rule) bool {
		name := r.Head.Ref()[0].Value.String()
		return name == "report" || name == "summary"
	})
}

// silent is about a rule that nobody would hear of: nothing in its package reports
// anything, or its package is not where rules are.
func silent(modules map[string]*ast.Module, all []*Rule) error {
	heard := map[string]bool{}
	for file, m := range modules {
		group, slug, ok := place(m)
		switch {
		case ok && reports(m):
			heard[group+"/"+slug] = true
		case !ok && reports(m) && m.Package.Path.HasPrefix(ast.MustParseRef("data.rollscope.rules")):
			return fmt.Errorf("%s: the package of a rule is rollscope.rules.<group>.<rule>, and nothing longer", file)
		}
	}
	for _, r := range all {
		if !heard[r.Group+"/"+r.Slug] {
			return fmt.Errorf("%s: the rule reports nothing: it says what it finds in report, a set of findings", r.File)
		}
	}
	return nil
}

// unnamed is about a module that reports findings of a rule that no METADATA describes.
func unnamed(modules map[string]*ast.Module, all []*Rule) error {
	for file, m := range modules {
		group, slug, ok := place(m)
		if !ok || slices.ContainsFunc(all, func(r *Rule) bool { return r.Group == group && r.Slug == slug }) {
			continue
		}
		if reports(m) {
			return fmt.Errorf("%s: the package has no METADATA with title, custom.id, custom.severity and custom.message", file)
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
		if err := read(r, a); err != nil {
			return nil, fmt.Errorf("%s: METADATA: %w", file, err)
		}
		return r, nil
	}
	return nil, nil
}

func read(r *Rule, a *ast.Annotations) error {
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
	readVariants(r, a)
	return complete(r)
}

func textOf(m map[string]any) Text {
	return Text{
		Title: word(m, "title"), Description: word(m, "description"), Message: word(m, "message"),
		Fix: word(m, "fix"), Note: word(m, "note"),
	}
}

func readVariants(r *Rule, a *ast.Annotations) {
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
func complete(r *Rule) error {
	switch {
	case r.ID == "":
		return fmt.Errorf("custom.id is missing")
	case r.English.Title == "":
		return fmt.Errorf("title is missing")
	case r.English.Message == "":
		return fmt.Errorf("custom.message is missing")
	}
	for _, s := range append([]Severity{r.Severity}, r.Others...) {
		if !s.Known() {
			return fmt.Errorf("custom.severity is %q, not error, warning or info", s)
		}
	}
	return nil
}

func word(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return strings.TrimSpace(s)
}

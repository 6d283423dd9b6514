// Package catalogue lists and explains the rules of lint, and begins new ones.
package catalogue

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/answer"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/explain"
	"github.com/rollscope/rollscope/internal/lint/outcome"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies"
)

// allRules are the rules that come with rollscope and those in directories.
func allRules(dirs []string) ([]*policies.Rule, error) {
	var extra []policies.Source
	for _, dir := range dirs {
		extra = append(extra, policies.Source{Name: dir, FS: os.DirFS(dir)})
	}
	rules, err := policies.Rules(extra...)
	if err != nil {
		return nil, outcome.Failure{Code: outcome.Usage, Err: err}
	}
	return lint.Rules(rules), nil
}

// List writes the rules that come with rollscope and those of directories, or of these
// what names mean, as text or json.
func List(w io.Writer, names, dirs []string, output string, lang reason.Language) error {
	rules, err := allRules(dirs)
	if err != nil {
		return err
	}
	for _, name := range names {
		if len(config.Select(rules, name)) == 0 {
			return outcome.NoRule(rules, name)
		}
	}
	rules = slices.DeleteFunc(rules, func(r *policies.Rule) bool {
		return len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return config.Named(n, r.ID, r.Slug, r.Group) })
	})
	switch output {
	case "json":
		return printJSON(w, rules)
	case "text":
	default:
		return outcome.Misused(fmt.Sprintf("-o is text or json, not %q", output))
	}
	group := ""
	for _, r := range rules {
		if r.Group != group {
			if group != "" {
				_, _ = fmt.Fprintln(w)
			}
			group = r.Group
			_, _ = fmt.Fprintln(w, group)
		}
		_, _ = fmt.Fprintf(w, "  %-6s %-8s %-30s %s\n", r.ID, r.Severity, r.Slug, explain.Text(r, lang).Title)
	}
	return nil
}

// Explain writes what rules and reason codes are about.
func Explain(w io.Writer, names, dirs []string, lang reason.Language) error {
	all, err := allRules(dirs)
	if err != nil {
		return err
	}
	return explain.Write(w, names, all, lang)
}

func printJSON(w io.Writer, rules []*policies.Rule) error {
	type text struct {
		Title       string `json:"title"`
		Description string `json:"description"`
		Message     string `json:"message"`
		Fix         string `json:"fix"`
		Note        string `json:"note"`
	}
	type entry struct {
		ID       string              `json:"id"`
		Slug     string              `json:"slug"`
		Group    string              `json:"group"`
		Severity policies.Severity   `json:"severity"`
		Others   []policies.Severity `json:"otherSeverities"`
		Needs    string              `json:"needs"`
		English  text                `json:"en"`
		Chinese  text                `json:"zh"`
		Links    []string            `json:"links"`
	}
	of := func(t policies.Text) text { return text{t.Title, t.Description, t.Message, t.Fix, t.Note} }
	out := make([]entry, 0, len(rules))
	for _, r := range rules {
		out = append(out, entry{
			r.ID, r.Slug, r.Group, r.Severity, append([]policies.Severity{}, r.Others...), r.Sees,
			of(r.English), of(r.Chinese), append([]string{}, r.Links...),
		})
	}
	return answer.JSON(w, out)
}

var ruleName = regexp.MustCompile(`^[a-z][a-z0-9]*/[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// Begin writes a rule of the users' own, GROUP/NAME, into a directory, with its test and
// two manifests, and prints what it wrote.
func Begin(w io.Writer, name, dir string) error {
	if !ruleName.MatchString(name) {
		return outcome.Failure{Code: outcome.Usage, Err: fmt.Errorf("%q is no name for a rule", name), Hint: "a group and a name in small letters: house/registry"}
	}
	group, slug, _ := strings.Cut(name, "/")
	at := filepath.Join(dir, "rules", group, slug)
	if _, err := os.Stat(at); err == nil {
		return outcome.Failure{Code: outcome.Usage, Err: fmt.Errorf("%s is there already", at)}
	}
	id, err := freeID(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(at, 0o755); err != nil {
		return outcome.Failure{Code: outcome.Usage, Err: source.Plain(err)}
	}
	file := strings.ReplaceAll(slug, "-", "_")
	for _, f := range [...]struct{ name, text string }{
		{file + ".rego", newRego}, {file + "_test.rego", newRegoTest}, {"good.yaml", newGood}, {"bad.yaml", newBad},
	} {
		text := strings.NewReplacer("GROUP", group, "SLUG", slug, "RULEID", id).Replace(f.text)
		path := filepath.Join(at, f.name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return outcome.Failure{Code: outcome.Usage, Err: source.Plain(err)}
		}
		_, _ = fmt.Fprintln(w, filepath.ToSlash(path))
	}
	return nil
}

// freeID is the first id from X001 on that no rule of a directory has.
func freeID(dir string) (string, error) {
	var dirs []string
	if _, err := os.Stat(dir); err == nil {
		dirs = append(dirs, dir)
	}
	rules, err := allRules(dirs)
	if errors.Is(err, policies.ErrNoRules) {
		rules, err = allRules(nil)
	}
	if err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		if id := fmt.Sprintf("X%03d", n); len(config.Select(rules, id)) == 0 {
			return id, nil
		}
	}
}

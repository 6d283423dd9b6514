package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/policies"
)

func rulesCommand() *cobra.Command {
	var dirs []string
	var output string
	cmd := &cobra.Command{
		Use:   "rules [RULE...]",
		Short: "list the rules of lint",
		Long: `List the rules that rollscope lint knows: id, severity, name and title. RULE is an id, a
name or a group. 'rollscope explain RS302' says more about one.`,
		RunE: func(cmd *cobra.Command, args []string) error { return listRules(cmd, args, dirs, output) },
	}
	cmd.Flags().StringArrayVar(&dirs, "policy", nil, "a directory of rules of your own; may be repeated")
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text or json")
	cmd.AddCommand(newRuleCommand())
	return cmd
}

// allRules are the rules that come with rollscope and those in directories.
func allRules(dirs []string) ([]*policies.Rule, error) {
	var extra []policies.Source
	for _, dir := range dirs {
		extra = append(extra, policies.Source{Name: dir, FS: os.DirFS(dir)})
	}
	rules, err := policies.Rules(extra...)
	if err != nil {
		return nil, exitError{code: exitUsage, err: err}
	}
	return lint.Rules(rules), nil
}

func listRules(cmd *cobra.Command, names, dirs []string, output string) error {
	rules, err := allRules(dirs)
	if err != nil {
		return err
	}
	for _, name := range names {
		if len(config.Select(rules, name)) == 0 {
			return noRule(rules, name)
		}
	}
	lang, err := language(cmd)
	if err != nil {
		return err
	}
	rules = slices.DeleteFunc(rules, func(r *policies.Rule) bool {
		return len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return config.Named(n, r.ID, r.Slug, r.Group) })
	})
	switch output {
	case "json":
		return printRulesJSON(cmd, rules)
	case "text":
	default:
		return usageError(fmt.Sprintf("-o is text or json, not %q", output))
	}
	group := ""
	for _, r := range rules {
		if r.Group != group {
			if group != "" {
				_, _ = fmt.Fprintln(cmd.OutOrStdout())
			}
			group = r.Group
			_, _ = fmt.Fprintln(cmd.OutOrStdout(), group)
		}
		_, _ = fmt.Fprintf(cmd.OutOrStdout(), "  %-6s %-8s %-30s %s\n", r.ID, r.Severity, r.Slug, ruleText(r, lang).Title)
	}
	return nil
}

// ruleText is what people read about a rule, in their language where it is there.
func ruleText(r *policies.Rule, lang reason.Language) policies.Text {
	if lang == reason.Chinese && r.Chinese.Title != "" {
		return r.Chinese
	}
	return r.English
}

func printRulesJSON(cmd *cobra.Command, rules []*policies.Rule) error {
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
	return printJSON(cmd.OutOrStdout(), out)
}

func newRuleCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:     "new GROUP/NAME",
		Short:   "begin a rule of your own",
		Long:    "Write a rule, its test and a manifest for each of good and bad into DIR/rules/GROUP/NAME.",
		Example: "  rollscope rules new house/registry --policy rules\n  rollscope lint --policy rules deploy/",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exitError{code: exitUsage, err: errors.New("say what the rule is called"), hint: "rollscope rules new house/registry --policy rules"}
			}
			return newRule(cmd, args[0], dir)
		},
	}
	cmd.Flags().StringVar(&dir, "policy", "policies", "the directory of your rules")
	return cmd
}

var ruleName = regexp.MustCompile(`^[a-z][a-z0-9]*/[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func newRule(cmd *cobra.Command, name, dir string) error {
	if !ruleName.MatchString(name) {
		return exitError{code: exitUsage, err: fmt.Errorf("%q is no name for a rule", name), hint: "a group and a name in small letters: house/registry"}
	}
	group, slug, _ := strings.Cut(name, "/")
	at := filepath.Join(dir, "rules", group, slug)
	if _, err := os.Stat(at); err == nil {
		return exitError{code: exitUsage, err: fmt.Errorf("%s is there already", at)}
	}
	id, err := freeID(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(at, 0o755); err != nil {
		return exitError{code: exitUsage, err: plainError(err)}
	}
	file := strings.ReplaceAll(slug, "-", "_")
	for _, f := range [...]struct{ name, text string }{
		{file + ".rego", newRego}, {file + "_test.rego", newRegoTest}, {"good.yaml", newGood}, {"bad.yaml", newBad},
	} {
		text := strings.NewReplacer("GROUP", group, "SLUG", slug, "RULEID", id).Replace(f.text)
		path := filepath.Join(at, f.name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return exitError{code: exitUsage, err: plainError(err)}
		}
		_, _ = fmt.Fprintln(cmd.OutOrStdout(), filepath.ToSlash(path))
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
	if err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		if id := fmt.Sprintf("X%03d", n); len(config.Select(rules, id)) == 0 {
			return id, nil
		}
	}
}

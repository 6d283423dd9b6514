package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/policies"
)

func explainCommand() *cobra.Command {
	var dirs []string
	cmd := &cobra.Command{
		Use:   "explain RULE|REASON...",
		Short: "explain a rule or a reason code",
		Long: `Say what a rule of lint is about, why it matters and what to do; or what a reason code of
plan, why and scenarios stands for, and where Kubernetes has it.`,
		Example: "  rollscope explain RS302\n  rollscope explain surge-host-port\n  rollscope explain WaitingSurgePod",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("say which rule or reason code to explain")
			}
			return runExplain(cmd, args, dirs)
		},
	}
	cmd.Flags().StringArrayVar(&dirs, "policy", nil, "a directory of rules of your own; may be repeated")
	return cmd
}

func runExplain(cmd *cobra.Command, names, dirs []string) error {
	lang, err := language(cmd)
	if err != nil {
		return err
	}
	rules, err := allRules(dirs)
	if err != nil {
		return err
	}
	for i, name := range names {
		if i > 0 {
			_, _ = fmt.Fprintln(cmd.OutOrStdout())
		}
		if found := config.Select(rules, name); len(found) > 0 {
			for j, r := range found {
				if j > 0 {
					_, _ = fmt.Fprintln(cmd.OutOrStdout())
				}
				explainRule(cmd.OutOrStdout(), r, ruleText(r, lang))
			}
			continue
		}
		entry, ok := lookup(name)
		if !ok {
			return noRule(rules, name)
		}
		explainReason(cmd.OutOrStdout(), entry, lang)
	}
	return nil
}

// lookup finds a reason code, however its letters are written.
func lookup(name string) (reason.Entry, bool) {
	all := reason.All()
	i := slices.IndexFunc(all, func(e reason.Entry) bool { return strings.EqualFold(string(e.Code), name) })
	if i < 0 {
		return reason.Entry{}, false
	}
	return all[i], true
}

func explainRule(w io.Writer, r *policies.Rule, text policies.Text) {
	severity := string(r.Severity)
	for _, other := range r.Others {
		severity += ", in some cases " + string(other)
	}
	_, _ = fmt.Fprintf(w, "%s %s: %s\n\n", r.ID, r.Slug, text.Title)
	_, _ = fmt.Fprintf(w, "%s\n\n", wrapped(text.Description))
	if text.Note != "" {
		_, _ = fmt.Fprintf(w, "%s\n\n", wrapped(text.Note))
	}
	_, _ = fmt.Fprintf(w, "group     %s\nseverity  %s\n", r.Group, severity)
	if needs := map[string]string{"cluster": "--nodes", "input": "all manifests of a cluster in one run"}[r.Sees]; needs != "" {
		_, _ = fmt.Fprintf(w, "needs     %s\n", needs)
	}
	_, _ = fmt.Fprintf(w, "says      %s\n", printable(strings.TrimSpace(text.Message)))
	_, _ = fmt.Fprintf(w, "fix       %s\n", printable(strings.TrimSpace(text.Fix)))
	for _, link := range r.Links {
		_, _ = fmt.Fprintf(w, "see       %s\n", printable(link))
	}
}

func explainReason(w io.Writer, e reason.Entry, lang reason.Language) {
	sentence := e.English
	if lang == reason.Chinese {
		sentence = e.Chinese
	}
	_, _ = fmt.Fprintf(w, "%s: %s\n\nfrom  %s\n", e.Code, sentence, e.Upstream)
}

// wrapped breaks English text into lines of at most 80 columns.
func wrapped(text string) string {
	var b strings.Builder
	width := 0
	for _, word := range strings.Fields(printable(text)) {
		switch n := len([]rune(word)); {
		case width == 0:
			width = n
		case width+1+n > 80:
			b.WriteByte('\n')
			width = n
		default:
			b.WriteByte(' ')
			width += 1 + n
		}
		b.WriteString(word)
	}
	return b.String()
}

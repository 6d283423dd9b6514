// Package explain says what a rule of lint or the code of a reason is about.
package explain

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/outcome"
	"github.com/rollscope/rollscope/policies/rules"
)

// Write writes what rules and reason codes are about; all are the rules there are.
func Write(w io.Writer, names []string, all []*rules.Rule, lang reason.Language) error {
	if len(names) == 0 {
		return outcome.Misused("say which rule or reason code to explain")
	}
	for i, name := range names {
		if i > 0 {
			_, _ = fmt.Fprintln(w)
		}
		if found := config.Select(all, name); len(found) > 0 {
			for j, r := range found {
				if j > 0 {
					_, _ = fmt.Fprintln(w)
				}
				explainRule(w, r, Text(r, lang))
			}
			continue
		}
		entry, ok := lookup(name)
		if !ok {
			return outcome.Neither(all, name)
		}
		explainReason(w, entry, lang)
	}
	return nil
}

// Text is what people read about a rule, in their language where it is there.
func Text(r *rules.Rule, lang reason.Language) rules.Text {
	if lang == reason.Chinese && r.Chinese.Title != "" {
		return r.Chinese
	}
	return r.English
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

func explainRule(w io.Writer, r *rules.Rule, text rules.Text) {
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
	_, _ = fmt.Fprintf(w, "says      %s\n", outcome.Printable(strings.TrimSpace(text.Message)))
	_, _ = fmt.Fprintf(w, "fix       %s\n", outcome.Printable(strings.TrimSpace(text.Fix)))
	for _, link := range r.Links {
		_, _ = fmt.Fprintf(w, "see       %s\n", outcome.Printable(link))
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
	for _, word := range strings.Fields(outcome.Printable(text)) {
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

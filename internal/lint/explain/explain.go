// Package explain says what a rule of lint or the code of a reason is about.
package explain

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

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
				explainRule(w, r, lang)
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

// words stand before what is said of a rule or a code. They are of one width.
type words struct {
	group, severity, needs, says, fix, see, from string
	rarely, nodes, run                           string
	severities                                   map[rules.Severity]string
}

var wordsIn = map[reason.Language]words{
	reason.English: {
		group: "group   ", severity: "severity", needs: "needs   ", says: "says    ", fix: "fix     ", see: "see     ", from: "from",
		rarely: ", in some cases ", nodes: "--nodes", run: "all manifests of a cluster in one run",
		severities: map[rules.Severity]string{rules.Error: "error", rules.Warning: "warning", rules.Info: "info"},
	},
	reason.Chinese: {
		group: "分组", severity: "级别", needs: "需要", says: "说明", fix: "修改", see: "参见", from: "出处",
		rarely: "，有时是", nodes: "--nodes", run: "一次读取集群的所有清单",
		severities: map[rules.Severity]string{rules.Error: "错误", rules.Warning: "警告", rules.Info: "提示"},
	},
}

func explainRule(w io.Writer, r *rules.Rule, lang reason.Language) {
	words, text := wordsIn[lang], Text(r, lang)
	severity := words.severities[r.Severity]
	for _, other := range r.Others {
		severity += words.rarely + words.severities[other]
	}
	_, _ = fmt.Fprintf(w, "%s %s: %s\n\n", r.ID, r.Slug, text.Title)
	_, _ = fmt.Fprintf(w, "%s\n\n", wrapped(text.Description))
	if text.Note != "" {
		_, _ = fmt.Fprintf(w, "%s\n\n", wrapped(text.Note))
	}
	_, _ = fmt.Fprintf(w, "%s  %s\n%s  %s\n", words.group, r.Group, words.severity, severity)
	if needs := map[string]string{"cluster": words.nodes, "input": words.run}[r.Sees]; needs != "" {
		_, _ = fmt.Fprintf(w, "%s  %s\n", words.needs, needs)
	}
	for _, s := range sentences(r, lang) {
		_, _ = fmt.Fprintf(w, "%s  %s\n", words.says, outcome.Printable(strings.TrimSpace(s.Message)))
		if s.Fix != "" {
			_, _ = fmt.Fprintf(w, "%s  %s\n", words.fix, outcome.Printable(strings.TrimSpace(s.Fix)))
		}
	}
	for _, link := range r.Links {
		_, _ = fmt.Fprintf(w, "%s  %s\n", words.see, outcome.Printable(link))
	}
}

// sentences are what a rule says, and what it says in particular cases, each with what to
// do; that is said once as long as it stays the same.
func sentences(r *rules.Rule, lang reason.Language) []rules.Text {
	text := Text(r, lang)
	out := []rules.Text{text}
	for _, name := range slices.Sorted(maps.Keys(r.Variants)) {
		variant := r.Variants[name].English
		if lang == reason.Chinese && r.Chinese.Title != "" {
			variant = r.Variants[name].Chinese
		}
		if variant.Message == "" {
			variant.Message = text.Message
		}
		out = append(out, variant)
	}
	return out
}

func explainReason(w io.Writer, e reason.Entry, lang reason.Language) {
	sentence := e.English
	if lang == reason.Chinese {
		sentence = e.Chinese
	}
	_, _ = fmt.Fprintf(w, "%s: %s\n\n%s  %s\n", e.Code, sentence, wordsIn[lang].from, e.Upstream)
}

// wrapped breaks text into lines of at most 80 columns: English between words, Chinese
// between characters, though not before a mark.
func wrapped(text string) string {
	var b strings.Builder
	column := 0
	for _, piece := range pieces(outcome.Printable(text)) {
		word := strings.TrimSpace(piece)
		n, gap := columns(word), 0
		if column > 0 && strings.HasPrefix(piece, " ") {
			gap = 1
		}
		first, _ := utf8.DecodeRuneInString(word)
		switch {
		case column > 0 && column+gap+n > 80 && !strings.ContainsRune("，。；：、？！）」”", first):
			b.WriteByte('\n')
			column = 0
		case gap > 0:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}

// pieces are the words of a text, and its Chinese characters, with the blank before.
func pieces(text string) []string {
	var out []string
	begin := true
	for _, word := range strings.Fields(text) {
		blank := " "
		for _, c := range word {
			wide := columns(string(c)) == 2
			if begin = begin || wide || blank != ""; begin {
				out = append(out, blank)
			}
			out[len(out)-1] += string(c)
			blank, begin = "", wide
		}
	}
	return out
}

// columns is how wide a text is on a terminal: Chinese takes two for each character.
func columns(text string) int {
	n := 0
	for _, c := range text {
		n++
		if c >= 0x2e80 {
			n++
		}
	}
	return n
}

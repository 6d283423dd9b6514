package format

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/policies/rules"
)

// text writes findings as a compiler does.
func text(w io.Writer, r *lint.Report, o Options) error {
	b := bufio.NewWriter(w)
	shown := r.Shown()
	for i := range shown {
		if i > 0 && shown[i].File != shown[i-1].File {
			_, _ = b.WriteString("\n")
		}
		o.finding(b, &shown[i])
	}
	if !o.Brief {
		if len(shown) > 0 {
			_, _ = b.WriteString("\n")
		}
		_, _ = fmt.Fprintln(b, o.frame().summary(r))
	}
	return b.Flush()
}

func (o Options) finding(b *bufio.Writer, f *lint.Finding) {
	words := o.words(f.Finding)
	if f.File != "" {
		_, _ = fmt.Fprintf(b, "%s:%d:%d: ", tree.Printable(f.File), f.Start.Line, f.Start.Column)
	}
	_, _ = fmt.Fprintf(b, "%s: %s [%s]\n", o.painted(f.Severity), tree.Printable(words.Message), o.rule(f))
	if f.Source != "" {
		number := fmt.Sprintf("%5d", f.Start.Line)
		line, before, marked := excerpt(f.Source, f.Start.Column, endColumn(f))
		_, _ = fmt.Fprintf(b, "%s | %s\n", number, line)
		_, _ = fmt.Fprintf(b, "%s | %s%s\n", strings.Repeat(" ", len(number)), strings.Repeat(" ", before), o.caret(marked))
	}
	if words.Fix != "" {
		_, _ = fmt.Fprintf(b, "      = %s%s\n", o.frame().fix, tree.Printable(words.Fix))
	}
	if f.Proof != "" {
		_, _ = fmt.Fprintf(b, "      = %srollscope test %s\n", o.frame().proof, tree.Printable(f.Proof))
	}
}

func endColumn(f *lint.Finding) int {
	if f.End.Line != f.Start.Line {
		return f.Start.Column + 1
	}
	return max(f.End.Column, f.Start.Column+1)
}

var colours = map[rules.Severity]string{rules.Error: "1;31", rules.Warning: "1;33", rules.Info: "1;36"}

func (o Options) painted(s rules.Severity) string {
	name := o.frame().severities[s]
	if !o.Colours {
		return name
	}
	return "\x1b[" + colours[s] + "m" + name + "\x1b[0m"
}

func (o Options) rule(f *lint.Finding) string {
	name := tree.Printable(f.Rule + " " + f.Slug)
	if !o.Links || len(f.Links) == 0 || strings.ContainsFunc(f.Links[0], func(r rune) bool { return r < '!' || r > '~' }) {
		return name
	}
	return "\x1b]8;;" + f.Links[0] + "\x1b\\" + name + "\x1b]8;;\x1b\\"
}

func (o Options) caret(n int) string {
	marks := "^" + strings.Repeat("~", max(0, n-1))
	if !o.Colours {
		return marks
	}
	return "\x1b[1;32m" + marks + "\x1b[0m"
}

// Columns of an excerpt.
const (
	widest = 120
	margin = 40
)

// excerpt is the part of a line around the characters from start up to end (from 1), how
// many columns stand before them, and how many they take. What a terminal could act
// upon is replaced.
func excerpt(line string, start, end int) (shown string, before, marked int) {
	runes := []rune(line)
	start, end = min(max(start-1, 0), len(runes)), min(max(end-1, 0), len(runes))
	from := 0
	if len(runes) > widest && start > margin {
		from = start - margin
	}
	var b strings.Builder
	if from > 0 {
		b.WriteString("…")
		before = 1
	}
	width := before
	for i := from; i < len(runes); i++ {
		if width > widest {
			b.WriteString("…")
			break
		}
		r := runes[i]
		if !unicode.IsPrint(r) {
			r = plainRune(r)
		}
		b.WriteRune(r)
		w := columns(r)
		width += w
		switch {
		case i < start:
			before += w
		case i < end:
			marked += w
		}
	}
	return strings.TrimRight(b.String(), " "), before, max(marked, 1)
}

// plainRune stands for a character that would not be seen.
func plainRune(r rune) rune {
	if unicode.IsSpace(r) {
		return ' '
	}
	return unicode.ReplacementChar
}

// columns is how wide a terminal shows a character.
func columns(r rune) int {
	switch {
	case unicode.Is(unicode.Mn, r):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana), r >= 0xff01 && r <= 0xff60, r >= 0x3000 && r <= 0x303f, r >= 0x1f300 && r <= 0x1faff:
		return 2
	}
	return 1
}

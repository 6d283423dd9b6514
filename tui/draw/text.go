package draw

import (
	"strings"
	"unicode"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// Clean makes a text fit for one line of a terminal: line breaks and tabs become
// blanks, and whatever else is not printable is shown by its escape.
func Clean(text string) string {
	if ascii(text) {
		return text
	}
	text = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return r
	}, text)
	if strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return text
	}
	return tree.Printable(text)
}

// Cut shortens a text to so many cells and marks that it did, with two dots where
// there is no ellipsis.
func (g Glyphs) Cut(text string, width int) string {
	if Width(text) <= width {
		return text
	}
	mark := "…"
	if g.ASCII {
		mark = ".."
	}
	keep := width - Width(mark)
	if keep < 0 {
		return strings.Repeat(".", max(width, 0))
	}
	var b strings.Builder
	for _, r := range Clean(text) {
		if keep -= runeWidth(r); keep < 0 {
			break
		}
		b.WriteRune(r)
	}
	return b.String() + mark
}

// Wrap breaks a text into lines of at most width cells: at blanks, and, where a word
// is longer or the writing has no blanks, between characters. Lines keep their
// indentation, and so do those they are broken into.
func Wrap(text string, width int) []string {
	if width < 1 {
		return nil
	}
	var lines []string
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		lines = append(lines, wrapLine(strings.ReplaceAll(line, "\t", "    "), width)...)
	}
	return lines
}

func wrapLine(line string, width int) []string {
	line = strings.TrimRight(Clean(line), " ")
	if Width(line) <= width {
		return []string{line}
	}
	body := strings.TrimLeft(line, " ")
	indent := min(len(line)-len(body), width/3)
	pad := strings.Repeat(" ", indent)
	var lines []string
	runes := []rune(body)
	for len(runes) > 0 {
		n := fit(runes, width-indent)
		lines = append(lines, pad+strings.TrimRight(string(runes[:n]), " "))
		runes = runes[n:]
		for len(runes) > 0 && runes[0] == ' ' {
			runes = runes[1:]
		}
	}
	return lines
}

// fit is how many characters go on a line.
func fit(runes []rune, width int) int {
	used, blank := 0, 0
	for i, r := range runes {
		w := runeWidth(r)
		if used+w > width {
			switch {
			case r == ' ':
				return i
			case blank > 0:
				return blank
			}
			return max(i, 1)
		}
		used += w
		switch {
		case r == ' ':
			blank = i + 1
		case w == 2 && !closing(r) && (i+1 >= len(runes) || !closing(runes[i+1])):
			blank = i + 1
		}
	}
	return len(runes)
}

// closing are marks that no line begins with.
func closing(r rune) bool { return strings.ContainsRune("，。；：、！？）》」』”’", r) }

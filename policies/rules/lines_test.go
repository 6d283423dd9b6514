package rules

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestLinesAreThoseOfSplit(t *testing.T) {
	for _, text := range []string{"", "a", "a\n", "\n", "\n\n", "a\r\nb\r\n", "é\n\nz", "a\rb\n"} {
		l := linesOf(text)
		want := strings.Split(text, "\n")
		for n := -1; n <= len(want)+1; n++ {
			line := ""
			if n >= 1 && n <= len(want) {
				line = strings.TrimRight(want[n-1], "\r")
			}
			if got := l.Line(n); got != line {
				t.Errorf("%q: line %d is %q, not %q", text, n, got, line)
			}
		}
	}
}

// FuzzLines compares with lines that are cut into characters one by one.
func FuzzLines(f *testing.F) {
	f.Add("a: b # c\nd: 'é\\' \"f\"\r\n", 2, 4)
	f.Add("é: \xff\n\"a\\\"\", 'b', c #d", 2, 1)
	f.Fuzz(func(t *testing.T, text string, line, column int) {
		l := linesOf(text)
		all := strings.Split(text, "\n")
		want := ""
		if line >= 1 && line <= len(all) && column >= 1 {
			characters := []rune(strings.TrimRight(all[line-1], "\r"))
			want = string(characters[min(column-1, len(characters)):])
		}
		got := l.From(Pos{Line: line, Column: column})
		if string([]rune(got)) != want {
			t.Fatalf("%q from %d:%d is %q, not %q", text, line, column, got, want)
		}
		if got, want := extent(got), plainExtent([]rune(want)); got != want {
			t.Fatalf("%q begins with %d characters, not %d", text, got, want)
		}
	})
}

func TestPlacesInLongLines(t *testing.T) {
	text := strings.Repeat("aé\xff", 3000) + "\n" + strings.Repeat("字", 5000) + "\nz"
	l := linesOf(text)
	for n, line := range strings.Split(text, "\n") {
		characters := []rune(line)
		for column := 1; column <= len(characters)+2; column += 97 {
			want := string(characters[min(column-1, len(characters)):])
			if got := string([]rune(l.From(Pos{Line: n + 1, Column: column}))); got != want {
				t.Fatalf("%d:%d: %d bytes, not %d", n+1, column, len(got), len(want))
			}
		}
	}
}

// plainExtent is the plain reading of extent.
func plainExtent(text []rune) int {
	if len(text) > 0 && (text[0] == '"' || text[0] == '\'') {
		for i := 1; i < len(text); i++ {
			if text[i] == '\\' && text[0] == '"' {
				i++
			} else if text[i] == text[0] {
				return i + 1
			}
		}
		return len(text)
	}
	if i := slices.IndexFunc(text, func(r rune) bool { return strings.ContainsRune(",]}", r) }); i >= 0 {
		text = text[:i]
	}
	for i := 1; i < len(text); i++ {
		if text[i] == '#' && text[i-1] == ' ' {
			text = text[:i]
		}
	}
	return len([]rune(strings.TrimRightFunc(string(text), unicode.IsSpace)))
}

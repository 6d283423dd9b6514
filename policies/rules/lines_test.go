package rules

import (
	"strings"
	"testing"
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

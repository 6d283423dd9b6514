package cli

import "testing"

func TestALineOfAnErrorIsNoCommandOfAPipeline(t *testing.T) {
	for text, want := range map[string]string{
		"two\nlines":             "two\nlines",
		"open a\n::error::x":     `open a\n::error::x`,
		"open a\n  ::warning::x": `open a\n  ::warning::x`,
		"open a\n##[error]x":     `open a\n##[error]x`,
	} {
		if got := printable(text); got != want {
			t.Errorf("printable(%q) = %q, want %q", text, got, want)
		}
	}
}

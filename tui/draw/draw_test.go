package draw_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/rollscope/rollscope/tui/draw"
)

func TestWideCharactersTakeTwoCells(t *testing.T) {
	c := draw.New(6, 1)
	if x := c.Text(0, 0, draw.Plain, "滚a动"); x != 5 {
		t.Errorf("it ends at column %d, want 5", x)
	}
	if got := c.String(); got != "滚a动 " {
		t.Errorf("%q", got)
	}
	c.Put(1, 0, draw.Plain, '|') // breaks the first one
	if got := c.String(); got != " |a动 " {
		t.Errorf("half a character is left: %q", got)
	}
	c.Put(3, 0, draw.Plain, '|')
	if got := c.String(); got != " |a|  " {
		t.Errorf("half a character is left: %q", got)
	}
}

func TestWhatDoesNotFitIsLeftOut(t *testing.T) {
	c := draw.New(3, 1)
	c.Text(0, 0, draw.Plain, "ab滚")
	if got := c.String(); got != "ab " {
		t.Errorf("%q", got)
	}
	c.Text(0, 5, draw.Plain, "below")
	c.Text(-1, 0, draw.Plain, "left")
	c.Put(9, 9, draw.Plain, 'x')
	if got := c.String(); got != "ab " {
		t.Errorf("%q", got)
	}
	if c := draw.New(-3, 2); c.String() != "\n" {
		t.Errorf("%q", c.String())
	}
}

func TestMarksStayWithTheirLetter(t *testing.T) {
	c := draw.New(3, 1)
	c.Text(0, 0, draw.Plain, "e\u0301f")
	if got := c.String(); got != "e\u0301f " {
		t.Errorf("%q", got)
	}
}

func TestNothingThatSteersATerminalPasses(t *testing.T) {
	for _, text := range []string{"\x1b[2J", "a\x07b", "\u009b2J", "\u202eevil", "\x00", "a\rb"} {
		c := draw.New(40, 1)
		c.Text(0, 0, draw.Plain, text)
		for _, r := range c.String() {
			if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x202e {
				t.Errorf("%q: %U passes", text, r)
			}
		}
	}
	if got := draw.Clean("a\nb\tc"); got != "a b c" {
		t.Errorf("%q", got)
	}
}

func TestInksAreWrittenWhereTheyChange(t *testing.T) {
	c := draw.New(4, 1)
	c.Text(0, 0, draw.Red|draw.Bold, "ab")
	c.Text(2, 0, draw.Plain, "c")
	c.Tint(3, 0, 9, func(i draw.Ink) draw.Ink { return i.With(draw.Reverse).With(draw.Green) })
	if got, want := c.String(), "\x1b[0;1;31mab\x1b[0mc\x1b[0;7;32m \x1b[0m"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if draw.RevisionInk(0) == draw.RevisionInk(1) || draw.RevisionInk(99) != draw.RevisionInk(3) {
		t.Error("revisions are not told apart")
	}
}

func TestACanvasIsExactlyAsWideAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(0, 30).Draw(t, "width"), rapid.IntRange(1, 5).Draw(t, "height")
		c := draw.New(width, height)
		for range rapid.IntRange(0, 8).Draw(t, "texts") {
			c.Text(rapid.IntRange(-3, 35).Draw(t, "x"), rapid.IntRange(-1, 6).Draw(t, "y"), draw.Cyan, rapid.String().Draw(t, "text"))
		}
		lines := strings.Split(c.String(), "\n")
		if len(lines) != height {
			t.Fatalf("%d lines, want %d", len(lines), height)
		}
		for _, line := range lines {
			if w := ansi.StringWidthWc(ansi.Strip(line)); w != width {
				t.Fatalf("%q is %d wide, want %d", line, w, width)
			}
		}
	})
}

func TestLongTextsAreCutAtACell(t *testing.T) {
	g, plain := draw.Glyphs{}, draw.Glyphs{ASCII: true}
	for _, c := range []struct {
		g    draw.Glyphs
		text string
		n    int
		want string
	}{
		{g, "short", 5, "short"},
		{g, "longer", 5, "long…"},
		{plain, "longer", 5, "lon.."},
		{g, "滚动更新", 5, "滚动…"},
		{g, "滚动更新", 4, "滚…"},
		{g, "abc", 0, ""},
		{plain, "abc", 1, "."},
	} {
		if got := c.g.Cut(c.text, c.n); got != c.want || draw.Width(got) > c.n {
			t.Errorf("Cut(%q, %d) is %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

func TestTextsAreBrokenAtBlanksAndBetweenChineseCharacters(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"one two three", 8, "one two|three"},
		{"  indented text here", 12, "  indented|  text here"},
		{"a-very-long-word", 6, "a-very|-long-|word"},
		{"节点应当运行，因此创建", 12, "节点应当运|行，因此创建"},
		{"a\n\nb", 5, "a||b"},
		{"x", 0, ""},
	} {
		if got := strings.Join(draw.Wrap(c.text, c.width), "|"); got != c.want {
			t.Errorf("Wrap(%q, %d) is %q, want %q", c.text, c.width, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(2, 20).Draw(t, "width")
		for _, line := range draw.Wrap(rapid.String().Draw(t, "text"), width) {
			if w := draw.Width(line); w > width {
				t.Fatalf("%q is %d wide, more than %d", line, w, width)
			}
		}
	})
}

func TestGlyphsTellRevisionsAndStatesApart(t *testing.T) {
	for _, g := range []draw.Glyphs{{}, {ASCII: true}} {
		seen := map[rune]bool{}
		for s := draw.Pending; s <= draw.Succeeded; s++ {
			for _, newest := range []bool{true, false} {
				r := g.Pod(s, newest)
				if seen[r] || g.ASCII && r > '~' {
					t.Errorf("%v: %q for state %d, newest %v", g, r, s, newest)
				}
				seen[r] = true
			}
		}
		for n := -1; n <= 9; n++ {
			if r := g.Bar(n); g.ASCII && r > '~' {
				t.Errorf("%q", r)
			}
		}
	}
}

func TestBlocksStandBesideAndAboveEachOther(t *testing.T) {
	if got := draw.Beside("a\nb", "1\n2", "x"); got != "a1x\nb2" {
		t.Errorf("%q", got)
	}
	if got := draw.Above("a", "", "b"); got != "a\nb" {
		t.Errorf("%q", got)
	}
	if got := draw.Beside(); got != "" {
		t.Errorf("%q", got)
	}
}

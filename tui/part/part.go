// Package part holds the parts of the screen: the nodes, the timeline, the status,
// and pages of text. A part is a struct that is filled when something has changed;
// Render draws it and changes nothing. What Render returns is exactly as wide and
// high as it was asked to be.
package part

import (
	"fmt"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/tui/draw"
)

// Words chooses between the languages of the screen.
type Words struct{ Language reason.Language }

// Say is a text in the language of the screen.
func (w Words) Say(english, chinese string) string {
	if w.Language == reason.Chinese {
		return chinese
	}
	return english
}

// Sayf is Say with arguments.
func (w Words) Sayf(english, chinese string, args ...any) string {
	return fmt.Sprintf(w.Say(english, chinese), args...)
}

// Look is how everything is drawn: with which words and glyphs.
type Look struct {
	Words
	draw.Glyphs
}

// Clock writes a simulated time: 0s, 12.5s, 3m07s, 2h05m00s.
func Clock(t state.Time) string {
	t = t.Round(10 * time.Millisecond)
	switch {
	case t < 0:
		return "-" + Clock(-t)
	case t < time.Minute:
		text := fmt.Sprintf("%.2f", t.Seconds())
		return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + "s"
	case t < time.Hour:
		return fmt.Sprintf("%dm%02ds", int(t.Minutes()), int(t.Seconds())%60)
	case t < 48*time.Hour:
		return fmt.Sprintf("%dh%02dm%02ds", int(t.Hours()), int(t.Minutes())%60, int(t.Seconds())%60)
	}
	return fmt.Sprintf("%dd%02dh", int(t.Hours())/24, int(t.Hours())%24)
}

// Span is a piece of a line.
type Span struct {
	Text string
	Ink  draw.Ink
}

// Line is a line of a page, of spans that follow each other.
type Line struct {
	Spans []Span
	// Keep cuts the line at the edge instead of breaking it.
	Keep bool
	// Marked lines are where the page's cursor is.
	Marked bool
}

// Plain is a line of one text.
func Plain(text string) Line { return Line{Spans: []Span{{Text: text}}} }

// Inked is a line of one text in an ink.
func Inked(ink draw.Ink, text string) Line { return Line{Spans: []Span{{text, ink}}} }

// Page is a text to scroll in.
type Page struct {
	Look  Look
	Lines []Line
	// Top is the first line shown, as a number of lines after breaking; it is held
	// within bounds when the page is drawn.
	Top int
	// Tail shows the end of the page, Top lines before it.
	Tail bool
	// Cursor keeps the marked line in sight.
	Cursor bool
	// Empty is what is shown where there are no lines.
	Empty string
}

// Render draws the page.
func (p *Page) Render(width, height int) string {
	c := draw.New(width, height)
	rows, top := p.view(width, height)
	if len(rows) == 0 {
		for y, text := range draw.Wrap(p.Empty, width-1) {
			c.Text(0, y, draw.Dim, text)
		}
		return c.String()
	}
	for y := range min(height, len(rows)-top) {
		row := rows[top+y].Line
		x := 0
		for _, s := range row.Spans {
			x = c.TextIn(x, y, width-x, s.Ink, s.Text)
		}
		if row.Marked {
			c.Tint(0, y, width, func(i draw.Ink) draw.Ink { return i.With(draw.Reverse) })
		}
	}
	if top > 0 {
		c.Put(width-1, 0, draw.Dim, p.Look.Of('↑', '^'))
	}
	if top+height < len(rows) {
		c.Put(width-1, height-1, draw.Dim, p.Look.Of('↓', 'v'))
	}
	return c.String()
}

// LineAt is which of Lines is drawn in a row of a page of this size, -1 for none.
func (p *Page) LineAt(y, width, height int) int {
	rows, top := p.view(width, height)
	if y < 0 || y >= height || top+y >= len(rows) {
		return -1
	}
	return rows[top+y].of
}

// pageRow is a row of a page and the line that it is a part of.
type pageRow struct {
	Line
	of int
}

// view breaks lines to the width, and tells which row is the first that is seen.
func (p *Page) view(width, height int) (rows []pageRow, top int) {
	marked := -1
	for i, l := range p.Lines {
		if l.Marked && marked < 0 {
			marked = len(rows)
		}
		if l.Keep || len(l.Spans) == 0 {
			rows = append(rows, pageRow{l, i})
			continue
		}
		for _, row := range broken(l, width-1) {
			rows = append(rows, pageRow{row, i})
		}
	}
	top = p.Top
	switch {
	case p.Cursor && marked >= 0:
		top = max(marked-height/2, 0) + p.Top
	case p.Tail:
		top = len(rows) - height - p.Top
	}
	return rows, max(min(top, len(rows)-height), 0)
}

// broken breaks a line of spans: the first ones stay in front where they fit, and
// the last one is broken, with its further lines under its first.
func broken(l Line, width int) []Line {
	head, n := 0, len(l.Spans)-1
	for _, s := range l.Spans[:n] {
		head += draw.Width(s.Text)
	}
	last := l.Spans[n]
	if head > width/2 {
		head = 2
		var rows []Line
		front := Line{Spans: l.Spans[:n], Marked: l.Marked}
		rows = append(rows, front)
		for _, text := range draw.Wrap(strings.TrimLeft(last.Text, " "), width-head) {
			rows = append(rows, Line{Spans: []Span{{Text: "  "}, {text, last.Ink}}, Marked: l.Marked})
		}
		return rows
	}
	var rows []Line
	for i, text := range draw.Wrap(last.Text, width-head) {
		spans := append(append([]Span{}, l.Spans[:n]...), Span{text, last.Ink})
		if i > 0 {
			spans = []Span{{Text: strings.Repeat(" ", head)}, {text, last.Ink}}
		}
		rows = append(rows, Line{Spans: spans, Marked: l.Marked})
	}
	return rows
}

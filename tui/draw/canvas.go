// Package draw puts text and glyphs on a grid of terminal cells. Parts of the
// screen are drawn on a Canvas of their own and come out as lines that are exactly
// as wide as the canvas, whatever is in them: wide characters take two cells, what
// does not fit is cut at a cell, and nothing that could steer a terminal passes.
package draw

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Canvas is a grid of cells. The zero Ink and blanks fill it at first.
type Canvas struct {
	width, height int
	cells         []cell
}

// cell is one cell: a character with what combines with it, and its ink. A cell
// behind a wide character is empty.
type cell struct {
	text string
	ink  Ink
	tail bool // the second half of a wide character
}

// New is an empty canvas; sizes below 0 count as 0.
func New(width, height int) *Canvas {
	width, height = max(width, 0), max(height, 0)
	return &Canvas{width: width, height: height, cells: make([]cell, width*height)}
}

// Text writes a text that lies on one line and returns the column behind it. What
// does not fit before the right edge is left out.
func (c *Canvas) Text(x, y int, ink Ink, text string) int {
	return c.TextIn(x, y, c.width-x, ink, text)
}

// TextIn is Text for a field of so many cells.
func (c *Canvas) TextIn(x, y, width int, ink Ink, text string) int {
	end := min(x+width, c.width)
	if y < 0 || y >= c.height || x < 0 {
		return x
	}
	for _, r := range Clean(text) {
		w := runeWidth(r)
		switch {
		case w == 0 && x > 0 && x <= c.width && len(c.cells[y*c.width+x-1].text) < 32:
			c.combine(x-1, y, r)
			continue
		case w == 0:
			continue
		case x+w > end:
			return x
		}
		c.put(x, y, w, ink, string(r))
		x += w
	}
	return x
}

// combine adds a mark to the character before it.
func (c *Canvas) combine(x, y int, r rune) {
	at := &c.cells[y*c.width+x]
	if at.tail && x > 0 {
		at = &c.cells[y*c.width+x-1]
	}
	if at.text != "" {
		at.text += string(r)
	}
}

// put sets one character and mends wide ones that it breaks.
func (c *Canvas) put(x, y, w int, ink Ink, text string) {
	row := c.cells[y*c.width : (y+1)*c.width]
	if row[x].tail && x > 0 {
		row[x-1].text = ""
	}
	for i := x; i < x+w; i++ {
		row[i] = cell{ink: ink, tail: i > x}
	}
	row[x].text = text
	for i := x + w; i < len(row) && row[i].tail; i++ {
		row[i].tail = false
	}
}

// Put sets one character that is one cell wide.
func (c *Canvas) Put(x, y int, ink Ink, r rune) {
	if x >= 0 && x < c.width && y >= 0 && y < c.height {
		c.put(x, y, 1, ink, string(r))
	}
}

// Tint changes the ink of a field and leaves its text.
func (c *Canvas) Tint(x, y, width int, change func(Ink) Ink) {
	if y < 0 || y >= c.height {
		return
	}
	for i := max(x, 0); i < min(x+width, c.width); i++ {
		at := &c.cells[y*c.width+i]
		at.ink = change(at.ink)
	}
}

// Rule draws a horizontal line of one character.
func (c *Canvas) Rule(y int, ink Ink, r rune) {
	for x := range c.width {
		c.Put(x, y, ink, r)
	}
}

// String is the canvas as lines of exactly its width, with the escape sequences
// of its inks and no line break at the end.
func (c *Canvas) String() string {
	var b strings.Builder
	b.Grow(len(c.cells) * 3)
	for y := range c.height {
		if y > 0 {
			b.WriteByte('\n')
		}
		ink := Ink(0)
		for _, at := range c.cells[y*c.width : (y+1)*c.width] {
			if at.tail {
				continue
			}
			if at.ink != ink {
				at.ink.write(&b)
				ink = at.ink
			}
			if at.text == "" {
				b.WriteByte(' ')
			} else {
				b.WriteString(at.text)
			}
		}
		if ink != 0 {
			Ink(0).write(&b)
		}
	}
	return b.String()
}

// Beside puts blocks next to each other, each as high as the first.
func Beside(blocks ...string) string {
	if len(blocks) == 0 {
		return ""
	}
	columns := make([][]string, len(blocks))
	for i, block := range blocks {
		columns[i] = strings.Split(block, "\n")
	}
	var b strings.Builder
	for y := range columns[0] {
		if y > 0 {
			b.WriteByte('\n')
		}
		for _, column := range columns {
			if y < len(column) {
				b.WriteString(column[y])
			}
		}
	}
	return b.String()
}

// Above puts blocks below each other; those without a line are left out.
func Above(blocks ...string) string {
	var kept []string
	for _, block := range blocks {
		if block != "" {
			kept = append(kept, block)
		}
	}
	return strings.Join(kept, "\n")
}

// Width is how many cells a text takes.
func Width(text string) int {
	if ascii(text) {
		return len(text)
	}
	return ansi.StringWidthWc(Clean(text))
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

func runeWidth(r rune) int {
	if r < 0x7f {
		return 1
	}
	return ansi.StringWidthWc(string(r))
}

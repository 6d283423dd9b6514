package part

import (
	"slices"
	"strconv"

	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/sight"
)

// Timeline shows how many nodes have an available pod over time: the past as it
// was, and what is recorded or foreseen of the future.
type Timeline struct {
	Look   Look
	Points []sight.Point
	Marks  []sight.Mark
	// Ahead continues Points with what would happen if nobody did anything more.
	Ahead []sight.Point
	Now   state.Time
	// Desired is how many nodes should run a pod; Budget how many of them the
	// strategy wants available, 0 for no line.
	Desired, Budget int
}

// span is the time that the chart covers.
func (t *Timeline) span() state.Time {
	end := max(t.Now, state.Second)
	if n := len(t.Points); n > 0 {
		end = max(end, t.Points[n-1].At)
	}
	if n := len(t.Ahead); n > 0 {
		end = max(end, t.Ahead[n-1].At)
	}
	if n := len(t.Marks); n > 0 {
		end = max(end, t.Marks[n-1].At)
	}
	return end
}

// label is how wide the numbers at the left edge are.
func (t *Timeline) label() int {
	width := 2
	for n := t.Desired; n > 9; n /= 10 {
		width++
	}
	return width
}

// TimeAt is the time at a column of a timeline of this width.
func (t *Timeline) TimeAt(x, width int) state.Time {
	columns := width - t.label()
	if columns < 2 {
		return 0
	}
	x = min(max(x-t.label(), 0), columns-1)
	return t.span() * state.Time(x) / state.Time(columns-1)
}

// column is where a time is drawn.
func (t *Timeline) column(at state.Time, columns int) int {
	return int(float64(at) / float64(t.span()) * float64(columns-1))
}

// values are the lowest numbers of available pods in each column, -1 where nothing
// is known, and the numbers of those that are of the newest revision.
func (t *Timeline) values(columns int) (available, updated []int) {
	available, updated = make([]int, columns), make([]int, columns)
	for i := range available {
		available[i], updated[i] = -1, -1
	}
	last, filled := sight.Point{}, 0
	set := func(p sight.Point) {
		x := min(max(t.column(p.At, columns), 0), columns-1)
		for ; filled <= x; filled++ {
			available[filled], updated[filled] = last.Available, last.Updated
		}
		available[x] = min(available[x], p.Available)
		if t.column(last.At, columns) < x {
			available[x] = p.Available
		}
		updated[x] = p.Updated
		last = p
	}
	for _, p := range t.Points {
		set(p)
	}
	for _, p := range t.Ahead {
		set(p)
	}
	for ; filled < columns; filled++ {
		available[filled], updated[filled] = last.Available, last.Updated
	}
	return available, updated
}

// Render draws the timeline: the chart, the marks, the axis.
func (t *Timeline) Render(width, height int) string {
	c := draw.New(width, height)
	columns := width - t.label()
	if columns < 8 || height < 1 {
		return c.String()
	}
	available, updated := t.values(columns)
	rows := max(height-2, 0)
	base, top := t.scale(available, rows)
	now := t.column(t.Now, columns)
	for y := range rows {
		t.row(c, y, rows, base, top, available, updated, now)
	}
	if rows > 0 {
		c.Text(0, 0, draw.Dim, strconv.Itoa(top))
		if rows > 1 {
			c.Text(0, rows-1, draw.Dim, strconv.Itoa(base))
		}
	}
	if height > 1 {
		t.marks(c, height-2, columns)
	}
	t.axis(c, height-1, width)
	return c.String()
}

// visible is how many eighths of a row a dip has to have to be seen on a whole scale.
const visible = 4

// scale is the lowest and highest number of a chart of so many rows: from 0 where the
// deepest dip can be seen then.
func (t *Timeline) scale(available []int, rows int) (base, top int) {
	top = max(t.Desired, slices.Max(available), 1)
	if top <= 16 {
		return 0, top
	}
	low, dips := top, false
	for i, n := range available {
		if i > 0 && n < available[i-1] { // the first roll-out comes up from 0; a dip counts
			low, dips = min(low, n), true
		}
	}
	if !dips || (top-low)*rows*8 >= top*visible {
		return 0, top
	}
	if t.Budget > 0 {
		low = min(low, t.Budget)
	}
	return max(low-(top-low+3)/4, 0), top
}

// row draws one row of the chart.
func (t *Timeline) row(c *draw.Canvas, y, rows, base, top int, available, updated []int, now int) {
	bottom := (rows - 1 - y) * 8 // in eighths
	line := -1
	if t.Budget > 0 && t.Budget >= base && top > base {
		line = (t.Budget - base) * rows * 8 / (top - base)
	}
	reached := false // the first roll-out comes up from below the budget line
	for x, n := range available {
		level, fresh := 0, 0
		if top > base {
			level = max(n-base, 0) * rows * 8 / (top - base)
			fresh = max(updated[x]-base, 0) * rows * 8 / (top - base)
		}
		if n > base && level == 0 {
			level = 1
		}
		ink := draw.RevisionInk(0)
		r := t.Look.Bar(level - bottom)
		if updated[x] < n && fresh < bottom+4 { // pods of older revisions stand on the new ones
			ink = draw.RevisionInk(1)
			if level >= bottom+8 {
				r = t.Look.Of('▒', ':')
			}
		}
		if reached = reached || n >= t.Budget; reached && n < t.Budget {
			ink = draw.Red
		}
		if x > now {
			ink = ink.With(draw.Dim)
		}
		if r == ' ' && line >= bottom && line < bottom+8 {
			r, ink = t.Look.Of('╌', '-'), draw.Grey
		}
		c.Put(t.label()+x, y, ink, r)
	}
	c.Tint(t.label()+now, y, 1, func(i draw.Ink) draw.Ink { return i.With(draw.Reverse) })
}

// marks draws what people did, and the present.
func (t *Timeline) marks(c *draw.Canvas, y, columns int) {
	for x := range columns {
		c.Put(t.label()+x, y, draw.Grey, t.Look.Of('─', '-'))
	}
	for _, m := range t.Marks {
		x := t.label() + min(t.column(m.At, columns), columns-1)
		if m.Break {
			c.Put(x, y, draw.Red, t.Look.Of('✗', 'x'))
		} else {
			c.Put(x, y, draw.Plain, t.Look.Of('◆', '*'))
		}
	}
	x := t.label() + min(t.column(t.Now, columns), columns-1)
	c.Put(x, y, draw.Bold, t.Look.Of('┃', '|'))
}

// axis writes the times below.
func (t *Timeline) axis(c *draw.Canvas, y, width int) {
	left, right := t.label(), Clock(t.span())
	c.Text(left, y, draw.Dim, "0s")
	c.Text(width-draw.Width(right), y, draw.Dim, right)
	now := Clock(t.Now)
	x := left + t.column(t.Now, width-left) - draw.Width(now)/2
	x = max(left+4, min(x, width-draw.Width(right)-draw.Width(now)-2))
	if t.Now > 0 && now != right {
		c.Text(x, y, draw.Bold, now)
	}
}

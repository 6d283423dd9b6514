package part

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/sight"
)

// Density is how much room a node has.
type Density uint8

// The densities. Auto takes the roomiest that shows all nodes at once.
const (
	Auto Density = iota
	Lines
	Tiles
	Cells
	densities
)

// Next is the next density, after the last the first again.
func (d Density) Next() Density { return (d + 1) % densities }

// Grid shows every node with its daemon pods.
type Grid struct {
	Look     Look
	Sight    *sight.Sight
	Density  Density
	Filter   string
	Grouped  bool
	Selected string // the name of the selected node

	shown   []int // the nodes that the filter lets through, by their place in Sight
	longest int   // the width of the longest of their names
	place   int   // where the selected node was found last
}

// Show takes a new sight.
func (g *Grid) Show(s *sight.Sight) {
	g.Sight, g.longest = s, 1
	g.shown = g.shown[:0]
	words := strings.Fields(strings.ToLower(g.Filter))
	for i := range s.Nodes {
		if n := &s.Nodes[i]; passes(n, words) {
			g.shown = append(g.shown, i)
			g.longest = max(g.longest, draw.Width(n.Name))
		}
	}
	g.place = max(g.find(), 0)
	if g.at() < 0 && len(g.shown) > 0 {
		g.Selected = s.Nodes[g.shown[0]].Name
	}
}

// Shown is how many nodes the filter lets through.
func (g *Grid) Shown() int { return len(g.shown) }

// Node is the selected node, nil where there is none.
func (g *Grid) Node() *sight.Node {
	if i := g.at(); i >= 0 {
		return &g.Sight.Nodes[g.shown[i]]
	}
	return nil
}

// at is the place of the selected node among those shown, -1 for none.
func (g *Grid) at() int {
	if g.place < len(g.shown) && g.Sight.Nodes[g.shown[g.place]].Name == g.Selected {
		return g.place
	}
	return g.find()
}

func (g *Grid) find() int {
	return slices.IndexFunc(g.shown, func(i int) bool { return g.Sight.Nodes[i].Name == g.Selected })
}

// Move selects the node so many places further on.
func (g *Grid) Move(by int) {
	if len(g.shown) > 0 {
		i := min(max(g.at()+by, 0), len(g.shown)-1)
		g.Selected = g.Sight.Nodes[g.shown[i]].Name
	}
}

// MoveRow selects the node so many rows further down, on a grid of this size.
func (g *Grid) MoveRow(by, width, height int) {
	p := g.plan(width, height)
	row, column := p.find(g.at())
	last := -1 // the row of nodes that was come to last
	for row += sign(by); row >= 0 && row < len(p.rows) && by != 0; row += sign(by) {
		if p.rows[row].count() > 0 {
			last, by = row, by-sign(by)
		}
	}
	if last >= 0 {
		r := &p.rows[last]
		g.Selected = g.Sight.Nodes[g.shown[r.from+min(column, r.count()-1)]].Name
	}
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// Height is how many of so many rows the nodes fill.
func (g *Grid) Height(width, height int) int {
	if g.Sight == nil {
		return height
	}
	p := g.plan(width, height)
	return min(len(p.rows)*p.step, height)
}

// At selects the node drawn at a place of a grid of this size; false where none is.
func (g *Grid) At(x, y, width, height int) bool {
	p := g.plan(width, height)
	row := p.top + y/p.step
	if x -= p.gutter; y < 0 || y >= height || row >= len(p.rows) || x < 0 {
		return false
	}
	r := &p.rows[row]
	if x/p.width >= r.count() {
		return false
	}
	g.Selected = g.Sight.Nodes[g.shown[r.from+x/p.width]].Name
	return true
}

// Render draws the nodes.
func (g *Grid) Render(width, height int) string {
	c := draw.New(width, height)
	if g.Sight == nil || len(g.shown) == 0 {
		text := g.Look.Say("no node here", "没有节点")
		if g.Filter != "" {
			text = g.Look.Sayf("no node matches /%s", "没有节点符合 /%s", g.Filter)
		}
		c.Text(0, 0, draw.Dim, text)
		return c.String()
	}
	p, at := g.plan(width, height), g.at()
	for row := p.top; row < len(p.rows) && (row-p.top)*p.step < height; row++ {
		r, y := &p.rows[row], (row-p.top)*p.step
		switch {
		case r.count() == 0:
			c.Text(0, y, draw.Bold, g.heading(r.heading))
		case p.gutter > 0:
			c.Text(0, y, draw.Dim, g.Look.Cut(g.Sight.Nodes[g.shown[r.from]].Name, p.gutter-2))
		}
		for place := r.from; place < r.to; place++ {
			x := p.gutter + (place-r.from)*p.width
			g.node(c, &p, x, y, &g.Sight.Nodes[g.shown[place]], place == at)
		}
	}
	if p.top > 0 {
		c.Put(width-1, 0, draw.Bold, g.Look.Of('↑', '^'))
	}
	if p.top+height/p.step < len(p.rows) {
		c.Put(width-1, height-1, draw.Bold, g.Look.Of('↓', 'v'))
	}
	return c.String()
}

func (g *Grid) heading(group string) string {
	if group == "" {
		return g.Look.Say("(no value)", "（无此标签）")
	}
	return group
}

// node draws one node.
func (g *Grid) node(c *draw.Canvas, p *gridPlan, x, y int, n *sight.Node, selected bool) {
	ink := draw.Plain
	switch {
	case n.Down:
		ink = draw.Red
	case !n.ShouldRun:
		ink = draw.Grey
	}
	if p.density == Cells {
		g.cell(c, x, y, n)
	} else {
		c.TextIn(x+1, y, p.name, ink, g.Look.Cut(n.Name, p.name))
		end := g.pods(c, x+p.name+2, y, n)
		if p.density == Tiles {
			c.TextIn(x+p.name+4, y, 2, ink, g.marks(n))
		} else {
			g.words(c, max(end+1, x+p.name+7), y, p.width, n)
		}
	}
	if selected {
		if p.density != Cells {
			c.Put(x, y, draw.Bold, g.Look.Of('▸', '>'))
		}
		width := p.name + 1
		if p.density == Cells {
			width = 1
		}
		from := x + min(p.name, 1)
		c.Tint(from, y, width-min(p.name, 1), func(i draw.Ink) draw.Ink { return i.With(draw.Reverse | draw.Bold) })
	}
}

// cell draws a node with two characters: its newest pod, and what is wrong.
func (g *Grid) cell(c *draw.Canvas, x, y int, n *sight.Node) {
	switch {
	case len(n.Pods) > 0:
		pod := n.Pods[len(n.Pods)-1]
		ink := draw.RevisionInk(pod.Age)
		if len(n.Pods) > 1 {
			ink |= draw.Underline
		}
		c.Put(x, y, ink, g.Look.Pod(pod.Shape, pod.Age == 0))
	case n.ShouldRun:
		c.Put(x, y, draw.Plain, g.Look.Pod(draw.NoPod, true))
	default:
		c.Put(x, y, draw.Grey, g.Look.Of('-', '-'))
	}
	mark := g.marks(n)
	if !n.Down && !n.Cordoned && n.Tainted && len(n.Pods) > 0 {
		mark = "" // a taint that keeps nothing away is not worth the noise
	}
	if mark != "" {
		c.Text(x+1, y, draw.Red, string([]rune(mark)[0]))
	}
}

// pods draws the daemon pods of a node, oldest first, and returns the column behind.
func (g *Grid) pods(c *draw.Canvas, x, y int, n *sight.Node) int {
	switch {
	case len(n.Pods) > 0:
	case n.ShouldRun:
		c.Put(x, y, draw.Plain, g.Look.Pod(draw.NoPod, true))
		return x + 1
	default:
		c.Put(x, y, draw.Grey, '-')
		return x + 1
	}
	for _, pod := range n.Pods[max(len(n.Pods)-2, 0):] {
		c.Put(x, y, draw.RevisionInk(pod.Age), g.Look.Pod(pod.Shape, pod.Age == 0))
		x++
	}
	return x
}

// marks are the signs of what a node is: down, cordoned, tainted.
func (g *Grid) marks(n *sight.Node) string {
	var b strings.Builder
	if n.Down {
		b.WriteRune(g.Look.Of('✗', 'x'))
	}
	if n.Cordoned {
		b.WriteRune(g.Look.Of('⊘', '/'))
	}
	if n.Tainted {
		b.WriteRune(g.Look.Of('‡', '%'))
	}
	return b.String()
}

// words says what there is to say about a node on a line of its own.
func (g *Grid) words(c *draw.Canvas, x, y, width int, n *sight.Node) {
	put := func(ink draw.Ink, text string) {
		if text != "" && x+draw.Width(text) <= width {
			x = c.Text(x, y, ink, text) + 1
		}
	}
	for _, pod := range n.Pods {
		put(draw.RevisionInk(pod.Age), pod.Tag+" "+g.Look.State(pod))
	}
	if len(n.Pods) == 0 && !n.ShouldRun {
		put(draw.Grey, g.Look.Say("not for this node", "不在此节点运行"))
	} else if len(n.Pods) == 0 {
		put(draw.Yellow, g.Look.Say("no pod", "没有 Pod"))
	} else if !n.MayStay {
		put(draw.Yellow, g.Look.Say("may not stay", "不得停留"))
	} else if !n.ShouldRun {
		put(draw.Yellow, g.Look.Say("misscheduled", "不该在此运行"))
	}
	if n.Down {
		put(draw.Red, string(g.Look.Of('✗', 'x'))+" NotReady")
	}
	if n.Cordoned {
		put(draw.Yellow, string(g.Look.Of('⊘', '/'))+g.Look.Say(" cordoned", " 已隔离"))
	}
	if n.Tainted {
		put(draw.Grey, string(g.Look.Of('‡', '%'))+g.Look.Say(" tainted", " 有污点"))
	}
	if n.Others > 0 {
		put(draw.Grey, "+"+strconv.Itoa(n.Others))
	}
}

package part

// gridPlan is where everything goes on a grid of one size.
type gridPlan struct {
	density Density
	width   int // of a node
	name    int // of a node's name
	gutter  int // room at the left for the name of a row's first node
	step    int // lines from one row to the next
	rows    []gridRow
	top     int // the first row that is seen
}

// gridRow is a heading or a row of nodes: those at places from to before to among
// those shown.
type gridRow struct {
	heading  string
	from, to int
}

func (r *gridRow) count() int { return r.to - r.from }

// find is the row and column of a node.
func (p *gridPlan) find(at int) (row, column int) {
	for r := range p.rows {
		if at >= p.rows[r].from && at < p.rows[r].to {
			return r, at - p.rows[r].from
		}
	}
	return 0, 0
}

// plan lays the nodes out. It scrolls by whole pages, so that the layout follows
// from the selected node alone.
func (g *Grid) plan(width, height int) gridPlan {
	p := gridPlan{density: g.Density, step: 1}
	for _, size := range sizes {
		if g.Density != Auto && g.Density != size.density || size.step > 1 && height < airy {
			continue
		}
		p.size(size, g.longest, width)
		columns := max((width-p.gutter)/p.width, 1)
		if last := size == sizes[len(sizes)-1]; !last && (len(g.shown)+columns-1)/columns*p.step > height {
			if size.density == Cells || g.Density == Auto {
				continue // it does not fit even without headings
			}
		}
		p.lay(g, columns)
		if len(p.rows)*p.step <= height && (size.density != Lines || width >= 30) {
			break
		}
	}
	if page := height / p.step; page > 0 {
		row, _ := p.find(g.at())
		p.top = row / page * page
	}
	return p
}

// gridSize is how large nodes are: cells may be so wide, with a free line between rows.
type gridSize struct {
	density Density
	width   int
	step    int
}

// sizes are the sizes of nodes, the roomiest first.
var sizes = []gridSize{{Lines, 0, 1}, {Tiles, 0, 1}, {Cells, 4, 2}, {Cells, 3, 1}, {Cells, 2, 1}}

const (
	airy   = 12 // lines that a grid has at least for free lines between its rows
	roomy  = 36 // columns that a grid has at least beside its gutter
	gutter = 14 // the widest name in the gutter
)

// size is the size of a node in the plan's density.
func (p *gridPlan) size(s gridSize, longest, width int) {
	p.density, p.step, p.gutter = s.density, s.step, 0
	switch p.density {
	case Lines:
		p.name, p.width = min(longest, max(width/3, 8)), max(width, 1)
	case Tiles:
		p.name = min(longest, 22, max(width-7, 1))
		p.width = min(p.name+7, max(width, 1))
	default:
		p.name, p.width = 0, s.width
		if g := min(longest, gutter) + 2; width-g >= roomy {
			p.gutter = g
		}
	}
}

// lay puts the nodes into rows, group by group.
func (p *gridPlan) lay(g *Grid, columns int) {
	p.rows = p.rows[:0:0]
	group := ""
	for place, i := range g.shown {
		n := &g.Sight.Nodes[i]
		if g.Grouped && (place == 0 || n.Group != group) {
			group = n.Group
			p.rows = append(p.rows, gridRow{heading: group}, gridRow{})
		}
		if len(p.rows) == 0 || p.rows[len(p.rows)-1].count() == columns {
			p.rows = append(p.rows, gridRow{from: place, to: place})
		}
		last := &p.rows[len(p.rows)-1]
		if last.count() == 0 {
			last.from = place
		}
		last.to = place + 1
	}
}

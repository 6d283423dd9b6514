package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/part"
)

// box is a place on the screen.
type box struct{ x, y, width, height int }

func (b box) holds(x, y int) bool {
	return x >= b.x && x < b.x+b.width && y >= b.y && y < b.y+b.height
}

// layout is where the parts are on a screen of some size.
type layout struct {
	status, grid, page, timeline box
	wide                         bool // the page stands beside the nodes, not below them
}

// smallest is the least size that anything is drawn at.
const smallestWidth, smallestHeight = 30, 10

// layout follows from the size of the screen; on a narrow one from how many nodes there
// are as well, so that few of them leave more room to the page.
func (m *Model) layout() layout {
	w, h := m.width, m.height
	status, timeline := 5, 6
	switch {
	case h >= 40:
		status, timeline = 7, 10
	case h >= 30:
		status, timeline = 6, 8
	case h < 20:
		status, timeline = 2, 0
	case h < 24:
		status, timeline = 3, 4
	}
	l := layout{wide: w >= 90}
	l.status = box{0, 1, w, status}
	top := 1 + status
	rest := h - top - 1 // the last line is the foot
	l.timeline = box{0, h - 1 - timeline, w, timeline}
	rest -= timeline
	if l.wide {
		left := w * 55 / 100
		l.grid = box{0, top + 1, left, rest - 1}
		l.page = box{left + 1, top + 1, w - left - 1, rest - 1}
		return l
	}
	nodes := (rest - 2) / 2
	nodes = min(nodes, max(m.grid.Height(w, nodes), 2))
	l.grid = box{0, top + 1, w, nodes}
	l.page = box{0, top + 2 + nodes, w, rest - 2 - nodes}
	return l
}

// View draws the frame; it changes nothing.
func (m *Model) View() tea.View {
	v := tea.NewView(m.frame())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "rollscope"
	if m.prompt.open && m.height > 0 {
		_, x := m.prompt.line(m.width)
		v.Cursor = tea.NewCursor(min(x, max(m.width-1, 0)), m.height-1)
	}
	return v
}

// frame is the screen as lines.
func (m *Model) frame() string {
	switch {
	case m.width < smallestWidth || m.height < smallestHeight:
		c := draw.New(m.width, m.height)
		c.Text(0, 0, draw.Plain, m.look().Say("window too small", "窗口太小"))
		return c.String()
	case m.picker.open:
		return draw.Above(m.title(), m.picker.render(m.look(), m.width, m.height-2), m.foot())
	case m.player == nil:
		c := draw.New(m.width, m.height)
		c.Text(0, 0, draw.Bold|draw.Cyan, "rollscope")
		c.Text(10, 0, draw.Dim, m.look().Say("opening...", "正在打开……"))
		return c.String()
	case m.helping:
		return draw.Above(m.title(), m.page.Render(m.width, m.height-2), m.foot())
	}
	l := m.layout()
	status := m.status.Render(l.status.width, l.status.height)
	if l.timeline.height == 0 {
		return draw.Above(m.title(), status, m.middle(l), m.foot())
	}
	return draw.Above(m.title(), status, m.middle(l), m.timeline.Render(l.timeline.width, l.timeline.height), m.foot())
}

// middle are the nodes and the page, or two futures side by side.
func (m *Model) middle(l layout) string {
	if m.compare.branch != "" {
		height := l.grid.height + 1
		if !l.wide {
			height += l.page.height + 1
		}
		return m.compare.render(m, m.width, height)
	}
	nodes := draw.Above(m.nodesHead(l.grid.width), m.grid.Render(l.grid.width, l.grid.height))
	page := draw.Above(m.pageHead(l.page.width), m.page.Render(l.page.width, l.page.height))
	if !l.wide {
		return draw.Above(nodes, page)
	}
	bar := draw.New(1, l.grid.height+1)
	for y := range l.grid.height + 1 {
		bar.Put(0, y, draw.Grey, m.look().Of('│', '|'))
	}
	return draw.Beside(nodes, bar.String(), page)
}

// title is the first line: what is shown, the branch, the time, the speed.
func (m *Model) title() string {
	c := draw.New(m.width, 1)
	x := c.Text(0, 0, draw.Bold|draw.Cyan, "rollscope ") + 1
	if m.picker.open {
		c.Text(x, 0, draw.Plain, m.look().Say("choose a scenario", "选择一个场景"))
		return c.String()
	}
	right := m.transport()
	from := max(m.width-draw.Width(right)-1, 0)
	t := m.player.Session.File().Title
	name := strings.Join(t.English, " ")
	if m.options.Language == reason.Chinese && len(t.Chinese) > 0 {
		name = strings.Join(t.Chinese, "")
	}
	if b := m.player.Session.Branch(); len(m.player.Session.Branches()) > 1 {
		name = "[" + b + "] " + name
	}
	c.TextIn(x, 0, from-x-1, draw.Bold, m.look().Cut(name, max(from-x-1, 0)))
	c.Text(from, 0, draw.Bold, right)
	return c.String()
}

// transport is the present time and how it moves.
func (m *Model) transport() string {
	sign := "||"
	if m.playing {
		sign = string(m.look().Of('▶', '>'))
	}
	event, recorded, at := m.player.Position()
	return part.Clock(at) + "  #" + strconv.Itoa(event) + "/" + strconv.Itoa(recorded) + "  " + sign + " " +
		strconv.FormatFloat(speeds[m.speed], 'g', -1, 64) + "x"
}

// head is a heading: its text in a line.
func (m *Model) head(width int) *draw.Canvas {
	c := draw.New(width, 1)
	c.Rule(0, draw.Grey, m.look().Of('─', '-'))
	return c
}

func (m *Model) nodesHead(width int) string {
	c := m.head(width)
	text := m.look().Sayf(" %d nodes ", " %d 个节点 ", len(m.sight.Nodes))
	if m.grid.Filter != "" {
		text = m.look().Sayf(" %d of %d nodes /%s ", " %d / %d 个节点 /%s ", m.grid.Shown(), len(m.sight.Nodes), m.grid.Filter)
	}
	x := c.Text(1, 0, draw.Bold, text)
	if n := m.grid.Node(); n != nil {
		c.Text(x+1, 0, draw.Bold|draw.Reverse, m.look().Cut(" "+n.Name+" ", max(width-x-2, 0)))
	}
	return c.String()
}

// paneTitle is what stands in the heading for a pane.
func (m *Model) paneTitle(p pane) string {
	name := " " + m.look().Say(paneNames[p][0], paneNames[p][1]) + " "
	if n := len(m.findings.list); p == paneFindings && n > 0 {
		name += strconv.Itoa(n) + " "
	}
	return name
}

// paneAt is the pane whose title is at a column of the heading; the present one where
// there is none.
func (m *Model) paneAt(x int) pane {
	from := 1
	for p := range panes {
		to := from + draw.Width(m.paneTitle(p))
		if x >= from && x < to {
			return p
		}
		from = to
	}
	return m.pane
}

func (m *Model) pageHead(width int) string {
	c := m.head(width)
	x := 1
	for i := range paneNames {
		name := m.paneTitle(pane(i))
		ink := draw.Dim
		if pane(i) == m.pane {
			ink = draw.Bold | draw.Reverse
		}
		x = c.Text(x, 0, ink, name)
	}
	return c.String()
}

// foot is the last line: the prompt, a notice, or the keys.
func (m *Model) foot() string {
	c := draw.New(m.width, 1)
	switch {
	case m.prompt.open:
		text, _ := m.prompt.line(m.width)
		c.Text(0, 0, draw.Plain, text)
	case m.notice.text != "" && m.notice.bad:
		c.Text(0, 0, draw.Red|draw.Bold, m.look().Cut(string(m.look().Of('✖', '!'))+" "+m.notice.text, m.width))
	case m.notice.text != "":
		c.Text(0, 0, draw.Plain, m.look().Cut(m.notice.text, m.width))
	default:
		m.keys(c)
	}
	return c.String()
}

// keys are the keys that matter most here, as many as there is room for.
func (m *Model) keys(c *draw.Canvas) {
	l := m.look()
	arrows := l.Say("←→", "←→")
	if l.ASCII {
		arrows = "left/right"
	}
	list := [][2]string{
		{"space", l.Say("play", "播放")},
		{arrows, l.Say("decision", "决定")},
		{"?", l.Say("help", "帮助")},
		{"q", l.Say("quit", "退出")},
		{"w", l.Say("why stuck", "为何停滞")},
		{"b", l.Say("break", "弄坏")},
		{"i", l.Say("image", "镜像")},
		{":", "kubectl"},
		{"f", l.Say("fork", "分叉")},
		{"/", l.Say("filter", "筛选")},
		{"tab", l.Say("pane", "面板")},
		{"s", l.Say("save", "保存")},
		{"L", l.Say("中文", "English")},
	}
	if m.picker.open {
		list = [][2]string{{"enter", l.Say("open", "打开")}, {"/", l.Say("filter", "筛选")}, {"L", l.Say("中文", "English")}, {"q", l.Say("quit", "退出")}}
	}
	x := 0
	for _, k := range list {
		if x+draw.Width(k[0])+draw.Width(k[1])+2 > m.width {
			break
		}
		x = c.Text(x, 0, draw.Cyan, k[0])
		x = c.Text(x+1, 0, draw.Dim, k[1]) + 2
	}
}

// onClick selects a node or goes to a time.
func (m *Model) onClick(x, y int) tea.Cmd {
	l := m.layout()
	switch {
	case m.prompt.open:
		return nil
	case m.picker.open:
		return m.picker.click(m, y-1)
	case m.helping || m.player == nil:
		return nil
	case m.compare.branch == "" && l.page.holds(x, y+1) && y == l.page.y-1:
		return m.toPane(int(m.paneAt(x-l.page.x)) - int(m.pane) + int(panes))
	case m.compare.branch == "" && l.page.holds(x, y):
		return m.onPageClick(m.page.LineAt(y-l.page.y, l.page.width, l.page.height))
	case l.grid.holds(x, y) && m.compare.branch == "":
		m.grid.At(x-l.grid.x, y-l.grid.y, l.grid.width, l.grid.height)
		m.fill()
	case l.timeline.holds(x, y):
		return m.move(func() bool { return m.player.Seek(m.timeline.TimeAt(x, l.timeline.width)) == nil })
	}
	return nil
}

// onPageClick goes to an event, or to a finding and its line.
func (m *Model) onPageClick(line int) tea.Cmd {
	switch {
	case line < 0:
	case m.pane == paneEvents:
		n := m.firstEvent() + line + 1
		return m.move(func() bool { m.player.SeekEvent(n); return true })
	case m.pane == paneFindings && m.findings.source:
		m.findings.source = false
		m.fill()
	case m.pane == paneFindings && line/2 < len(m.findings.list):
		m.findings.source = m.findings.at == line/2
		m.findings.at = line / 2
		m.fill()
	}
	return nil
}

// onWheel scrolls what is below the mouse.
func (m *Model) onWheel(w tea.MouseWheelMsg) {
	by := 3
	if w.Button == tea.MouseWheelUp {
		by = -3
	}
	switch l := m.layout(); {
	case m.prompt.open:
	case m.picker.open:
		m.picker.at = min(max(m.picker.at+by, 0), max(len(m.picker.shown())-1, 0))
	case m.player == nil:
	case l.grid.holds(w.X, w.Y) && !m.helping:
		m.grid.MoveRow(by, l.grid.width, l.grid.height)
		m.fill()
	default:
		if m.page.Tail {
			by = -by
		}
		m.scroll = max(m.scroll+by, 0)
		m.fill()
	}
}

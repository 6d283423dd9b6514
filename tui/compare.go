package tui

import (
	"fmt"
	"slices"

	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/part"
	"github.com/rollscope/rollscope/tui/sight"
)

// compare shows two branches side by side at the same moment: the one that is
// gone on in, and another.
type compare struct {
	branch string // the other branch, "" while nothing is compared
	eye    sight.Eye
	curve  sight.Curve
	sight  *sight.Sight
}

// fork begins a branch here and compares it with the one it comes from.
func (m *Model) fork() effect {
	m.playing = false
	from := m.player.Session.Branch()
	name := ""
	for name == "" || !m.free(name) {
		m.forks++
		name = fmt.Sprintf("fork-%d", m.forks)
	}
	if err := m.player.Fork(name); err != nil {
		m.sayBad(err.Error())
		return nil
	}
	m.compare = compare{branch: from}
	m.changed()
	m.say(m.look().Sayf("this is %s now; x goes to %s and back", "现在位于 %s；按 x 往返 %s", name, from))
	return m.foretell()
}

func (m *Model) free(name string) bool {
	return !slices.Contains(m.player.Session.Branches(), name)
}

// switchBranch changes places with the other branch.
func (m *Model) switchBranch() effect {
	names, here := m.player.Session.Branches(), m.player.Session.Branch()
	other := m.compare.branch
	for i, name := range names {
		if other == "" && name == here {
			other = names[(i+1)%len(names)]
		}
	}
	if other == here || other == "" {
		m.say(m.look().Say("there is one branch only; f begins another", "只有一个分支；按 f 分叉"))
		return nil
	}
	at := m.player.Cluster().Now()
	if err := m.player.Switch(other); err != nil {
		m.sayBad(err.Error())
		return nil
	}
	if m.player.Cluster().Now() != at {
		_ = m.player.Seek(at)
	}
	m.compare = compare{branch: here}
	m.changed()
	return m.foretell()
}

// follow brings the other branch to the moment of the present one.
func (c *compare) follow(m *Model) {
	if c.branch == "" {
		return
	}
	other := m.player.Other(c.branch, m.player.Cluster().Now())
	if other == nil {
		*c = compare{}
		return
	}
	c.eye.GroupBy = m.eye.GroupBy
	key := m.set
	if key == "" && m.sight.Set != nil {
		key = m.sight.Set.Key()
	}
	c.sight = c.eye.Look(other, key)
	if c.sight.Set != nil {
		c.curve.Follow(other, c.sight.Set.ID)
	}
}

// render draws both: the other branch to the left, the present one to the right.
func (c *compare) render(m *Model, width, height int) string {
	left := (width - 1) / 2
	here := m.player.Session.Branch()
	bar := draw.New(1, height)
	for y := range height {
		bar.Put(0, y, draw.Grey, m.look().Of('│', '|'))
	}
	return draw.Beside(
		c.side(m, c.branch, c.sight, c.curve.Points, left, height, false), bar.String(),
		c.side(m, here, m.sight, m.curve.Points, width-left-1, height, true))
}

// side draws one branch: a heading, its numbers, its nodes, its timeline.
func (c *compare) side(m *Model, name string, s *sight.Sight, points []sight.Point, width, height int, present bool) string {
	head := m.head(width)
	ink := draw.Bold
	if present {
		ink |= draw.Reverse
	}
	head.Text(1, 0, ink, " "+name+" ")
	numbers := draw.New(width, 1)
	numbers.Text(1, 0, draw.Plain, m.look().Cut(sideNumbers(m.look(), s), max(width-1, 0)))
	grid := part.Grid{Look: m.look(), Density: m.grid.Density, Filter: m.grid.Filter, Grouped: m.grid.Grouped, Selected: m.grid.Selected}
	grid.Show(s)
	line := m.timeline
	line.Points, line.Ahead, line.Marks, line.Now = points, nil, nil, s.Now
	strip := 0
	if height >= 10 {
		strip = 4
	}
	if strip == 0 {
		return draw.Above(head.String(), numbers.String(), grid.Render(width, height-2))
	}
	return draw.Above(head.String(), numbers.String(), grid.Render(width, height-2-strip), line.Render(width, strip))
}

func sideNumbers(l part.Look, s *sight.Sight) string {
	if s.Set == nil {
		return l.Say("no DaemonSet", "没有 DaemonSet")
	}
	n := s.Set.Status
	text := l.Sayf("available %d of %d, up-to-date %d", "可用 %d / %d，最新 %d", n.NumberAvailable, n.DesiredNumberScheduled, n.UpdatedNumberScheduled)
	if progress.RolledOut(s.Set) {
		text += l.Say(", done", "，已完成")
	}
	return text
}

package tui

import (
	"fmt"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/why"
	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/part"
	"github.com/rollscope/rollscope/tui/sight"
)

// pane is what the page beside the nodes shows.
type pane int

// The panes in order.
const (
	paneWhy pane = iota
	paneEvents
	paneManifest
	paneFindings
	paneLog
	panes
)

// paneNames are their names in English and Chinese.
var paneNames = [...][2]string{{"why", "为什么"}, {"events", "事件"}, {"manifest", "清单"}, {"lint", "检查"}, {"commands", "命令"}}

// sightEye is an eye that groups by a label.
func sightEye(label string) sight.Eye { return sight.Eye{GroupBy: label} }

// fill brings all parts up to date with what was seen last.
func (m *Model) fill() {
	if m.player == nil {
		return
	}
	c := m.player.Cluster()
	m.grid.Show(m.sight)
	m.status.Sight, m.status.Forecast, m.status.Waits = m.sight, m.foretold.forecast, nil
	m.timeline.Now, m.timeline.Points, m.timeline.Marks = m.sight.Now, m.curve.Points, m.curve.Marks
	m.timeline.Ahead = m.foretold.ahead
	m.timeline.Desired, m.timeline.Budget = m.sight.Budget.Desired, 0
	if d := m.sight.Set; d != nil {
		m.status.Waits = c.Index(d.ID).Waiting(3)
		m.timeline.Budget = m.sight.Budget.Desired - m.sight.Budget.MaxUnavailable
	}
	m.page.Lines, m.page.Top, m.page.Tail, m.page.Cursor, m.page.Empty = nil, m.scroll, false, false, ""
	if m.helping {
		m.page.Lines = m.helpLines()
		return
	}
	switch m.pane {
	case paneWhy:
		m.page.Lines = m.whyLines(c)
	case paneEvents:
		m.page.Lines, m.page.Cursor = m.eventLines(c), true
	case paneManifest:
		m.page.Lines = m.manifestLines(c)
	case paneFindings:
		m.fillFindings()
	case paneLog:
		m.page.Lines, m.page.Tail = m.logLines(), true
	}
}

// whyLines explain the last decision, the selected node, and the rollout where it
// was asked for.
func (m *Model) whyLines(c *core.Cluster) []part.Line {
	l := m.look()
	var lines []part.Line
	lines = append(lines, m.answer.lines(l, m.sight.Event)...)
	if events := c.Events(); len(events) > 0 {
		e := &events[len(events)-1]
		lines = append(lines, part.Inked(draw.Bold, l.Sayf("last decision, #%d at %s", "上一个决定 #%d，%s", e.Number+1, part.Clock(e.At))),
			part.Plain(e.Why.Sentence(l.Language)))
		if entry, ok := reason.Lookup(e.Why.Code); ok {
			lines = append(lines, part.Inked(draw.Dim, e.Actor.String()+", "+string(e.Why.Code)), part.Inked(draw.Dim, entry.Upstream))
		}
		lines = append(lines, part.Line{})
	}
	if n := m.grid.Node(); n != nil && m.sight.Set != nil {
		lines = append(lines, m.nodeLines(why.AboutNode(c, m.sight.Set, n.Name), n)...)
	}
	return lines
}

// nodeLines explain a node.
func (m *Model) nodeLines(a why.Node, n *sight.Node) []part.Line {
	l := m.look()
	verdict, ink := l.Say("a daemon pod should run here, and fits", "此节点应运行守护 Pod，且放得下"), draw.Green
	switch {
	case a.ShouldRun && a.Refused:
		verdict, ink = l.Say("a daemon pod should run here, and the API server refuses it", "此节点应运行守护 Pod，但 API 服务器拒绝创建"), draw.Red
	case a.ShouldRun && !a.Fits && n.Down:
		verdict, ink = l.Say("a daemon pod should run here, and the node is not ready for one", "此节点应运行守护 Pod，但节点未就绪"), draw.Red
	case a.ShouldRun && !a.Fits:
		verdict, ink = l.Say("a daemon pod should run here, and does not fit", "此节点应运行守护 Pod，但放不下"), draw.Red
	case !a.ShouldRun && a.MayStay:
		verdict, ink = l.Say("no pod is created here; one that is here may stay", "不会在此创建 Pod；已有的可以停留"), draw.Yellow
	case !a.ShouldRun:
		verdict, ink = l.Say("no daemon pod may run here", "守护 Pod 不得在此运行"), draw.Yellow
	}
	lines := []part.Line{part.Inked(draw.Bold, "node/"+a.Node), part.Inked(ink, verdict)}
	for _, p := range n.Pods {
		lines = append(lines, part.Line{Spans: []part.Span{
			{Text: string(l.Pod(p.Shape, p.Age == 0)) + " ", Ink: draw.RevisionInk(p.Age)}, {Text: p.Name + " " + p.Tag + " " + l.State(p)},
		}})
	}
	lines = append(lines, checkLines(l, &a)...)
	if fix := a.FixIn(l.Language); fix != "" {
		lines = append(lines, part.Line{Spans: []part.Span{{Text: l.Say("to change it: ", "要改变："), Ink: draw.Bold}, {Text: fix}}})
	}
	return lines
}

// checkLines are the checks in order. Those of one component that pass without a
// word share a line; where the controller makes no pod, the others are not asked.
func checkLines(l part.Look, a *why.Node) []part.Line {
	var lines []part.Line
	passed := "" // the component whose last check passed without a word
	for i := range a.Checks {
		ch := &a.Checks[i]
		message := ch.Message
		if ch.Why.Code != "" {
			message = ch.Why.Sentence(l.Language)
		}
		silent := ch.Plain()
		switch {
		case !a.ShouldRun && ch.Component != why.Controller:
			continue
		case silent && passed == ch.Component:
			last := &lines[len(lines)-1]
			last.Spans[len(last.Spans)-1].Text += ", " + ch.Check
			continue
		}
		sign := part.Span{Text: string(l.Of('✔', '+')) + " ", Ink: draw.Green}
		if !ch.OK {
			sign = part.Span{Text: string(l.Of('✖', 'x')) + " ", Ink: draw.Red}
		}
		text := ch.Component + " " + ch.Check
		if !silent {
			text += ": " + message
		}
		lines = append(lines, part.Line{Spans: []part.Span{sign, {Text: text}}})
		if passed = ""; silent {
			passed = ch.Component
		}
	}
	return lines
}

// maxEventLines is how many events the page holds around the present.
const maxEventLines = 400

// firstEvent is the number of the first event that the page holds.
func (m *Model) firstEvent() int { return max(m.player.Cluster().Emitted()-maxEventLines/2, 0) }

// eventLines are the events around the present, which is marked.
func (m *Model) eventLines(c *core.Cluster) []part.Line {
	l := m.look()
	record, n := c.Recorded(), c.Emitted()
	from := m.firstEvent()
	to := min(from+maxEventLines, len(record))
	var lines []part.Line
	for i := from; i < to; i++ {
		e := &record[i]
		ink := draw.Plain
		switch {
		case i >= n:
			ink = draw.Dim
		case e.Actor == core.User:
			ink = draw.Bold
		}
		lines = append(lines, part.Line{Keep: true, Marked: i == n-1, Spans: []part.Span{
			{Text: fmt.Sprintf("%8s ", part.Clock(e.At)), Ink: ink.With(draw.Dim)}, {Text: e.Why.Sentence(l.Language), Ink: ink},
		}})
	}
	return lines
}

// manifestLines are the set as it is now, with what changed since the revision before.
func (m *Model) manifestLines(c *core.Cluster) []part.Line {
	if m.sight.Set == nil {
		return nil
	}
	var lines []part.Line
	for _, d := range m.diff.look(c, m.sight) {
		ink := draw.Plain
		switch {
		case strings.HasPrefix(d, "+"):
			ink = draw.Green
		case strings.HasPrefix(d, "-"):
			ink = draw.Red
		}
		lines = append(lines, part.Line{Keep: true, Spans: []part.Span{{Text: d, Ink: ink}}})
	}
	return lines
}

// logLines are the commands with what they printed.
func (m *Model) logLines() []part.Line {
	var lines []part.Line
	for i := range m.player.Log {
		e := &m.player.Log[i]
		if e.Step >= 0 {
			lines = append(lines, m.prose(e.Step, true)...)
		}
		lines = append(lines, part.Line{Spans: []part.Span{{Text: "$ ", Ink: draw.Green}, {Text: e.Line, Ink: draw.Bold}}})
		ink := draw.Plain
		if e.Failed {
			ink = draw.Red
		}
		for _, text := range strings.Split(strings.TrimRight(e.Output, "\n"), "\n") {
			if text != "" {
				lines = append(lines, part.Line{Keep: len(text) > 0 && !e.Failed, Spans: []part.Span{{Text: text, Ink: ink}}})
			}
		}
	}
	if steps, n := m.player.Session.Steps(), m.player.Session.Position(); n < len(steps) {
		lines = append(lines, m.prose(n, false)...)
		lines = append(lines, part.Inked(draw.Dim, m.look().Say("next: $ ", "下一步：$ ")+steps[n].Command))
	}
	return lines
}

// prose is what a scenario says above one of its steps; ran says that it has run, so
// that the answer to a question may be told.
func (m *Model) prose(step int, ran bool) []part.Line {
	var lines []part.Line
	for _, p := range m.lesson.Above(step, ran) {
		text, between := p.English, " "
		if m.options.Language == reason.Chinese && p.Chinese != "" {
			text, between = p.Chinese, ""
		}
		if !strings.HasPrefix(text, "  ") && !strings.HasPrefix(text, "+ ") {
			lines = append(lines, part.Line{})
		}
		lines = append(lines, part.Inked(draw.Cyan, strings.ReplaceAll(text, "\n", between)))
	}
	return lines
}

// helpLines are all keys.
func (m *Model) helpLines() []part.Line {
	l := m.look()
	var lines []part.Line
	for _, ch := range m.chapters {
		lines = append(lines, part.Inked(draw.Bold, l.Say(ch.english, ch.chinese)))
		for i := range ch.commands {
			if text := ch.commands[i].help(l.Language); text != "" && ch.commands[i].english != "" {
				keys := ch.commands[i].binding.Help().Key
				if l.ASCII {
					keys = strings.NewReplacer("→", "right", "←", "left", "↑", "up", "↓", "down").Replace(keys)
				}
				pad := strings.Repeat(" ", max(12-draw.Width(keys), 1))
				lines = append(lines, part.Line{Spans: []part.Span{{Text: "  " + keys + pad, Ink: draw.Cyan}, {Text: text}}})
			}
		}
	}
	lines = append(lines, part.Inked(draw.Bold, l.Say("signs", "符号")))
	for _, shape := range []draw.Shape{draw.Ready, draw.NotReady, draw.Waiting, draw.Pending, draw.Terminating, draw.Failed} {
		lines = append(lines, part.Line{Spans: []part.Span{
			{Text: "  " + string(l.Pod(shape, true)), Ink: draw.RevisionInk(0)},
			{Text: " " + string(l.Pod(shape, false)), Ink: draw.RevisionInk(1)},
			{Text: "         " + l.State(sight.Pod{Shape: shape}) + l.Say(": newest revision, older one", "：最新修订、旧修订")},
		}})
	}
	return append(lines, part.Plain("  "+string(l.Of('✗', 'x'))+" "+string(l.Of('⊘', '/'))+" "+string(l.Of('‡', '%'))+"       "+
		l.Say("a node that is NotReady, cordoned, tainted", "NotReady、已隔离、有污点的节点")))
}

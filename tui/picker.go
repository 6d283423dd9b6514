package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/part"
)

// picker is the list of scenarios to choose from.
type picker struct {
	open    bool
	choices []Choice
	at      int
	filter  string
}

// shown are the choices that the filter lets through.
func (p *picker) shown() []Choice {
	var list []Choice
	for _, c := range p.choices {
		text := strings.ToLower(c.Name + " " + strings.Join(c.File.Title.English, " ") + strings.Join(c.File.Title.Chinese, " "))
		if strings.Contains(text, strings.ToLower(p.filter)) {
			list = append(list, c)
		}
	}
	return list
}

// pickerKey moves in the list; other keys narrow it down.
func (m *Model) pickerKey(k tea.KeyPressMsg) tea.Cmd {
	p := &m.picker
	list := p.shown()
	switch k.String() {
	case "ctrl+c", "q":
		return tea.Quit
	case "L":
		return m.language()
	case "up", "k":
		p.at--
	case "down", "j":
		p.at++
	case "pgup":
		p.at -= max(m.height-4, 1)
	case "pgdown":
		p.at += max(m.height-4, 1)
	case "home":
		p.at = 0
	case "end":
		p.at = len(list)
	case "/":
		return m.ask(m.look().Say("filter", "筛选"), p.filter, func(m *Model, text string) effect {
			m.picker.filter, m.picker.at = text, 0
			return nil
		})
	case "esc":
		p.filter = ""
	case "enter":
		if p.at < len(list) {
			return m.open(list[p.at].File)
		}
	}
	p.at = min(max(p.at, 0), max(len(list)-1, 0))
	return nil
}

// render draws the list with its headings.
func (p *picker) render(l part.Look, width, height int) string {
	page := part.Page{Look: l, Cursor: true, Empty: l.Say("no scenario matches", "没有符合的场景")}
	topic := ""
	for i, c := range p.shown() {
		group, name, ok := strings.Cut(c.Name, "/")
		if !ok {
			group, name = "", c.Name
		}
		if group != topic {
			topic = group
			page.Lines = append(page.Lines, part.Inked(draw.Bold, group))
		}
		title := c.File.Title.English
		if l.Language == reason.Chinese && len(c.File.Title.Chinese) > 0 {
			title = c.File.Title.Chinese
		}
		name = strings.TrimSuffix(name, ".txtar")
		cells := max(min(width/3, 46), 10)
		cut := l.Cut(name, cells-2)
		page.Lines = append(page.Lines, part.Line{Keep: true, Marked: i == p.at, Spans: []part.Span{
			{Text: "  " + cut + strings.Repeat(" ", max(cells-draw.Width(cut), 1)), Ink: draw.Cyan}, {Text: strings.Join(title, " ")},
		}})
	}
	return page.Render(width, height)
}

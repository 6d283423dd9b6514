package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/lesson"
	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/part"
)

// picker is the list of scenarios to choose from.
type picker struct {
	open    bool
	choices []lesson.Entry
	at      int
	filter  string
}

// shown are the choices that the filter lets through.
func (p *picker) shown() []lesson.Entry {
	var list []lesson.Entry
	for _, c := range p.choices {
		text := strings.ToLower(c.Name + " " + strings.Join(c.Lesson.File.Title.English, " ") + strings.Join(c.Lesson.File.Title.Chinese, " "))
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
			return m.open(list[p.at].Lesson.File)
		}
	}
	p.at = min(max(p.at, 0), max(len(list)-1, 0))
	return nil
}

// render draws the list.
func (p *picker) render(l part.Look, width, height int) string {
	page, _ := p.page(l, width)
	return page.Render(width, height)
}

// click selects the choice in a row; one that is selected is opened.
func (p *picker) click(m *Model, y int) tea.Cmd {
	page, of := p.page(m.look(), m.width)
	line := page.LineAt(y, m.width, m.height-2)
	switch {
	case line < 0 || of[line] < 0:
	case of[line] == p.at:
		return m.open(p.shown()[p.at].Lesson.File)
	default:
		p.at = of[line]
	}
	return nil
}

// page is the list with its headings; of is which choice each of its lines is, -1 for a heading.
func (p *picker) page(l part.Look, width int) (page part.Page, of []int) {
	page = part.Page{Look: l, Cursor: true, Empty: l.Say("no scenario matches", "没有符合的场景")}
	topic := ""
	for i, c := range p.shown() {
		if c.Topic.ID != topic {
			topic = c.Topic.ID
			of = append(of, -1)
			page.Lines = append(page.Lines, part.Line{Spans: []part.Span{
				{Text: l.Say(c.Topic.English, c.Topic.Chinese), Ink: draw.Bold}, {Text: "  " + topic + "/", Ink: draw.Dim},
			}})
		}
		title := c.Lesson.File.Title.English
		if l.Language == reason.Chinese && len(c.Lesson.File.Title.Chinese) > 0 {
			title = c.Lesson.File.Title.Chinese
		}
		name := strings.TrimPrefix(c.Name, topic+"/")
		cells := max(min(width/3, 46), 10)
		cut := l.Cut(name, cells-2)
		minutes := strconv.Itoa(c.Lesson.Minutes()) + l.Say(" min", " 分钟")
		page.Lines = append(page.Lines, part.Line{Keep: true, Marked: i == p.at, Spans: []part.Span{
			{Text: "  " + cut + strings.Repeat(" ", max(cells-draw.Width(cut), 1)), Ink: draw.Cyan},
			{Text: l.Cut(strings.Join(title, " "), max(width-cells-draw.Width(minutes)-5, 0))},
			{Text: "  " + minutes, Ink: draw.Dim},
		}})
		of = append(of, i)
	}
	return page, of
}

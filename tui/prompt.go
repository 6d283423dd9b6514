package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"charm.land/bubbles/v2/textinput"

	"github.com/rollscope/rollscope/tui/draw"
)

// prompt is the line at the foot of the screen in which a text is typed.
type prompt struct {
	open    bool
	label   string
	input   textinput.Model
	done    func(m *Model, text string) effect
	history []string
	past    int // how far back in history
}

// ask opens the prompt.
func (m *Model) ask(label, text string, done func(m *Model, text string) effect) effect {
	m.playing = false
	p := &m.prompt
	p.open, p.label, p.done, p.past = true, label, done, 0
	p.input = textinput.New()
	p.input.CharLimit = 4096
	p.input.SetValue(text)
	p.input.CursorEnd()
	return p.input.Focus()
}

func (p *prompt) paste(text string) {
	if p.open {
		p.input.SetValue(p.input.Value() + draw.Clean(strings.TrimSpace(text)))
		p.input.CursorEnd()
	}
}

// promptKey takes a key while something is typed.
func (m *Model) promptKey(k tea.KeyPressMsg) tea.Cmd {
	p := &m.prompt
	switch k.String() {
	case "esc", "ctrl+c":
		p.open = false
		return nil
	case "enter":
		p.open = false
		text := p.input.Value()
		if text != "" {
			p.history = append(p.history, text)
		}
		m.notice = notice{}
		return p.done(m, text)
	case "up", "down":
		p.recall(k.String() == "up")
		return nil
	}
	p.input, _ = p.input.Update(k)
	if p.label == "/" {
		m.grid.Filter = p.input.Value()
		m.grid.Show(m.sight)
		m.fill()
	}
	return nil
}

// recall goes through what was typed before.
func (p *prompt) recall(older bool) {
	if older {
		p.past = min(p.past+1, len(p.history))
	} else {
		p.past = max(p.past-1, 0)
	}
	text := ""
	if p.past > 0 {
		text = p.history[len(p.history)-p.past]
	}
	p.input.SetValue(text)
	p.input.CursorEnd()
}

// line is the prompt as a line, with the column of the cursor.
func (p *prompt) line(width int) (text string, cursor int) {
	value := []rune(p.input.Value())
	at := min(p.input.Position(), len(value))
	head := p.label + " "
	room := max(width-draw.Width(head)-1, 1)
	from := 0
	for draw.Width(string(value[from:at])) > room {
		from++
	}
	return head + string(value[from:]), draw.Width(head) + draw.Width(string(value[from:at]))
}

func (m *Model) askCommand() effect {
	return m.ask(":", "", func(m *Model, text string) effect {
		if strings.TrimSpace(text) == "" {
			return nil
		}
		return m.run(completed(text))
	})
}

func (m *Model) askFilter() effect {
	return m.ask("/", m.grid.Filter, func(m *Model, text string) effect {
		m.grid.Filter = text
		m.moved()
		return nil
	})
}

func (m *Model) askGroup() effect {
	label := m.eye.GroupBy
	if label == "" {
		label = "topology.kubernetes.io/zone"
	}
	return m.ask(m.look().Say("group by label", "分组标签"), label, func(m *Model, text string) effect {
		m.eye.GroupBy = strings.TrimSpace(text)
		m.grid.Grouped = m.eye.GroupBy != ""
		m.eye = sightEye(m.eye.GroupBy)
		m.moved()
		return nil
	})
}

func (m *Model) askTime() effect {
	return m.ask(m.look().Say("go to (90s, 2m30s, #event)", "跳到（90s、2m30s、#事件）"), "", (*Model).goTo)
}

// askLine asks for a command with most of it written already.
func (m *Model) askLine(line string) effect {
	return m.ask(":", line, func(m *Model, text string) effect { return m.run(completed(text)) })
}

func (m *Model) askTaint() effect {
	if n := m.grid.Node(); n != nil {
		return m.askLine(fmt.Sprintf("kubectl taint node %s dedicated=db:NoSchedule", n.Name))
	}
	return nil
}

func (m *Model) askLabel() effect {
	if n := m.grid.Node(); n != nil {
		return m.askLine(fmt.Sprintf("kubectl label node %s disk=ssd", n.Name))
	}
	return nil
}

func (m *Model) askImage() effect {
	if m.sight.Set == nil {
		return nil
	}
	c := &m.sight.Set.Object.Spec.Template.Spec.Containers[0]
	return m.askLine(fmt.Sprintf("kubectl set image %s %s=%s", m.setWords(), c.Name, c.Image))
}

package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"charm.land/bubbles/v2/key"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/kubectl"
)

// onKey gives a key to the prompt, the list of scenarios, or the command it stands for.
func (m *Model) onKey(k tea.KeyPressMsg) tea.Cmd {
	switch {
	case m.prompt.open:
		return m.promptKey(k)
	case m.picker.open:
		return m.pickerKey(k)
	case m.player == nil:
		if k.String() == "q" || k.String() == "ctrl+c" {
			return tea.Quit
		}
		return nil
	}
	m.notice = notice{}
	if m.helping && !key.Matches(k, key.NewBinding(key.WithKeys("pgup", "pgdown", "L", "up", "down"))) {
		if m.helping = false; k.String() != "q" {
			m.scroll = 0
			m.fill()
			if k.String() == "?" || k.String() == "esc" {
				return nil
			}
		}
	}
	if m.findingsKey(k) {
		return nil
	}
	for _, ch := range m.chapters {
		for i := range ch.commands {
			if key.Matches(k, ch.commands[i].binding) {
				return ch.commands[i].do(m)
			}
		}
	}
	if k.String() == "esc" {
		return m.escape()
	}
	return nil
}

// escape leaves what is most recent: the comparison, the filter.
func (m *Model) escape() effect {
	switch {
	case m.compare.branch != "":
		m.compare = compare{}
	case m.grid.Filter != "":
		m.grid.Filter = ""
	}
	m.moved()
	return nil
}

// move runs a movement and brings the screen up to date.
func (m *Model) move(f func() bool) effect {
	m.playing = false
	steps := m.player.Session.Position()
	if !f() {
		m.say(m.look().Say("nothing more can happen", "不会再发生什么了"))
	}
	m.moved()
	return m.foretellAfter(steps)
}

func (m *Model) play() effect {
	m.playing = !m.playing
	return m.startTicking()
}
func (m *Model) forward() effect { return m.move(m.player.Forward) }
func (m *Model) backward() effect {
	return m.move(func() bool { m.player.Backward(); return true })
}
func (m *Model) nextWave() effect { return m.move(m.player.NextWave) }
func (m *Model) lastWave() effect {
	return m.move(func() bool { m.player.LastWave(); return true })
}
func (m *Model) home() effect { return m.move(func() bool { m.player.Home(); return true }) }
func (m *Model) end() effect  { return m.move(func() bool { m.player.End(); return true }) }
func (m *Model) nextStep() effect {
	return m.move(func() bool {
		if !m.player.NextStep() {
			return false
		}
		last := m.player.Log[len(m.player.Log)-1]
		m.tell(last.Line, last.Output, last.Failed)
		return true
	})
}

func (m *Model) slower() effect { return m.setSpeed(m.speed - 1) }
func (m *Model) faster() effect { return m.setSpeed(m.speed + 1) }
func (m *Model) setSpeed(n int) effect {
	m.speed = min(max(n, 0), len(speeds)-1)
	return nil
}

func (m *Model) up() effect       { return m.row(-1) }
func (m *Model) down() effect     { return m.row(1) }
func (m *Model) nextNode() effect { return m.select1(1) }
func (m *Model) lastNode() effect { return m.select1(-1) }

func (m *Model) row(by int) effect {
	if m.helping {
		m.scroll += by
		m.fill()
		return nil
	}
	l := m.layout()
	m.grid.MoveRow(by, l.grid.width, l.grid.height)
	m.fill()
	return nil
}

func (m *Model) select1(by int) effect {
	m.grid.Move(by)
	m.fill()
	return nil
}

func (m *Model) density() effect {
	m.grid.Density = m.grid.Density.Next()
	names := [...][2]string{{"as it fits", "自动"}, {"lines", "逐行"}, {"tiles", "平铺"}, {"dense cells", "密集"}}
	n := names[m.grid.Density]
	m.say(m.look().Sayf("nodes: %s", "节点：%s", m.look().Say(n[0], n[1])))
	return nil
}

func (m *Model) nextSet() effect {
	sets := m.sight.Sets
	for i, d := range sets {
		if m.sight.Set == d {
			m.set = sets[(i+1)%len(sets)].Key()
			m.changed()
			m.say("ds/" + m.set)
			return m.foretell()
		}
	}
	return nil
}

// run runs a command of the user and shows what it printed.
func (m *Model) run(line string) effect {
	m.playing = false
	if object, ok := strings.CutPrefix(line, "kubectl edit "); ok {
		return m.editObject(object)
	}
	e := m.player.Do(line)
	m.changed()
	m.tell(e.Line, e.Output, e.Failed)
	return m.foretell()
}

// tell shows what a command printed: one line below, more in the pane of commands.
func (m *Model) tell(line, output string, failed bool) {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	switch {
	case failed:
		m.sayBad(lines[0])
	case len(lines) > 1:
		m.pane, m.scroll = paneLog, 0
		m.say("$ " + line)
	case lines[0] != "":
		m.say(lines[0])
	default:
		m.say("$ " + line)
	}
	m.fill()
}

// onNode runs a command about the selected node.
func (m *Model) onNode(format string) effect {
	if n := m.grid.Node(); n != nil {
		return m.run(fmt.Sprintf(format, n.Name))
	}
	return nil
}

func (m *Model) breakNode() effect     { return m.onNode("break node/%s") }
func (m *Model) breakSilently() effect { return m.onNode("break node/%s --silent") }
func (m *Model) mend() effect          { return m.onNode("mend node/%s") }
func (m *Model) cordon() effect {
	if n := m.grid.Node(); n != nil && n.Cordoned {
		return m.onNode("kubectl uncordon %s")
	}
	return m.onNode("kubectl cordon %s")
}

func (m *Model) undo() effect {
	if m.sight.Set == nil {
		return nil
	}
	return m.run("kubectl rollout undo " + m.setWords())
}

// setWords are the set as kubectl is told of it.
func (m *Model) setWords() string {
	o := m.sight.Set.Object
	if o.Namespace == api.NamespaceDefault {
		return "ds/" + o.Name
	}
	return "ds/" + o.Name + " -n " + o.Namespace
}

func (m *Model) nextPane() effect { return m.toPane(1) }
func (m *Model) lastPane() effect { return m.toPane(int(panes) - 1) }
func (m *Model) toPane(by int) effect {
	m.pane = (m.pane + pane(by)) % panes
	m.scroll = 0
	m.fill()
	return nil
}

func (m *Model) pageUp() effect   { return m.scrollBy(-1) }
func (m *Model) pageDown() effect { return m.scrollBy(1) }
func (m *Model) scrollBy(by int) effect {
	if m.page.Tail {
		by = -by
	}
	m.scroll += by * max(m.layout().page.height-2, 1)
	if !m.page.Cursor {
		m.scroll = max(m.scroll, 0)
	}
	m.fill()
	return nil
}

func (m *Model) language() effect {
	if m.options.Language == "zh" {
		m.options.Language = "en"
	} else {
		m.options.Language = "zh"
	}
	m.relook()
	m.fill()
	return nil
}

func (m *Model) help() effect {
	m.helping, m.scroll = true, 0
	m.fill()
	return nil
}

// nothing is what a key does that means something in one pane only.
func (m *Model) nothing() effect { return nil }

func (m *Model) quit() effect { return tea.Quit }

// goTo goes to the time or the event that a text names: 90s, 2m30s, #120.
func (m *Model) goTo(text string) effect {
	text = strings.TrimSpace(text)
	var n int
	if _, err := fmt.Sscanf(text, "#%d", &n); err == nil {
		m.player.SeekEvent(n)
		m.moved()
		return nil
	}
	if text != "" && strings.Trim(text, "0123456789.") == "" {
		text += "s"
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		m.sayBad(m.look().Sayf("%q is no time: write 90s, 2m30s or #120", "%q 不是时间：请写 90s、2m30s 或 #120", text))
		return nil
	}
	if d > maxGoTo {
		m.sayBad(m.look().Sayf("no further than %s", "最远到 %s", maxGoTo))
		return nil
	}
	return m.move(func() bool { return m.player.Seek(d) == nil })
}

const maxGoTo = 30 * 24 * time.Hour

// completed puts kubectl in front of a line that begins with one of its verbs.
func completed(line string) string {
	verb, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	if slices.Contains(kubectl.Commands(), verb) {
		return "kubectl " + strings.TrimSpace(line)
	}
	return strings.TrimSpace(line)
}

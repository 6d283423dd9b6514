package tui

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// What touches files runs as a command of Bubble Tea and comes back as a message.

// savedMessage tells what became of saving a scenario.
type savedMessage struct {
	name string
	err  error
}

func (m *Model) askSave() effect {
	return m.ask(m.look().Say("save as", "保存为"), "saved.txtar", func(m *Model, name string) effect {
		if name = strings.TrimSpace(name); name == "" {
			return nil
		}
		if filepath.Ext(name) != ".txtar" {
			name += ".txtar"
		}
		title := strings.Join(m.player.Session.File().Title.English, " ")
		if title == "" {
			title = "Saved from the terminal"
		}
		content, err := m.player.Scenario(title)
		return func() tea.Msg {
			if err == nil {
				err = writeNew(name, content)
			}
			return savedMessage{name, err}
		}
	})
}

// writeNew writes a file that must not be there yet.
func writeNew(name string, content []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

func (m *Model) onSaved(msg savedMessage) {
	switch {
	case errors.Is(msg.err, fs.ErrExist):
		m.sayBad(m.look().Sayf("%s is there already", "%s 已经存在", msg.name))
	case msg.err != nil:
		m.sayBad(msg.err.Error())
	default:
		m.say(m.look().Sayf("saved; rollscope test %s runs it", "已保存；rollscope test %s 可运行它", msg.name))
	}
}

// editMessage is a step of editing: first a file to edit, then what it became.
type editMessage struct {
	path   string
	before string
	after  string
	done   bool
	err    error
}

// edit is kubectl edit of the DaemonSet that is looked at.
func (m *Model) edit() effect {
	if m.sight.Set == nil {
		return nil
	}
	return m.editObject(m.setWords())
}

// editObject writes an object as kubectl shows it to a file for the editor.
func (m *Model) editObject(object string) effect {
	if len(m.options.Editor) == 0 {
		m.sayBad(m.look().Say("set EDITOR to edit", "请先设置 EDITOR"))
		return nil
	}
	m.playing = false
	words, err := kubectl.Split("get " + object + " -o yaml")
	if err != nil {
		m.sayBad(err.Error())
		return nil
	}
	out := kubectl.Run(m.player.Cluster(), kubectl.Env{}, words)
	if out.Exit != 0 {
		m.tell("kubectl edit "+object, out.Transcript, true)
		return nil
	}
	text := withoutStatus(out.Stdout)
	return func() tea.Msg {
		f, err := os.CreateTemp("", "rollscope-*.yaml")
		if err != nil {
			return editMessage{err: err}
		}
		_, err = f.WriteString(text)
		return editMessage{path: f.Name(), before: text, err: errors.Join(err, f.Close())}
	}
}

// withoutStatus leaves out what no one edits.
func withoutStatus(text string) string {
	if i := strings.Index(text, "\nstatus:\n"); i >= 0 {
		text = text[:i+1]
	}
	return text
}

// onEdit opens the editor, and applies what comes out of it.
func (m *Model) onEdit(msg editMessage) tea.Cmd {
	switch {
	case msg.err != nil:
		m.sayBad(msg.err.Error())
		return nil
	case !msg.done:
		args := append(append([]string{}, m.options.Editor[1:]...), msg.path)
		return tea.ExecProcess(exec.Command(m.options.Editor[0], args...), func(err error) tea.Msg {
			content, failed := os.ReadFile(msg.path)
			_ = os.Remove(msg.path)
			return editMessage{before: msg.before, after: string(content), done: true, err: errors.Join(err, failed)}
		})
	case strings.TrimSpace(msg.after) == strings.TrimSpace(msg.before):
		m.say(m.look().Say("nothing was changed", "没有改动"))
		return nil
	}
	f := m.player.Session.File()
	name := fmt.Sprintf("edit-%d.yaml", len(f.Manifests)+1)
	f.Manifests = append(f.Manifests, transcript.Manifest{Name: name, Content: []byte(msg.after)})
	return m.run("kubectl replace -f " + name)
}

// lintedMessage are the findings in the manifests of a scenario.
type lintedMessage struct {
	file     *transcript.File
	findings []Finding
}

// lint lets the rules look at the manifests, elsewhere.
func (m *Model) lint() tea.Cmd {
	m.findings = findings{}
	if m.options.Lint == nil || m.player == nil {
		return nil
	}
	f, look := m.player.Session.File(), m.options.Lint
	manifests := append([]transcript.Manifest{}, f.Manifests...)
	return func() tea.Msg {
		var all []Finding
		for _, manifest := range manifests {
			all = append(all, look(manifest.Name, manifest.Content)...)
		}
		return lintedMessage{f, all}
	}
}

func (m *Model) onLinted(msg lintedMessage) {
	if m.player != nil && msg.file == m.player.Session.File() {
		m.findings.list = msg.findings
		m.fill()
	}
}

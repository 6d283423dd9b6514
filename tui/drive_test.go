package tui_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/teatest/v2"

	"github.com/rollscope/rollscope/tui"
)

// drive is the whole program as Bubble Tea runs it, with keys going in. After each of
// them it waits until all that followed from it is done, so that frames are the same
// whenever they are looked at.
type drive struct {
	t  *testing.T
	m  *teatest.TestModel
	at *watched
}

func begin(t *testing.T, o tui.Options, width, height int) *drive {
	t.Helper()
	w := &watched{model: tui.New(o), news: sync.NewCond(&sync.Mutex{})}
	d := &drive{t, teatest.NewTestModel(t, w, teatest.WithInitialTermSize(width, height)), w}
	t.Cleanup(func() { _ = d.m.Quit() })
	d.settle(2) // the size comes twice: from the terminal and from the test
	return d
}

// settle waits until so many further messages are in and nothing runs beside.
func (d *drive) settle(messages int) {
	d.t.Helper()
	late := time.AfterFunc(30*time.Second, func() { d.at.change(func() { d.at.late = true }) })
	defer late.Stop()
	d.at.news.L.Lock()
	defer d.at.news.L.Unlock()
	for (d.at.seen < messages || d.at.busy > 0) && !d.at.late {
		d.at.news.Wait()
	}
	if d.at.late {
		d.t.Fatalf("after 30s %d messages came, want %d, and %d commands run", d.at.seen, messages, d.at.busy)
	}
	d.at.seen = 0
}

func (d *drive) send(msg tea.Msg) {
	d.t.Helper()
	d.m.Send(msg)
	d.settle(1)
}

// keys presses keys: names in the table, or else every character of the word.
func (d *drive) keys(words ...string) {
	d.t.Helper()
	for _, word := range words {
		if k, ok := named[word]; ok {
			d.send(tea.KeyPressMsg(k))
			continue
		}
		for _, r := range word {
			d.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

// end leaves the program and returns its last frame.
func (d *drive) end() string {
	d.t.Helper()
	if err := d.m.Quit(); err != nil {
		d.t.Fatal(err)
	}
	return d.m.FinalModel(d.t, teatest.WithFinalTimeout(30*time.Second)).View().Content
}

// watched is the program with an eye on what it does: how many messages it was sent,
// and how many commands run beside it.
type watched struct {
	model tea.Model
	news  *sync.Cond
	seen  int
	busy  int
	late  bool
}

// answer is what a command of the program has come to.
type answer struct{ msg tea.Msg }

func (w *watched) change(f func()) {
	w.news.L.Lock()
	defer w.news.L.Unlock()
	f()
	w.news.Broadcast()
}

func (w *watched) Init() tea.Cmd  { return w.watch(w.model.Init()) }
func (w *watched) View() tea.View { return w.model.View() }

func (w *watched) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	a, fromCommand := msg.(answer)
	if fromCommand {
		msg = a.msg
	}
	var cmd tea.Cmd
	if msg != nil {
		w.model, cmd = w.model.Update(msg)
		cmd = w.watch(cmd)
	}
	switch msg.(type) {
	case tea.KeyPressMsg, tea.WindowSizeMsg, tea.MouseClickMsg, tea.MouseWheelMsg, tea.PasteMsg:
		w.change(func() { w.seen++ })
	}
	if fromCommand {
		w.change(func() { w.busy-- })
	}
	return w, cmd
}

// watch counts a command until its message is in. The beat of a clock is left out: it
// goes on for ever; so are commands to Bubble Tea itself.
func (w *watched) watch(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	w.change(func() { w.busy++ })
	return func() tea.Msg {
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = w.watch(batch[i])
			}
			w.change(func() { w.busy-- })
			return batch
		}
		if name := fmt.Sprintf("%T", msg); strings.HasPrefix(name, "tui.") && name != "tui.tick" || msg == nil {
			return answer{msg}
		}
		w.change(func() { w.busy-- })
		return msg
	}
}

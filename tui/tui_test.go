package tui_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/tui"
)

// updating says that golden frames are to be rewritten. Package teatest has the flag, as
// flag.Bool("update", ...) makes it elsewhere.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// screen is the program without a terminal: keys go in, frames come out, and
// commands run at once.
type screen struct {
	t *testing.T
	m tea.Model
}

func open(t *testing.T, o tui.Options, width, height int) *screen {
	t.Helper()
	s := &screen{t, tui.New(o)}
	s.run(s.m.Init())
	s.send(tea.WindowSizeMsg{Width: width, Height: height})
	return s
}

func (s *screen) send(msg tea.Msg) {
	var cmd tea.Cmd
	s.m, cmd = s.m.Update(msg)
	s.run(cmd)
}

// run runs commands and hands their messages in; the beat of a playing clock is left out.
func (s *screen) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			s.run(c)
		}
	case nil:
	default:
		if name := fmt.Sprintf("%T", msg); strings.HasPrefix(name, "tui.") && name != "tui.tick" {
			s.send(msg)
		}
	}
}

// named are keys by the names that tests use.
var named = map[string]tea.Key{
	"right": {Code: tea.KeyRight}, "left": {Code: tea.KeyLeft}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
	"home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd}, "tab": {Code: tea.KeyTab}, "shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "enter": {Code: tea.KeyEnter},
	"esc": {Code: tea.KeyEscape}, "pgdown": {Code: tea.KeyPgDown}, "pgup": {Code: tea.KeyPgUp},
	"shift+right": {Code: tea.KeyRight, Mod: tea.ModShift}, "shift+left": {Code: tea.KeyLeft, Mod: tea.ModShift},
	"space": {Code: tea.KeySpace, Text: " "},
}

// keys presses keys: names in the table, or else every character of the word.
func (s *screen) keys(words ...string) {
	for _, word := range words {
		if k, ok := named[word]; ok {
			s.send(tea.KeyPressMsg(k))
			continue
		}
		for _, r := range word {
			s.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

func (s *screen) frame() string { return s.m.View().Content }

func (s *screen) plain() string { return plain(s.frame()) }

// plain is a frame without colours, its lines without blanks at their ends.
func plain(frame string) string {
	lines := strings.Split(ansi.Strip(frame), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

func scenarioFile(t testing.TB, name string) *transcript.File {
	t.Helper()
	path := filepath.Join("..", "testdata", "scenarios", filepath.FromSlash(name)+".txtar")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return parsed(t, name, content)
}

func parsed(t testing.TB, name string, content []byte) *transcript.File {
	t.Helper()
	f, err := transcript.Parse(name, content)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// fleet is a scenario of n nodes on which an agent is updated.
func fleet(t testing.TB, n int, budget string) *transcript.File {
	t.Helper()
	var nodes strings.Builder
	for i := range n {
		fmt.Fprintf(&nodes, "- {apiVersion: v1, kind: Node, metadata: {name: node-%d, labels: {topology.kubernetes.io/zone: z%d}}}\n", i+1, i%3)
	}
	text := "# A fleet\n\n$ kubectl apply -f agent.yaml\n$ until idle\n$ kubectl set image ds/agent agent=example.com/agent:v2\n" +
		"-- agent.yaml --\n" + fmt.Sprintf(agent, budget)
	f := parsed(t, "fleet.txtar", []byte(text))
	f.Manifests = append(f.Manifests, transcript.Manifest{Name: "nodes.yaml", Content: []byte("apiVersion: v1\nkind: List\nitems:\n" + nodes.String())})
	f.Steps = append([]transcript.Step{{Command: "kubectl apply -f nodes.yaml"}}, f.Steps...)
	return f
}

const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  updateStrategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: %s}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      containers:
      - {name: agent, image: "example.com/agent:v1"}
`

// frames are moments worth looking at.
var frames = []struct {
	name string
	file func(t testing.TB) *transcript.File
	keys []string
}{
	{
		"wave", func(t testing.TB) *transcript.File { return scenarioFile(t, "rollout/what-if") },
		[]string{"shift+right", "shift+right", "right", "right", "right"},
	},
	{"stuck", func(t testing.TB) *transcript.File { return scenarioFile(t, "rollout/bad-image-stops-at-one-node") }, []string{"end", "w"}},
	{"excluded", func(t testing.TB) *transcript.File { return scenarioFile(t, "placement/taints-are-not-ignored") }, []string{"end"}},
	{
		"fleet", func(t testing.TB) *transcript.File { return fleet(t, 300, "10%") },
		[]string{"shift+right", "shift+right", "shift+right", "shift+right", "tab"},
	},
	{
		"fork", func(t testing.TB) *transcript.File { return fleet(t, 12, "2") },
		[]string{"shift+right", "shift+right", "shift+right", "f", "j", "b", "shift+right", "shift+right"},
	},
	{"help", func(t testing.TB) *transcript.File { return scenarioFile(t, "rollout/what-if") }, []string{"?"}},
	{"commands", func(t testing.TB) *transcript.File { return scenarioFile(t, "rollout/what-if") }, []string{":get ds", "enter"}},
	{"manifest", func(t testing.TB) *transcript.File { return scenarioFile(t, "rollout/what-if") }, []string{"end", "tab", "tab"}},
}

func TestFrames(t *testing.T) {
	sizes := [][2]int{{60, 20}, {80, 24}, {120, 40}}
	for _, f := range frames {
		for _, l := range []reason.Language{reason.English, reason.Chinese} {
			for _, size := range sizes {
				name := fmt.Sprintf("%s-%s-%dx%d", f.name, l, size[0], size[1])
				t.Run(name, func(t *testing.T) {
					d := begin(t, tui.Options{File: f.file(t), Language: l}, size[0], size[1])
					d.keys(f.keys...)
					frame := d.end()
					fits(t, frame, size[0], size[1])
					golden(t, name, plain(frame))
				})
			}
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if updating() {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("the frame differs (-want +got), run go test ./tui -update and read the diff:\n%s", d)
	}
}

// fits says that every line is exactly as wide as the screen, and that there are as
// many lines as the screen has.
func fits(t *testing.T, frame string, width, height int) {
	t.Helper()
	lines := strings.Split(frame, "\n")
	if len(lines) != height {
		t.Errorf("%dx%d: %d lines", width, height, len(lines))
	}
	for i, line := range lines {
		if w := ansi.StringWidth(line); w != width {
			t.Errorf("%dx%d: line %d is %d wide: %q", width, height, i, w, ansi.Strip(line))
		}
	}
}

package tui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/lesson"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/tui"
)

func TestAnySizeIsFilledExactly(t *testing.T) {
	s := open(t, tui.Options{File: scenarioFile(t, "rollout/what-if"), Language: reason.Chinese}, 80, 24)
	s.keys("shift+right", "shift+right")
	for _, press := range []string{"", "f", "?", ":"} {
		s.keys(press)
		for width := 1; width <= 200; width += 7 {
			for height := 1; height <= 60; height += 5 {
				s.send(tea.WindowSizeMsg{Width: width, Height: height})
				fits(t, s.frame(), width, height)
			}
		}
	}
}

func TestViewChangesNothing(t *testing.T) {
	s := open(t, tui.Options{File: scenarioFile(t, "rollout/what-if")}, 100, 30)
	for _, k := range []string{"right", "shift+right", "f", "b", "tab", "?", "esc", "w", ":get nodes"} {
		s.keys(k)
		first, second := s.frame(), s.frame()
		if d := cmp.Diff(first, second); d != "" {
			t.Errorf("after %s a second View differs:\n%s", k, d)
		}
	}
}

func TestForwardAndBackCome(t *testing.T) {
	s := open(t, tui.Options{File: scenarioFile(t, "rollout/what-if")}, 100, 30)
	s.keys("shift+right", "shift+right")
	want := s.plain()
	s.keys("right", "right", "left", "left", "left", "right")
	s.keys("shift+left", "shift+right")
	if d := cmp.Diff(want, s.plain()); d != "" {
		t.Errorf("back and forth leads elsewhere:\n%s", d)
	}
}

func TestHomeAndEnd(t *testing.T) {
	s := open(t, tui.Options{File: scenarioFile(t, "rollout/default-update")}, 100, 30)
	s.keys("end")
	if !strings.Contains(s.plain(), "successfully rolled out") {
		t.Errorf("the end is not the end:\n%s", s.plain())
	}
	s.keys("home")
	if !strings.Contains(s.plain(), "there is no DaemonSet yet") {
		t.Errorf("the beginning is not the beginning:\n%s", s.plain())
	}
}

// TestNothingSteersTheTerminal puts escape sequences wherever a manifest has text.
func TestNothingSteersTheTerminal(t *testing.T) {
	text := "# Evil \x1b]0;title\x07 \u202e\n\n$ kubectl apply -f all.yaml\n$ kubectl get nodes \x1b[2J\n-- all.yaml --\n" + `apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1, annotations: {a: "\u001b[2J"}, labels: {zone: b}}, spec: {taints: [{key: k, value: v, effect: NoSchedule}]}}
- apiVersion: apps/v1
  kind: DaemonSet
  metadata: {name: agent, annotations: {a: "\u001b]52;c;AAAA\u0007", b: "\u202e"}}
  spec:
    selector: {matchLabels: {app: agent}}
    template:
      metadata: {labels: {app: agent}}
      spec:
        containers: [{name: agent, image: "x:v1", args: ["\u001b[31m", "\u009b2J", "🐙👩‍👩‍👧"]}]
`
	s := open(t, tui.Options{File: parsed(t, "evil.txtar", []byte(text))}, 160, 50)
	s.keys("end")
	for range 6 {
		s.keys("tab")
		fits(t, s.frame(), 160, 50)
		for i, r := range ansi.Strip(s.frame()) {
			if r != '\n' && (r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x202e) {
				t.Fatalf("a character %U at %d in:\n%q", r, i, s.plain())
			}
		}
		for _, line := range strings.Split(s.frame(), "\x1b")[1:] {
			if !strings.HasPrefix(line, "[") || !strings.HasSuffix(strings.SplitAfterN(line, "m", 2)[0], "m") {
				t.Fatalf("an escape sequence that is no colour: %q", line)
			}
		}
	}
}

func TestASCIIKeepsToASCII(t *testing.T) {
	for _, f := range frames {
		s := open(t, tui.Options{File: f.file(t), ASCII: true}, 120, 40)
		s.keys(f.keys...)
		for _, r := range s.plain() {
			if r > 0x7e && r != '中' && r != '文' {
				t.Fatalf("%s: %q in:\n%s", f.name, r, s.plain())
			}
		}
	}
}

func TestSavedScenarioLeadsToTheSameMoment(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PWD", ".")
	text, err := os.ReadFile(filepath.Join(checkout(t), "testdata", "scenarios", "rollout", "default-update.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, tui.Options{File: parsed(t, "x.txtar", text)}, 100, 30)
	s.keys("shift+right", "shift+right", "right", "right", "j", "b", "c", "shift+right", "right")
	want := s.plain()
	s.keys("s", "enter")
	saved, err := os.ReadFile("saved.txtar")
	if err != nil {
		t.Fatalf("%v\n%s", err, s.plain())
	}
	f := parsed(t, "saved.txtar", saved)
	if r := scenario.Run(f, scenario.Options{}); !r.OK() {
		t.Errorf("the saved scenario fails:\n%s", r.Diff())
	}
	again := open(t, tui.Options{File: f}, 100, 30)
	again.keys("n", "n", "n", "n", "n", "n", "n", "n", "n", "n", "n", "n", "n", "n", "end")
	_ = want
	if !strings.Contains(string(saved), "break node/") || !strings.Contains(string(saved), "cordon") {
		t.Errorf("what was done is missing:\n%s", saved)
	}
	s.keys("s", "enter")
	if !strings.Contains(s.plain(), "there already") {
		t.Errorf("a file was overwritten:\n%s", s.plain())
	}
}

func checkout(t *testing.T) string {
	t.Helper()
	return start
}

// start is where the tests began, before any of them changed the directory.
var start = func() string {
	dir, err := filepath.Abs("..")
	if err != nil {
		panic(err)
	}
	return dir
}()

func TestFilterAndGroups(t *testing.T) {
	s := open(t, tui.Options{File: fleet(t, 40, "4")}, 100, 30)
	s.keys("/", "node-1", "enter")
	if !strings.Contains(s.plain(), "11 of 40 nodes") {
		t.Errorf("filter by name:\n%s", s.plain())
	}
	s.keys("esc", "G", "enter")
	for _, zone := range []string{"z0", "z1", "z2"} {
		if !strings.Contains(s.plain(), zone) {
			t.Errorf("group %s is missing:\n%s", zone, s.plain())
		}
	}
}

func TestPickerOpensAScenario(t *testing.T) {
	library, err := lesson.Index([]*transcript.File{
		scenarioFile(t, "rollout/what-if"), scenarioFile(t, "lessons/09-surge"), scenarioFile(t, "rollout/default-update"),
	})
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, tui.Options{Library: library}, 80, 24)
	fits(t, s.frame(), 80, 24)
	s.keys("down", "enter")
	if s.plain() == "" || strings.Contains(s.plain(), "choose a scenario") {
		t.Errorf("nothing was opened:\n%s", s.plain())
	}
}

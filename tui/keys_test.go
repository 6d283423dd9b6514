package tui_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/tui"
)

// presses are keys on a fleet in the middle of an update, and what must then be on the screen.
var presses = []struct {
	name  string
	press []string
	want  string // a regular expression
}{
	{"right goes to the next decision", []string{"right"}, `#\d+/\d+ `},
	{"left goes back", []string{"right", "left", "left"}, `#\d+/\d+ `},
	{"shift and the arrows go by waves", []string{"shift+right", "shift+left"}, `node-1 +●`},
	{"home goes to the beginning", []string{"home"}, `there is no DaemonSet yet`},
	{"end goes to the end", []string{"end"}, `successfully rolled out`},
	{"] is faster", []string{"]"}, `\|\| 2x`},
	{"[ is slower", []string{"[", "["}, `\|\| 0.25x`},
	{"space plays", []string{"space"}, `▶ 1x`},
	{"space again pauses", []string{"space", "space"}, `\|\| 1x`},
	{"g goes to a time", []string{"g", "4", "enter"}, ` 4s  #`},
	{"g goes to an event", []string{"g", "#7", "enter"}, `#7/`},
	{"g says what it does not understand", []string{"g", "soon", "enter"}, `"soon" is no time`},
	{"n takes the next step", []string{"n", "end"}, `successfully rolled out`},
	{"down selects in the next row", []string{"down"}, ` node-2 ─`},
	{"j selects the next node", []string{"j", "j"}, ` node-3 ─`},
	{"k selects the last node", []string{"j", "j", "k"}, ` node-2 ─`},
	{"/ filters", []string{"/", "node-1", "enter"}, `4 of 12 nodes /node-1`},
	{"esc lets the filter go", []string{"/", "node-1", "enter", "esc"}, ` 12 nodes`},
	{"G groups by a label", []string{"G", "enter"}, `(?m)^z2`},
	{"z changes the density", []string{"z", "z", "z"}, `nodes: dense cells`},
	{"b breaks the node", []string{"j", "b"}, `node-2 .*✗ NotReady`},
	{"m mends it", []string{"j", "b", "m", "shift+right"}, `node-2 +[●○◇◆▲▼■]`},
	{"B breaks it silently", []string{"B", "g", "60", "enter"}, `node-1 .*✗ NotReady`},
	{"c cordons", []string{"c"}, `node-1 .*⊘ cordoned`},
	{"c uncordons", []string{"c", "c"}, `node/node-1 uncordoned`},
	{"t taints", []string{"t", "enter"}, `node-1 .*‡ tainted`},
	{"l labels", []string{"l", "enter"}, `node/node-1 labeled`},
	{"i sets the image", []string{"i", "3", "enter"}, `image updated`},
	{"u undoes the rollout", []string{"u"}, `rolled back`},
	{": runs kubectl", []string{":", "get nodes", "enter"}, `node-12 +Ready`},
	{": runs what scenarios run", []string{":", "advance 5s", "enter"}, ` \d+s  #`},
	{": says what went wrong", []string{":", "get nope", "enter"}, `✖ error: the server doesn't have a resource type "nope"`},
	{"the arrows recall a command", []string{":", "get ds", "enter", ":", "up"}, `(?m)^: get ds`},
	{"f forks", []string{"f"}, `this is fork-1 now; x goes to main and back`},
	{"x changes places", []string{"f", "x"}, `\[main\]`},
	{"esc ends the comparison", []string{"f", "esc"}, `why  events  manifest`},
	{"w says why", []string{"w"}, `the rollout waits for`},
	{"tab shows the events", []string{"tab"}, `\d+s .*(is deleted|should run|DaemonSet)`},
	{"tab tab shows the manifest", []string{"tab", "tab"}, `apiVersion: apps/v1`},
	{"shift+tab shows the commands", []string{"shift+tab"}, `\$ kubectl set image`},
	{"L speaks Chinese", []string{"L"}, `12 个节点`},
	{"? helps", []string{"?"}, `shift\+→ +next wave`},
	{"? ends the help", []string{"?", "?"}, `12 nodes`},
	{"e wants an editor", []string{"e"}, `set EDITOR to edit`},
	{"s asks for a name", []string{"s"}, `(?m)^save as saved.txtar`},
}

func TestEveryKeyDoesWhatTheHelpSays(t *testing.T) {
	for _, c := range presses {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, tui.Options{File: fleet(t, 12, "2")}, 110, 34)
			s.keys("shift+right", "shift+right", "shift+right")
			s.keys(c.press...)
			if !regexp.MustCompile(c.want).MatchString(s.plain()) {
				t.Errorf("after %q there is no %s:\n%s", c.press, c.want, s.plain())
			}
			fits(t, s.frame(), 110, 34)
		})
	}
}

func TestQLeaves(t *testing.T) {
	for _, k := range []tea.KeyPressMsg{{Code: 'q', Text: "q"}, {Code: 'c', Mod: tea.ModCtrl}} {
		_, cmd := open(t, tui.Options{File: fleet(t, 3, "1")}, 80, 24).m.Update(k)
		if cmd == nil {
			t.Fatalf("%s does nothing", k)
		}
		if _, quits := cmd().(tea.QuitMsg); !quits {
			t.Errorf("%s does not leave", k)
		}
	}
}

// found is what rules say about the agent of a fleet.
func found(name string, content []byte) []tui.Finding {
	if name != "agent.yaml" {
		return nil
	}
	return []tui.Finding{
		{File: name, Line: 6, Severity: "warning", Rule: "first", English: tui.Advice{Message: "too many", Fix: "fewer"}, Chinese: tui.Advice{Message: "太多", Fix: "少一些"}},
		{File: name, Line: 10, Severity: "error", Rule: "second", English: tui.Advice{Message: "no tag"}},
	}
}

func TestFindingsLeadToTheirLines(t *testing.T) {
	s := open(t, tui.Options{File: fleet(t, 3, "1"), Lint: found}, 80, 24)
	s.keys("tab", "tab", "tab")
	for _, want := range []string{" lint 2 ", "agent.yaml:6 warning first", "  too many", "agent.yaml:10 error second"} {
		if !strings.Contains(s.plain(), want) {
			t.Errorf("%q is missing:\n%s", want, s.plain())
		}
	}
	s.keys("enter")
	if !strings.Contains(s.plain(), "   6 │   updateStrategy:") || !strings.Contains(s.plain(), "▲ warning too many (first)") {
		t.Errorf("enter does not lead to the line:\n%s", s.plain())
	}
	s.keys("L")
	if !strings.Contains(s.plain(), "太多") {
		t.Errorf("the finding does not speak Chinese:\n%s", s.plain())
	}
	s.keys("L", "esc", "down", "enter")
	if !strings.Contains(s.plain(), "▲ error no tag (second)") {
		t.Errorf("the second finding is not shown:\n%s", s.plain())
	}
	s.keys("esc", "tab", "down")
	if !strings.Contains(s.plain(), " node-2 ─") {
		t.Errorf("in other panes the arrows select nodes:\n%s", s.plain())
	}
}

// click clicks on the first place where a text is drawn.
func (s *screen) click(text string) {
	s.t.Helper()
	for y, line := range strings.Split(s.plain(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			s.send(tea.MouseClickMsg{X: len([]rune(before)), Y: y, Button: tea.MouseLeft})
			return
		}
	}
	s.t.Fatalf("%q is not on the screen:\n%s", text, s.plain())
}

func TestTheMouseReachesWhatKeysReach(t *testing.T) {
	s := open(t, tui.Options{File: fleet(t, 6, "1"), Lint: found}, 100, 34)
	s.keys("shift+right", "shift+right", "shift+right")
	s.click("node-4")
	if !strings.Contains(s.plain(), " node-4 ─") {
		t.Errorf("a click on a node does not select it:\n%s", s.plain())
	}
	s.click("events")
	s.click("1s DaemonSet agent was")
	if !strings.Contains(s.plain(), " 1s  #") {
		t.Errorf("a click on an event does not go there:\n%s", s.plain())
	}
	s.send(tea.MouseClickMsg{X: 99, Y: 28, Button: tea.MouseLeft})
	if !strings.Contains(s.plain(), "successfully rolled out") {
		t.Errorf("a click at the end of the timeline does not go there:\n%s", s.plain())
	}
	s.click("lint 2")
	s.click("agent.yaml:10")
	s.click("agent.yaml:10")
	if !strings.Contains(s.plain(), "▲ error no tag") {
		t.Errorf("a second click on a finding does not go to its line:\n%s", s.plain())
	}
	s.click("node-1")
	s.send(tea.MouseWheelMsg{X: 2, Y: 12, Button: tea.MouseWheelDown})
	if !strings.Contains(s.plain(), " node-4 ─") {
		t.Errorf("the wheel does not move over the nodes:\n%s", s.plain())
	}
}

func TestAnEditedDaemonSetIsReplaced(t *testing.T) {
	s := open(t, tui.Options{File: fleet(t, 3, "1"), Editor: []string{"vi"}}, 100, 30)
	var cmd tea.Cmd
	s.m, cmd = s.m.Update(tea.KeyPressMsg{Code: 'e', Text: "e"})
	msg := cmd() // the file is written; the editor would open now
	names, err := filepath.Glob(filepath.Join(os.TempDir(), "rollscope-*.yaml"))
	if err != nil || len(names) == 0 || msg == nil {
		t.Fatalf("nothing to edit: %v", err)
	}
	t.Cleanup(func() {
		for _, name := range names {
			_ = os.Remove(name)
		}
	})
	content, err := os.ReadFile(names[len(names)-1])
	if err != nil || !strings.Contains(string(content), "kind: DaemonSet") || strings.Contains(string(content), "\nstatus:") {
		t.Errorf("%v\n%s", err, content)
	}
}

func TestFiveThousandNodesScrollAndKeepTheSelectedOneInSight(t *testing.T) {
	s := open(t, tui.Options{File: fleet(t, 5000, "10%"), Language: reason.English}, 80, 24)
	s.keys("/", "node-4999", "enter")
	if !strings.Contains(s.plain(), "1 of 5000 nodes /node-4999") || !strings.Contains(s.plain(), "node-4999 ") {
		t.Errorf("%s", s.plain())
	}
	s.keys("esc")
	for range 30 {
		s.keys("down")
	}
	if !strings.Contains(s.plain(), "↑") || !strings.Contains(s.plain(), "5000 nodes") {
		t.Errorf("it does not scroll:\n%s", s.plain())
	}
	fits(t, s.frame(), 80, 24)
}

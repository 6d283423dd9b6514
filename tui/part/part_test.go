package part_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/part"
	"github.com/rollscope/rollscope/tui/sight"
)

var look = part.Look{Words: part.Words{Language: reason.English}}

// plain is a drawing without colours and without blanks at the ends of its lines.
func plain(drawn string) string {
	lines := strings.Split(ansi.Strip(drawn), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// nodes are n nodes, of which the first has the newest pod.
func nodes(n int) *sight.Sight {
	s := &sight.Sight{}
	for i := range n {
		node := sight.Node{Name: fmt.Sprintf("node-%d", i+1), ShouldRun: true, MayStay: true, Group: fmt.Sprintf("zone-%d", i*2/n)}
		pod := sight.Pod{Name: fmt.Sprintf("p-%d", i), Shape: draw.Ready, Age: 1, Tag: "v1", Available: true}
		if i == 0 {
			pod.Age, pod.Tag = 0, "v2"
		}
		node.Pods = []sight.Pod{pod}
		s.Nodes = append(s.Nodes, node)
	}
	return s
}

func grid(s *sight.Sight) *part.Grid {
	g := &part.Grid{Look: look}
	g.Show(s)
	return g
}

func TestNodesAreDrawnAsRoomyAsTheyFit(t *testing.T) {
	if got := plain(grid(nodes(2)).Render(40, 3)); got != "▸node-1 ●    v2 Available\n node-2 ○    v1 Available\n" {
		t.Errorf("lines:\n%s", got)
	}
	if got := plain(grid(nodes(8)).Render(40, 4)); got != "▸node-1 ●     node-2 ○     node-3 ○\n node-4 ○     node-5 ○     node-6 ○\n node-7 ○     node-8 ○\n" {
		t.Errorf("tiles:\n%s", got)
	}
	if got := plain(grid(nodes(30)).Render(20, 4)); got != "● ○ ○ ○ ○ ○ ○ ○ ○ ○\n○ ○ ○ ○ ○ ○ ○ ○ ○ ○\n○ ○ ○ ○ ○ ○ ○ ○ ○ ○\n" {
		t.Errorf("cells:\n%s", got)
	}
	if got := plain(grid(nodes(30)).Render(60, 1)); got != "node-1   ● ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ○ ↓" {
		t.Errorf("cells with names:\n%s", got)
	}
}

func TestWhatIsWrongWithANodeIsSeen(t *testing.T) {
	s := nodes(3)
	s.Nodes[0].Down, s.Nodes[1].Cordoned, s.Nodes[2].Tainted = true, true, true
	s.Nodes[2].ShouldRun, s.Nodes[2].Pods = false, nil
	got := plain(grid(s).Render(70, 3))
	for i, want := range []string{"✗ NotReady", "⊘ cordoned", "not for this node ‡ tainted"} {
		if line := strings.Split(got, "\n")[i]; !strings.Contains(line, want) {
			t.Errorf("%q is not in %q", want, line)
		}
	}
	s.Nodes[1].ShouldRun = false
	if got := plain(grid(s).Render(70, 3)); !strings.Contains(got, "misscheduled") {
		t.Errorf("misscheduled is not told:\n%s", got)
	}
	s.Nodes[1].MayStay = false
	if got := plain(grid(s).Render(70, 3)); !strings.Contains(got, "may not stay") {
		t.Errorf("that it may not stay is not told:\n%s", got)
	}
}

func TestTheSelectionMovesByNodesAndRows(t *testing.T) {
	g := grid(nodes(30)) // ten in a row of 20 columns
	for _, step := range []struct {
		move func()
		want string
	}{
		{func() { g.Move(1) }, "node-2"},
		{func() { g.MoveRow(1, 20, 4) }, "node-12"},
		{func() { g.MoveRow(1, 20, 4) }, "node-22"},
		{func() { g.MoveRow(3, 20, 4) }, "node-22"},
		{func() { g.MoveRow(-9, 20, 4) }, "node-2"},
		{func() { g.Move(-5) }, "node-1"},
		{func() { g.Move(99) }, "node-30"},
		{func() { g.At(4, 1, 20, 4) }, "node-13"},
	} {
		if step.move(); g.Selected != step.want {
			t.Errorf("%s is selected, want %s", g.Selected, step.want)
		}
	}
	for _, at := range [][2]int{{-1, 0}, {0, -1}, {0, 9}, {25, 0}} {
		if g.At(at[0], at[1], 20, 4) {
			t.Errorf("there is a node at %v", at)
		}
	}
}

func TestWhatIsClickedIsWhatIsDrawn(t *testing.T) {
	for _, n := range []int{3, 25, 90, 400} {
		for _, size := range [][2]int{{30, 5}, {66, 20}, {120, 10}} {
			g := grid(nodes(n))
			for i := range n {
				g.Selected = fmt.Sprintf("node-%d", i+1)
				lines := strings.Split(g.Render(size[0], size[1]), "\n")
				found := false
				for y := range lines {
					for x := range size[0] {
						c := *g
						if c.At(x, y, size[0], size[1]) && c.Selected == g.Selected {
							found = true
						}
					}
				}
				if !found {
					t.Fatalf("%d nodes at %v: %s cannot be clicked", n, size, g.Selected)
				}
				if i > 40 {
					break
				}
			}
		}
	}
}

func TestGroupsHaveHeadings(t *testing.T) {
	g := grid(nodes(6))
	g.Grouped = true
	if got := plain(g.Render(28, 8)); !strings.HasPrefix(got, "zone-0\n▸node-1 ●") || !strings.Contains(got, "\nzone-1\n") {
		t.Errorf("%s", got)
	}
	s := nodes(2)
	s.Nodes[0].Group, s.Nodes[1].Group = "", ""
	g.Show(s)
	if got := plain(g.Render(28, 8)); !strings.HasPrefix(got, "(no value)\n") {
		t.Errorf("%s", got)
	}
}

func TestTheFilterKnowsStatesAndNames(t *testing.T) {
	s := nodes(12)
	s.Nodes[3].Down, s.Nodes[4].Cordoned, s.Nodes[5].Tainted = true, true, true
	s.Nodes[6].Pods = nil
	s.Nodes[7].ShouldRun = false
	s.Nodes[8].Pods[0].Shape, s.Nodes[8].Pods[0].Available = draw.Pending, false
	for filter, want := range map[string]int{
		"": 12, "new": 1, "old": 10, "none": 1, "down": 1, "cordoned": 1, "tainted": 1, "excluded": 1,
		"pending": 1, "Available": 10, "node-1": 4, "old node-1": 3, "nope": 0,
	} {
		g := &part.Grid{Look: look, Filter: filter}
		if g.Show(s); g.Shown() != want {
			t.Errorf("/%s shows %d nodes, want %d", filter, g.Shown(), want)
		}
	}
	g := &part.Grid{Look: look, Filter: "nope"}
	g.Show(s)
	if got := plain(g.Render(40, 2)); !strings.Contains(got, "no node matches /nope") || g.Node() != nil {
		t.Errorf("%s", got)
	}
}

func TestAPageBreaksScrollsAndKeepsItsCursorInSight(t *testing.T) {
	p := part.Page{Look: look}
	for i := range 20 {
		p.Lines = append(p.Lines, part.Line{Keep: true, Marked: i == 15, Spans: []part.Span{{Text: fmt.Sprintf("line %d", i)}}})
	}
	if got := plain(p.Render(12, 3)); got != "line 0\nline 1\nline 2     ↓" {
		t.Errorf("%q", got)
	}
	p.Top = 99
	if got := plain(p.Render(12, 3)); got != "line 17    ↑\nline 18\nline 19" {
		t.Errorf("%q", got)
	}
	p.Top, p.Tail = 1, true
	if got := plain(p.Render(12, 2)); got != "line 17    ↑\nline 18    ↓" {
		t.Errorf("%q", got)
	}
	p.Top, p.Tail, p.Cursor = 0, false, true
	if got := plain(p.Render(12, 3)); !strings.Contains(got, "line 15") || p.LineAt(0, 12, 3) != 14 || p.LineAt(9, 12, 3) != -1 {
		t.Errorf("%q, line %d", got, p.LineAt(0, 12, 3))
	}
	p = part.Page{Look: look, Lines: []part.Line{{Spans: []part.Span{{Text: "* "}, {Text: "a sentence that is broken"}}}}}
	if got := plain(p.Render(14, 3)); got != "* a sentence\n  that is\n  broken" || p.LineAt(2, 14, 3) != 0 {
		t.Errorf("%q", got)
	}
	p = part.Page{Look: look, Empty: "nothing"}
	if got := plain(p.Render(14, 1)); got != "nothing" {
		t.Errorf("%q", got)
	}
}

func TestTheTimelineShowsDipsAndWhatComes(t *testing.T) {
	line := part.Timeline{
		Look: look, Desired: 4, Budget: 3, Now: 10 * state.Second,
		Points: []sight.Point{{At: 0, Available: 0}, {At: 2 * state.Second, Available: 4, Updated: 4}, {At: 6 * state.Second, Available: 3}, {At: 10 * state.Second, Available: 4, Updated: 1}},
		Ahead:  []sight.Point{{At: 20 * state.Second, Available: 4, Updated: 4}},
		Marks:  []sight.Mark{{At: 6 * state.Second}, {At: 8 * state.Second, Break: true}},
	}
	got := plain(line.Render(23, 6))
	want := strings.Join([]string{
		"4 ╌╌████╌╌╌╌▒▒▒▒▒▒▒▒▒▒█",
		"    ████▒▒▒▒▒▒▒▒▒▒▒▒▒▒█",
		"    ████▒▒▒▒▒▒▒▒▒▒▒▒▒▒█",
		"0   ████▒▒▒▒███████████",
		"  ──────◆─✗─┃──────────",
		"  0s       10s      20s",
	}, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if at := line.TimeAt(22, 23); at != 20*state.Second {
		t.Errorf("the right end is at %s", at)
	}
	if at := line.TimeAt(0, 23); at != 0 {
		t.Errorf("the left end is at %s", at)
	}
	if got := (&part.Timeline{Look: look}).Render(5, 3); plain(got) != "\n\n" {
		t.Errorf("%q", got)
	}
}

func TestASmallDipOfManyIsMagnified(t *testing.T) {
	line := part.Timeline{
		Look: look, Desired: 1000, Now: 4 * state.Second,
		Points: []sight.Point{{At: 0, Available: 1000}, {At: 2 * state.Second, Available: 990}, {At: 4 * state.Second, Available: 1000}},
	}
	if got := plain(line.Render(40, 4)); !strings.Contains(got, "\n987 ") {
		t.Errorf("the scale does not begin near the dip:\n%s", got)
	}
}

func TestTimesAreShort(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 12500 * time.Millisecond: "12.5s", 187 * time.Second: "3m07s", -time.Second: "-1s",
		2*time.Hour + 5*time.Minute: "2h05m00s", 49 * time.Hour: "2d01h", 60 * time.Millisecond: "0.06s",
	} {
		if got := part.Clock(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

func TestStatusWithoutADaemonSet(t *testing.T) {
	s := part.Status{Look: part.Look{Words: part.Words{Language: reason.Chinese}}, Sight: &sight.Sight{}}
	if got := plain(s.Render(40, 2)); got != "还没有 DaemonSet\n" {
		t.Errorf("%q", got)
	}
}

package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/scenario/why"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/part"
	"github.com/rollscope/rollscope/tui/sight"
)

// foretold is what a fork of the cluster has shown of the future. It holds until
// somebody does something.
type foretold struct {
	asked    int // counts the questions, so that late answers are known
	forecast part.Forecast
	ahead    []sight.Point
}

type foretoldMessage struct {
	asked    int
	forecast part.Forecast
	ahead    []sight.Point
}

// bounds of a look into the future.
const (
	farthest      = 24 * 3600 * state.Second
	foretellLimit = 300_000
)

// foretellAfter asks for a forecast where steps of the file have been taken.
func (m *Model) foretellAfter(steps int) tea.Cmd {
	if m.player.Session.Position() == steps {
		return nil
	}
	return m.foretell()
}

// foretell lets a fork run to the end of the rollout, elsewhere.
func (m *Model) foretell() tea.Cmd {
	m.foretold = foretold{asked: m.foretold.asked + 1}
	if m.player == nil || m.sight == nil || m.sight.Set == nil {
		return nil
	}
	asked, set, l := m.foretold.asked, m.sight.Set.ID, m.look()
	f := m.player.Future()
	return func() tea.Msg {
		forecast, ahead := run(f, set, l)
		return foretoldMessage{asked, forecast, ahead}
	}
}

// run runs a fork to the end of a rollout.
func run(f *core.Cluster, id state.SetID, l part.Look) (part.Forecast, []sight.Point) {
	find := func() *state.DaemonSet {
		for _, d := range f.Sets() {
			if d.ID == id {
				return d
			}
		}
		return nil
	}
	set := find()
	if set == nil {
		return part.Forecast{}, nil
	}
	from, events := f.Now(), f.Emitted()
	var news progress.News
	written := true
	f.Watch(func(e *core.Event) {
		news.Observe(e)
		written = written || e.Verb == "status" || e.Actor == core.User
	})
	_ = f.Until(func() bool {
		if news.Old() || f.Emitted()-events > foretellLimit {
			return true
		}
		if !written {
			return false
		}
		written = false
		set = find()
		return set == nil || progress.RolledOut(set)
	}, farthest)
	f.Watch(nil)
	var curve sight.Curve
	curve.Follow(f, id)
	ahead := curve.Points
	for len(ahead) > 0 && ahead[0].At <= from {
		ahead = ahead[1:]
	}
	forecast := part.Forecast{Known: true, At: f.Now()}
	if set = find(); set != nil && progress.RolledOut(set) {
		forecast.Done = true
		return forecast, ahead
	}
	if n := len(curve.Points); n > 0 {
		forecast.At = curve.Points[n-1].At
	}
	for _, w := range f.Index(id).Waiting(1) {
		forecast.Why = w.Why.Sentence(l.Language)
	}
	return forecast, ahead
}

func (m *Model) onForetold(msg foretoldMessage) {
	if msg.asked == m.foretold.asked {
		m.foretold.forecast, m.foretold.ahead = msg.forecast, msg.ahead
		m.fill()
	}
}

// answer is what was found about the rollout at some event.
type answer struct {
	asked, event int
	busy         bool
	rollout      *why.Rollout
}

type answerMessage struct {
	asked   int
	rollout why.Rollout
}

// why asks what the rollout waits for and what would help; that is tried out on
// forks, elsewhere.
func (m *Model) why() effect {
	m.pane, m.scroll, m.playing = paneWhy, 0, false
	if m.sight.Set == nil {
		m.fill()
		return nil
	}
	m.answer = answer{asked: m.answer.asked + 1, event: m.sight.Event, busy: true}
	m.fill()
	asked, set, f := m.answer.asked, m.sight.Set, m.player.Cluster().Fork()
	return func() tea.Msg { return answerMessage{asked, why.AboutRollout(f, set)} }
}

func (m *Model) onAnswer(msg answerMessage) {
	if msg.asked == m.answer.asked {
		m.answer.busy, m.answer.rollout = false, &msg.rollout
		m.fill()
	}
}

// lines are the answer; none where time has moved on since.
func (a *answer) lines(l part.Look, event int) []part.Line {
	switch {
	case a.asked == 0 || event != a.event:
		return nil
	case a.busy:
		return []part.Line{part.Inked(draw.Dim, l.Say("trying out what would help...", "正在尝试有用的改动……"))}
	case a.rollout == nil:
		return nil
	case a.rollout.Done:
		return []part.Line{part.Inked(draw.Green, l.Say("the rollout is done", "发布已完成")), {}}
	}
	lines := []part.Line{part.Inked(draw.Bold, l.Say("the rollout waits for", "发布在等待"))}
	lines = append(lines, waitLines(l, a.rollout.Waits)...)
	if a.rollout.More {
		lines = append(lines, part.Plain(l.Say("  and more", "  等等")))
	}
	return append(append(lines, changeLines(l, &a.rollout.Change)...), part.Line{})
}

// waitLines are what a rollout waits for; of several nodes that wait for the same, the
// first has a sentence and the others only their names.
func waitLines(l part.Look, waits []daemon.Wait) []part.Line {
	type group struct {
		first *daemon.Wait
		names []string // of the other nodes
	}
	var groups []*group
	of := map[reason.Code]*group{}
	for i := range waits {
		w := &waits[i]
		if g := of[w.Why.Code]; g != nil && w.Why.Node != "" {
			g.names = append(g.names, w.Why.Node)
			continue
		}
		of[w.Why.Code] = &group{first: w}
		groups = append(groups, of[w.Why.Code])
	}
	var lines []part.Line
	for _, g := range groups {
		lines = append(lines, part.Line{Spans: []part.Span{{Text: string(l.Of('•', '*')) + " "}, {Text: g.first.Why.Sentence(l.Language)}}})
		if len(g.names) > 0 {
			lines = append(lines, part.Line{Spans: []part.Span{{Text: "  "}, {Text: l.Say("the same for ", "同样的还有 ") + strings.Join(g.names, ", "), Ink: draw.Dim}}})
		}
	}
	return lines
}

// changeLines say what would help.
func changeLines(l part.Look, ch *why.Change) []part.Line {
	switch {
	case ch.Done && len(ch.Commands) == 0:
		return []part.Line{part.Inked(draw.Green, l.Sayf("nothing has to be done: rolled out after %s", "什么都不用做：%s 后完成", part.Clock(ch.After)))}
	case len(ch.Commands) > 0:
		lines := []part.Line{part.Inked(draw.Bold, l.Say("the smallest change that helps", "最小的有效改动"))}
		for _, c := range ch.Commands {
			lines = append(lines, part.Inked(draw.Cyan, "  "+c))
		}
		if ch.Done {
			return append(lines, part.Inked(draw.Green, l.Sayf("then rolled out after %s (tried out)", "之后 %s 完成（已试运行）", part.Clock(ch.After))))
		}
		return append(lines, part.Plain(l.Sayf("then %d of %d nodes get the new pod, and no more", "之后 %d / %d 个节点得到新 Pod，不会更多", ch.Current, ch.Desired)))
	case ch.Advice.Code != "":
		return []part.Line{{Spans: []part.Span{{Text: l.Say("to get on: ", "要继续："), Ink: draw.Bold}, {Text: ch.Advice.Sentence(l.Language)}}}}
	}
	return []part.Line{part.Plain(l.Say("no small change was found that helps", "没有找到有用的小改动"))}
}

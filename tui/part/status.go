package part

import (
	"fmt"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/sight"
)

// Forecast is what happens if nobody does anything more.
type Forecast struct {
	Known bool
	Done  bool       // the rollout ends
	At    state.Time // when it ends, or when it stops getting on
	Why   string     // what it then waits for
}

// Status is the numbers of the rollout: kubectl's line, the budget, the forecast.
type Status struct {
	Look     Look
	Sight    *sight.Sight
	Forecast Forecast
	// Waits are what the rollout waits for now, at most a few.
	Waits []daemon.Wait
}

// Render draws as many of its lines as there is room for, the weightiest first.
func (s *Status) Render(width, height int) string {
	c := draw.New(width, height)
	for y, l := range s.lines(width) {
		x := 0
		for _, span := range l.Spans {
			x = c.TextIn(x, y, width-x, span.Ink, s.Look.Cut(span.Text, max(width-x, 0)))
		}
	}
	return c.String()
}

func (s *Status) lines(width int) []Line {
	if s.Sight == nil || s.Sight.Set == nil {
		return []Line{Inked(draw.Dim, s.Look.Say("there is no DaemonSet yet", "还没有 DaemonSet"))}
	}
	head, row := s.table(width)
	return append([]Line{head, row, s.rollout(), s.budget(), s.legend()}, s.waits()...)
}

// table is what kubectl get ds prints of the set; short where there is no room.
func (s *Status) table(width int) (head, row Line) {
	n := daemon.CountsOf(&s.Sight.Set.Status)
	name := s.Sight.Set.Object.Name
	columns := []struct {
		name  string
		value int32
	}{
		{"DESIRED", n.Desired}, {"CURRENT", n.Current}, {"READY", n.Ready}, {"UP-TO-DATE", n.Updated}, {"AVAILABLE", n.Available},
	}
	nameWidth := max(draw.Width(name), 4)
	if rest := 3*len(columns) + 7 + 7 + 5 + 10 + 9; nameWidth+rest > width {
		nameWidth = max(width-rest, 8)
	}
	pad := func(text string, w int) string {
		return text + fmt.Sprintf("%*s", max(w-draw.Width(text), 0), "")
	}
	h, r := pad("NAME", nameWidth), pad(s.Look.Cut(name, nameWidth), nameWidth)
	for i, c := range columns {
		w := len(c.name)
		if i == len(columns)-1 {
			w = 0
		}
		h += "   " + pad(c.name, w)
		r += "   " + pad(strconv.Itoa(int(c.value)), w)
	}
	return Inked(draw.Dim, h), Inked(draw.Bold, r)
}

// rollout is what kubectl rollout status says, and the forecast.
func (s *Status) rollout() Line {
	line, done, err := daemon.RolloutStatus(s.Sight.Set)
	if err != nil {
		n := daemon.CountsOf(&s.Sight.Set.Status)
		line = s.Look.Sayf("%s: %d of %d pods are of the newest template", "%s：%d / %d 个 Pod 是最新模板", "OnDelete", n.Updated, n.Desired)
		if s.Sight.Set.Object.Spec.UpdateStrategy.Type != "OnDelete" {
			line = err.Error()
		}
	}
	ink := draw.Yellow
	sign := s.Look.Of('◷', '~')
	if done {
		ink, sign = draw.Green, s.Look.Of('✔', '+')
	}
	f, dot := s.Forecast, " "+string(s.Look.Of('·', '-'))+" "
	spans := []Span{}
	switch {
	case !f.Known || done:
	case f.Done:
		spans = append(spans, Span{s.Look.Sayf("done in %s", "%s 后完成", Clock(f.At-s.Sight.Now)) + dot, draw.Green})
	default:
		sign, ink = s.Look.Of('✖', '!'), draw.Red
		spans = append(spans, Span{s.Look.Say("STUCK", "卡住") + dot, draw.Red | draw.Bold})
	}
	return Line{Spans: append(append([]Span{{string(sign) + " ", ink}}, spans...), Span{line, ink})}
}

// budget is what the strategy allows and how much of it is used.
func (s *Status) budget() Line {
	b, u := s.Sight.Budget, s.Sight.Set.Object.Spec.UpdateStrategy
	if u.Type != "RollingUpdate" || u.RollingUpdate == nil {
		return Inked(draw.Dim, s.Look.Say("OnDelete: pods are replaced when somebody deletes them", "OnDelete：有人删除旧 Pod 时才会替换"))
	}
	given := func(v *api.IntOrString, n int) string {
		if v == nil {
			return strconv.Itoa(n)
		}
		if text := v.String(); text != strconv.Itoa(n) {
			return text + " = " + strconv.Itoa(n)
		}
		return strconv.Itoa(n)
	}
	text := s.Look.Sayf("maxUnavailable %s, %d in use", "maxUnavailable %s，已用 %d", given(u.RollingUpdate.MaxUnavailable, b.MaxUnavailable), b.Unavailable)
	if b.MaxSurge > 0 {
		text = s.Look.Sayf("maxSurge %s, %d in use", "maxSurge %s，已用 %d", given(u.RollingUpdate.MaxSurge, b.MaxSurge), b.Surging)
	}
	text += s.Look.Sayf("; %d old", "；旧 Pod %d", b.Old)
	if m := s.Sight.Set.Object.Spec.MinReadySeconds; m > 0 {
		text += s.Look.Sayf("; minReadySeconds %d", "；minReadySeconds %d", m)
	}
	if n := s.Sight.Set.Status.NumberMisscheduled; n > 0 {
		text += s.Look.Sayf("; misscheduled %d", "；不该运行 %d", n)
	}
	return Plain(text)
}

// legend says what the glyphs of the revisions stand for.
func (s *Status) legend() Line {
	var l Line
	for i, r := range s.Sight.Revisions {
		if i > 0 && r.Pods == 0 {
			continue
		}
		l.Spans = append(l.Spans, Span{string(s.Look.Pod(draw.Ready, i == 0)), draw.RevisionInk(i)},
			Span{s.Look.Sayf(" rev %d", " 修订 %d", r.Number), draw.RevisionInk(i)}, Span{tagged(r.Tag) + " " + string(s.Look.Of('×', 'x')) + strconv.Itoa(r.Pods) + "  ", draw.Plain})
	}
	for _, shape := range []draw.Shape{draw.Ready, draw.NotReady, draw.Waiting, draw.Pending, draw.Terminating} {
		w := stateWords[shape]
		l.Spans = append(l.Spans, Span{string(s.Look.Pod(shape, true)) + " " + s.Look.Say(w[0], w[1]) + " ", draw.Dim})
	}
	return l
}

func tagged(tag string) string {
	if tag == "" {
		return ""
	}
	return " " + tag
}

func (s *Status) waits() []Line {
	var lines []Line
	for _, w := range s.Waits {
		lines = append(lines, Line{Spans: []Span{{s.Look.Say("waits: ", "等待："), draw.Dim}, {w.Why.Sentence(s.language()), draw.Plain}}})
	}
	return lines
}

func (s *Status) language() reason.Language {
	if s.Look.Language == "" {
		return reason.English
	}
	return s.Look.Language
}

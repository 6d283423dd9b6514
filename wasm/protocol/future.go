package protocol

import (
	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/wasm/protocol/track"
)

// futureAnswer is what happens next, as far as that is known: pods over time from the
// present moment on, and how it comes out.
type futureAnswer struct {
	Done    bool   `json:"done"`
	Outcome string `json:"outcome,omitempty"` // once it is done
	// At is how far it has come; of what is stuck, when something new happened for the last time.
	At    seconds `json:"at"`
	Waits []wait  `json:"waits,omitempty"`
	// Timeline is the counts from the present moment to At; nil where there is no DaemonSet.
	Timeline *timelineAnswer `json:"timeline,omitempty"`
}

// foretelling is a look into the future under way. It goes on in a fork, so that what is
// present stays as it is.
type foretelling struct {
	ending
	from   state.Time
	counts *track.Track
}

// futureEvents is how many events one part of the future has.
const futureEvents = 5_000

func (s *Session) future(a args) (any, error) {
	if goOn, _ := a["more"].(bool); !goOn {
		c := s.cluster().Fork()
		counts := s.trackOf(s.scenario.Branch(), s.cluster()).Clone()
		counts.Cut(s.cluster(), len(c.Recorded()))
		s.foretelling = &foretelling{ending{c: c, l: s.limits}, c.Now(), counts}
	}
	f := s.foretelling
	if f == nil {
		return nil, refuse("nothing is being foretold", "begin without more")
	}
	out := futureAnswer{Outcome: f.run(a.number("events", futureEvents, 1, s.limits.Events))}
	end := endOf(f.c)
	if out.Done = out.Outcome != ""; out.Done {
		s.foretelling = nil
		out.Waits = waitsAt(f.c, out.Outcome)
	}
	if out.Outcome == stuck {
		f.news.Follow(f.c)
		end = max(f.news.Since(), f.from)
	}
	out.At = seconds(end)
	f.counts.Follow(f.c)
	if d, err := setOf(f.c, a); err == nil {
		t := counted(f.c, d, f.counts, stretch{f.from, end, a.number("width", 200, 1, maxWidth), out.Outcome != stuck})
		out.Timeline = &t
	}
	return out, nil
}

// ending is a run to the end: until every DaemonSet is rolled out, or none gets on any
// more, or a limit is reached.
type ending struct {
	c    *core.Cluster
	l    Limits
	news progress.News
}

// run goes on by so many events, about. The outcome is "" where there is more to come.
func (e *ending) run(events int) string {
	pause := e.c.Emitted() + events
	err := e.c.Until(func() bool {
		if e.done() || e.over() || e.c.Emitted() >= pause {
			return true
		}
		e.news.Follow(e.c)
		return e.news.Old()
	}, e.l.Time-e.c.Now())
	switch {
	case e.done():
		return rolledOut
	case e.over():
		return limited
	case e.c.Idle() || e.news.Old():
		return stuck
	case err != nil:
		return limited
	}
	return ""
}

func (e *ending) done() bool {
	for _, d := range e.c.Sets() {
		if !progress.RolledOut(d) {
			return false
		}
	}
	return true
}

func (e *ending) over() bool { return e.c.Emitted() > e.l.Events }

// waitsAt are what a cluster waits for at the end of a run that is stuck.
func waitsAt(c *core.Cluster, outcome string) []wait {
	var out []wait
	if outcome != stuck {
		return nil
	}
	for _, d := range c.Sets() {
		if !progress.RolledOut(d) {
			out = append(out, waitsOf(c, d)...)
		}
	}
	return out
}

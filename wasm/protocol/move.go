package protocol

import (
	"strconv"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/wasm/protocol/track"
)

// movedAnswer is where a cluster is now.
type movedAnswer struct {
	Now    seconds `json:"now"`
	Event  int     `json:"event"`  // how many events have happened
	Events int     `json:"events"` // how many are on record
	End    seconds `json:"end"`    // when the last of them is
	Idle   bool    `json:"idle"`   // nothing more happens by itself
	// Last is the event that was gone to; nil at the beginning.
	Last    *eventAnswer `json:"last,omitempty"`
	Outcome string       `json:"outcome,omitempty"`
	Waits   []wait       `json:"waits,omitempty"`
}

// where tells where the present branch is.
func (s *Session) where() movedAnswer {
	c := s.cluster()
	a := movedAnswer{Now: seconds(c.Now()), Event: len(c.Events()), Events: len(c.Recorded()), End: seconds(endOf(c)), Idle: c.Idle()}
	if events := c.Events(); len(events) > 0 {
		last := eventOf(&events[len(events)-1])
		a.Last = &last
	}
	return a
}

// endOf is the last moment that is known.
func endOf(c *core.Cluster) state.Time {
	end := c.Now()
	if all := c.Recorded(); len(all) > 0 {
		end = max(end, all[len(all)-1].At)
	}
	return end
}

// tooMuch is an error once a branch has as many events as it may have.
func (s *Session) tooMuch() error {
	if n := s.cluster().Emitted(); n > s.limits.Events {
		return refuse("more than "+strconv.Itoa(s.limits.Events)+" events have happened", "go back, or begin with a smaller cluster")
	}
	return nil
}

// goes says whether the cluster may go on to what happens next.
func (s *Session) goes() error {
	c := s.cluster()
	if c.Emitted() == len(c.Recorded()) && c.Next() > s.limits.Time && c.Next() != state.Never {
		return refuse("simulated time is limited to "+strconv.Itoa(int(s.limits.Time/state.Second))+" seconds", "")
	}
	return s.tooMuch()
}

func (s *Session) step(a args) (any, error) {
	for range a.number("n", 1, 1, 10_000) {
		if err := s.goes(); err != nil {
			return nil, err
		}
		if !s.cluster().Step() {
			break
		}
	}
	return s.where(), nil
}

// wave goes on to the next sync of a DaemonSet that creates or deletes pods, and to
// the end of that sync.
func (s *Session) wave(args) (any, error) {
	c := s.cluster()
	inWave := syncing(c)
	for {
		if err := s.goes(); err != nil {
			return nil, err
		}
		before := len(c.Events())
		if c.Idle() || !c.Step() {
			break
		}
		for _, e := range c.Events()[before:] {
			inWave = inWave || e.Actor == core.DaemonSetController && (e.Verb == "create" || e.Verb == "delete")
		}
		if inWave && !syncing(c) {
			break
		}
	}
	return s.where(), nil
}

// syncing says whether a sync is under way that has pods to create or to delete.
func syncing(c *core.Cluster) bool {
	for _, d := range c.Sets() {
		if d.Sync.Stage == state.StageCalls {
			return true
		}
	}
	return false
}

func (s *Session) advance(a args) (any, error) {
	c := s.cluster()
	by := a.seconds("by", 0)
	if by > s.limits.Time-c.Now() {
		return nil, refuse("simulated time is limited to "+strconv.Itoa(int(s.limits.Time/state.Second))+" seconds", "")
	}
	if err := c.Advance(by, func() bool { return c.Emitted() <= s.limits.Events }); err != nil {
		return nil, err
	}
	return s.where(), s.tooMuch()
}

func (s *Session) until(a args) (any, error) {
	line := "until '" + a.text("cond") + "'"
	if a.has("within") {
		line += " --within " + strconv.FormatInt(int64(a.seconds("within", 0)), 10) + "ns"
	}
	answer, err := s.command(args{"line": line})
	if err != nil {
		return nil, err
	}
	if r := answer.(ran); r.Failed {
		return nil, refuse(r.Output, "")
	}
	return s.where(), s.tooMuch()
}

func (s *Session) back(a args) (any, error) {
	s.cluster().Back(a.number("n", 1, 1, 1<<30))
	return s.where(), nil
}

func (s *Session) seek(a args) (any, error) {
	c := s.cluster()
	switch {
	case a.has("event"):
		c.SeekEvent(a.number("event", 0, 0, 1<<30))
	case !a.has("at"):
		return nil, refuse("say where to go", "give event or at")
	case a.seconds("at", 0) > c.Now():
		return s.advance(args{"by": secondsNumber(a.seconds("at", 0) - c.Now())})
	default:
		if err := c.Seek(a.seconds("at", 0)); err != nil {
			return nil, err
		}
	}
	return s.where(), nil
}

// The outcomes of a run to the end.
const (
	rolledOut = "rolled-out"
	stuck     = "stuck"
	limited   = "limit"
)

func (s *Session) end(args) (any, error) {
	run := ending{c: s.cluster(), l: s.limits}
	outcome := run.run(s.limits.Events + 1)
	a := s.where()
	a.Outcome, a.Waits = outcome, waitsAt(run.c, outcome)
	return a, nil
}

// wait is what a rollout waits for.
type wait struct {
	Set string `json:"set"`
	reasonAnswer
}

func waitsOf(c *core.Cluster, d *state.DaemonSet) []wait {
	var out []wait
	for _, w := range c.Index(d.ID).Waiting(20) {
		out = append(out, wait{d.Key(), reasonOf(w.Why)})
	}
	return out
}

// reasonAnswer is a reason in both languages.
type reasonAnswer struct {
	Code     string `json:"code"`
	Node     string `json:"node,omitempty"`
	Pod      string `json:"pod,omitempty"`
	English  string `json:"en"`
	Chinese  string `json:"zh"`
	Upstream string `json:"upstream"`
}

func reasonOf(r reason.Reason) reasonAnswer {
	entry, _ := reason.Lookup(r.Code)
	return reasonAnswer{string(r.Code), r.Node, r.Pod, r.Sentence(reason.English), r.Sentence(reason.Chinese), entry.Upstream}
}

// futureAnswer is what happens next, as far as that is known: pods over time from the
// present moment on, and how it comes out.
type futureAnswer struct {
	Done    bool   `json:"done"`
	Outcome string `json:"outcome,omitempty"` // once it is done
	// At is how far it has come; of what is stuck, when something new happened for the last time.
	At    seconds `json:"at"`
	Waits []wait  `json:"waits,omitempty"`
	// Event is how many events there will have been by then, where it gets stuck.
	Event int `json:"event,omitempty"`
	// Out is since when the DaemonSet is rolled out, where in the end it is.
	Out seconds `json:"out,omitempty"`
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
		end, out.Event = max(f.news.Since(), f.from), f.news.Events()
	}
	out.At = seconds(end)
	f.counts.Follow(f.c)
	if d, err := setOf(f.c, a); err == nil {
		if out.Done && progress.RolledOut(d) {
			out.Out = seconds(progress.RolledOutSince(f.c, d))
		}
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

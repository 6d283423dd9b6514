// Package play moves through a scenario: forward and back by decisions, waves and
// time, along what was recorded and on into the future. The steps of a scenario
// file are taken when everything recorded so far has been seen, and what a step
// does is then played and not jumped over.
package play

import (
	"slices"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/state"
)

// Player is a scenario under way with a position in its recording.
type Player struct {
	Session *scenario.Session
	// Log are all commands that were run, with what they printed.
	Log []Entry

	ends  map[string]place   // by branch: how far commands have led
	saved map[string][]Entry // by branch: the commands that lead to the present
}

// place is a moment of a recording.
type place struct {
	event int
	at    state.Time
}

// Entry is one command that was run.
type Entry struct {
	Line   string
	Output string
	Failed bool
	Branch string
	At     state.Time // when it was run
	// Step is the number of the step in the file, -1 for commands of the user.
	Step int

	lead     string // what leads from the command before to this one; "" for nothing
	from, to place
}

// limits of one move, so that the screen stays alive.
const (
	maxMove     = 20_000  // events
	maxSteps    = 200_000 // decisions looked at for a wave
	sameWave    = state.Second
	settleSteps = 1000
)

// New begins a scenario: its first steps are taken, up to the one that brings a DaemonSet.
func New(s *scenario.Session) *Player {
	p := &Player{Session: s, ends: map[string]place{}, saved: map[string][]Entry{}}
	for range settleSteps {
		if len(p.Cluster().Sets()) > 0 || !p.NextStep() {
			break
		}
		p.toEnd()
	}
	return p
}

// Cluster is the cluster of the present branch.
func (p *Player) Cluster() *core.Cluster { return p.Session.Cluster() }

// Pending is how many steps of the file are still to be taken.
func (p *Player) Pending() int { return len(p.Session.Steps()) - p.Session.Position() }

// toEnd goes to where the last command of the present branch has led.
func (p *Player) toEnd() {
	c, end := p.Cluster(), p.ends[p.Session.Branch()]
	if c.Emitted() != end.event {
		c.SeekEvent(end.event)
	}
	if c.Now() < end.at {
		_ = c.Advance(end.at-c.Now(), nil)
	}
}

// NextStep takes the next step of the file and stands where it begins to show;
// false when there is none.
func (p *Player) NextStep() bool {
	if p.Pending() == 0 {
		return false
	}
	p.toEnd()
	n := p.Session.Position()
	line := p.Session.Steps()[n].Command
	out := p.run(line, n)
	if c := p.Cluster(); out.LastEvent > out.FirstEvent && c.Emitted() == out.LastEvent && out.To > out.From {
		c.SeekEvent(out.FirstEvent)
	}
	return true
}

// Do runs a command of the user now. What lay ahead is dropped where the command
// changes something.
func (p *Player) Do(line string) Entry {
	p.run(line, -1)
	return p.Log[len(p.Log)-1]
}

// run runs a command: the step of the file with number n, or with -1 a line.
func (p *Player) run(line string, n int) scenario.Outcome {
	branch, c := p.Session.Branch(), p.Cluster()
	e := Entry{Line: line, Branch: branch, At: c.Now(), Step: n, from: place{c.Emitted(), c.Now()}}
	if keeps(line) {
		e.lead = p.lead(branch)
	}
	var out scenario.Outcome
	if n >= 0 {
		out, _ = p.Session.Next()
	} else {
		out = p.Session.Do(line)
	}
	e.Output, e.Failed, e.to = out.Output, out.Failed, place{out.LastEvent, out.To}
	p.Log = append(p.Log, e)
	if out.Branch != branch {
		p.entered(branch, out.Branch)
		if n >= 0 {
			p.toEnd()
		}
		return out
	}
	p.ends[branch] = e.to
	if keeps(line) {
		p.saved[branch] = append(p.before(branch, e.from.event), e)
	}
	return out
}

// entered notes that the session has gone from one branch to another.
func (p *Player) entered(from, to string) {
	if _, known := p.ends[to]; known {
		return
	}
	c := p.Session.Cluster()
	p.ends[to] = place{c.Emitted(), c.Now()}
	p.saved[to] = slices.Clone(p.before(from, c.Emitted()))
}

// Fork begins a branch here and enters it.
func (p *Player) Fork(name string) error {
	from := p.Session.Branch()
	if err := p.Session.Fork(name); err != nil {
		return err
	}
	p.entered(from, name)
	return nil
}

// Switch enters another branch, at the moment at which it was left.
func (p *Player) Switch(name string) error { return p.Session.Switch(name) }

// Other is the cluster of another branch, wound to a moment of the present one as
// far as it is recorded; nil where there is no such branch. The present branch
// stays as it is.
func (p *Player) Other(name string, at state.Time) *core.Cluster {
	was := p.Session.Branch()
	if name == was || p.Session.Switch(name) != nil {
		return nil
	}
	c := p.Session.Cluster()
	_ = p.Session.Switch(was)
	if c.Now() != at {
		_ = c.Seek(at)
	}
	return c
}

// Forward goes on by one decision; false when nothing more can happen.
func (p *Player) Forward() bool {
	c := p.Cluster()
	switch end := p.ends[p.Session.Branch()]; {
	case c.Emitted() < len(c.Recorded()):
		return c.Step()
	case c.Now() < end.at:
		_ = c.Advance(end.at-c.Now(), nil)
		return true
	case p.NextStep():
		if c = p.Cluster(); c.Emitted() < len(c.Recorded()) {
			c.Step()
		}
		return true
	case c.Idle():
		return false
	}
	return c.Step()
}

// Backward goes back by one event; false at the beginning.
func (p *Player) Backward() bool {
	c := p.Cluster()
	if c.Emitted() == 0 {
		return false
	}
	c.Back(1)
	return true
}

// Run lets simulated time go on by d, along the recording first; false when
// nothing more can happen.
func (p *Player) Run(d state.Time) bool {
	c, end := p.Cluster(), p.ends[p.Session.Branch()]
	ahead := c.Emitted() < len(c.Recorded())
	switch {
	case ahead || c.Now() < end.at:
		if p.Pending() > 0 && c.Now()+d > end.at {
			d = max(end.at-c.Now(), 0)
		}
	case p.Pending() > 0:
		return p.NextStep()
	case c.Idle():
		return false
	}
	n := 0
	_ = c.Advance(d, func() bool { n++; return n < maxMove })
	return true
}

// Home goes to the beginning, End to where everything has happened: the steps of
// the file are taken and whatever goes on by itself goes on, up to a bound.
func (p *Player) Home() { p.Cluster().SeekEvent(0) }

// End goes to the end of what commands and, after the last of them, the cluster
// itself bring about.
func (p *Player) End() {
	c := p.Cluster()
	c.SeekEvent(len(c.Recorded()))
	for p.Pending() > 0 && p.NextStep() {
		p.toEnd()
	}
	c = p.Cluster()
	for range maxMove {
		if c.Idle() || !c.Step() {
			break
		}
	}
}

// Seek goes to a moment.
func (p *Player) Seek(at state.Time) error { return p.Cluster().Seek(max(at, 0)) }

// SeekEvent goes to the moment right after the first n events.
func (p *Player) SeekEvent(n int) { p.Cluster().SeekEvent(n) }

// Future is a fork that goes on from the newest event of the present branch.
func (p *Player) Future() *core.Cluster {
	c := p.Cluster()
	n, at := c.Emitted(), c.Now()
	if n == len(c.Recorded()) {
		return c.Fork()
	}
	c.SeekEvent(len(c.Recorded()))
	f := c.Fork()
	c.SeekEvent(n)
	if c.Now() < at {
		_ = c.Advance(at-c.Now(), nil)
	}
	return f
}

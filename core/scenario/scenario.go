// Package scenario runs scenario files: kubectl transcripts against a simulated
// cluster, with commands of our own for moving time, breaking things, asking why
// and saying what is expected. Package transcript reads the files.
//
// A Session runs a file step by step for a host that shows it; Run runs it whole
// and compares what every command prints with what stands in the file.
//
// What rolled out, stuck and idle mean is told in package progress.
package scenario

import (
	"slices"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fielddoc"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/core/state"
)

// Options say how a scenario is run.
type Options struct {
	// Seed 0 visits nodes by creation time, then name; any other seed makes an
	// order and pod names of its own. A scenario has to hold for every seed.
	Seed uint64
	// MaxTime is how far simulated time may go; 0 is 30 days.
	MaxTime state.Time
	// MaxEvents is how many events may happen in one branch; 0 is 5,000,000.
	MaxEvents int
	// Budget is how many events all branches, and what is tried out, may still have,
	// together; see core.Options. nil is no limit.
	Budget *int
	// Docs are the texts of kubectl explain; "" is those that the program carries.
	Docs fielddoc.Texts
	// ReadFile reads a file that the scenario does not have, for kubectl's -f; nil
	// where there are no others.
	ReadFile func(name string) ([]byte, error)
	// Host adds to kubectl what only the program around the simulator can do.
	Host kubectl.Host
}

// Limits of a run without options.
const (
	maxTime   = 30 * 24 * 3600 * state.Second
	maxEvents = 5_000_000
	// maxBranches is how many branches a session may have.
	maxBranches = 100
)

// main is the branch that a session begins with.
const mainBranch = "main"

// Session is a scenario under way: what has been run so far, and the cluster as
// it is now. It is not safe for concurrent use.
type Session struct {
	file     *transcript.File
	options  Options
	parts    Parts
	next     int
	branches map[string]*core.Cluster
	names    []string // the branches in order of creation
	branch   string
	last     string // what the last command printed, expectations not counted
	news     *progress.News
}

// Outcome is what one command did.
type Outcome struct {
	// Output is what the command printed, errors included, each line with its end.
	Output string
	// Failed says that the command did not succeed.
	Failed bool
	// From and To are the simulated time before and after.
	From, To state.Time
	// FirstEvent and LastEvent are how many events there were before and after;
	// LastEvent is the smaller one where the command went back in time.
	FirstEvent, LastEvent int
	// Branch is the branch that the command left the session in.
	Branch string
}

// Explain gives the texts of kubectl explain to a scenario under way.
func (s *Session) Explain(docs fielddoc.Texts) { s.options.Docs = docs }

// Parts are what a session is put together from. A program that leaves out most of
// kubectl, or of what an API server refuses, names what it has instead.
type Parts struct {
	// Kubectl runs kubectl commands.
	Kubectl kubectl.Runner
	// Admission is what objects have to pass before the cluster takes them in.
	Admission strategy.Admission
}

// Open begins a scenario: an empty cluster at time 0, no step done.
func Open(f *transcript.File, o Options) *Session {
	return OpenWith(f, o, Parts{kubectl.Run, strategy.Admit})
}

// OpenWith is Open with parts of one's own.
func OpenWith(f *transcript.File, o Options, p Parts) *Session {
	if o.MaxTime <= 0 {
		o.MaxTime = maxTime
	}
	if o.MaxEvents <= 0 {
		o.MaxEvents = maxEvents
	}
	s := &Session{file: f, options: o, parts: p}
	s.Restart()
	return s
}

// Restart puts the session back to its beginning.
func (s *Session) Restart() {
	c := core.NewWith(core.Options{Seed: s.options.Seed, Shuffle: s.options.Seed > 0, Record: true, Budget: s.options.Budget}, s.parts.Admission)
	s.next, s.branch, s.names, s.last = 0, mainBranch, []string{mainBranch}, ""
	s.branches = map[string]*core.Cluster{mainBranch: c}
	s.news = &progress.News{}
}

// File is the scenario that the session runs.
func (s *Session) File() *transcript.File { return s.file }

// Steps are the commands of the scenario.
func (s *Session) Steps() []transcript.Step { return s.file.Steps }

// Position is the number of the step that Next runs, counted from 0; the number
// of steps when all are done.
func (s *Session) Position() int { return s.next }

// Cluster is the cluster of the present branch, as it is now. Whoever winds it
// back and then runs a step drops the future that is left behind.
func (s *Session) Cluster() *core.Cluster { return s.branches[s.branch] }

// Branch is the name of the present branch; the first is main.
func (s *Session) Branch() string { return s.branch }

// Branches are the names of all branches, oldest first.
func (s *Session) Branches() []string { return slices.Clone(s.names) }

// Next runs the next step; false when there is none.
func (s *Session) Next() (Outcome, bool) {
	if s.next >= len(s.file.Steps) {
		return Outcome{}, false
	}
	step := &s.file.Steps[s.next]
	s.next++
	return s.Do(step.Command), true
}

// GoTo runs steps until Position is n. Where n lies behind, the scenario is run
// again from its beginning, which gives the same cluster as before.
func (s *Session) GoTo(n int) {
	if n < s.next {
		s.Restart()
	}
	for s.next < n {
		if _, ok := s.Next(); !ok {
			return
		}
	}
}

// Fork starts a branch at the present moment and goes on in it. The branch that it
// comes from stays as it is.
func (s *Session) Fork(name string) error {
	if !branchName(name) {
		return fmt.Errorf("%q is no name for a branch: use letters, digits, - and _", name)
	}
	if s.branches[name] != nil {
		return fmt.Errorf("there is a branch %q already", name)
	}
	if len(s.names) == maxBranches {
		return fmt.Errorf("a scenario may have %d branches", maxBranches)
	}
	s.branches[name] = s.Cluster().Fork()
	s.names = append(s.names, name)
	return s.Switch(name)
}

// Switch goes on in another branch, at the moment at which it was left.
func (s *Session) Switch(name string) error {
	if s.branches[name] == nil {
		return fmt.Errorf("there is no branch %q; there are: %s", name, quotedList(s.names))
	}
	s.branch = name
	s.news = &progress.News{}
	return nil
}

func branchName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return name != "" && len(name) <= 63
}

// Aside is a session over a fork of the present cluster, with the same files. What is
// done there is not seen here.
func (s *Session) Aside() *Session {
	file := *s.file
	file.Manifests = slices.Clone(s.file.Manifests)
	return &Session{
		file: &file, options: s.options, parts: s.parts, next: s.next, branch: s.branch, names: []string{s.branch},
		branches: map[string]*core.Cluster{s.branch: s.Cluster().Fork()}, news: &progress.News{},
	}
}

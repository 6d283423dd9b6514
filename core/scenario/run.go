package scenario

import (
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// Try is a session of its own that stands where this one stands. What is done in it
// is not done here.
func (s *Session) Try() *Session {
	t := *s
	t.branches = map[string]*core.Cluster{s.branch: s.Cluster().Fork()}
	t.names = []string{s.branch}
	t.news = &progress.News{}
	return &t
}

// Result is one step of a run with what is wrong with it.
type Result struct {
	Outcome
	// Step is the step in the file.
	Step *transcript.Step
	// Ended says that the command failed where it should not, or the other way round.
	Ended bool
	// Differs says that the output is not the expected one.
	Differs bool
}

// OK says that the step did what the file says.
func (r *Result) OK() bool { return !r.Ended && !r.Differs }

// Report is a whole run of a scenario.
type Report struct {
	File    *transcript.File
	Seed    uint64
	Results []Result
	// End is the session as it was left.
	End *Session
}

// Run runs a scenario to its end, whatever fails on the way, and compares every
// output with what the file says.
func Run(f *transcript.File, o Options) *Report { return RunWhile(f, o, nil) }

// RunWhile is Run for as long as going, where there is one, says so after each step.
func RunWhile(f *transcript.File, o Options, going func(*Report) bool) *Report {
	s := Open(f, o)
	r := &Report{File: f, Seed: o.Seed, Results: make([]Result, 0, len(f.Steps)), End: s}
	for {
		step := s.Position()
		out, ok := s.Next()
		if !ok {
			return r
		}
		r.Results = append(r.Results, judge(&f.Steps[step], out))
		if going != nil && !going(r) {
			return r
		}
	}
}

// judge compares what a step did with what it should do.
func judge(step *transcript.Step, out Outcome) Result {
	return Result{
		Outcome: out,
		Step:    step,
		Ended:   out.Failed != step.Fails,
		Differs: !transcript.Match(step.Output, transcript.Lines(out.Output)),
	}
}

// OK says that every step did what the file says.
func (r *Report) OK() bool { return r.Failures() == 0 }

// Failures is how many steps did not do what the file says.
func (r *Report) Failures() int {
	n := 0
	for i := range r.Results {
		if !r.Results[i].OK() {
			n++
		}
	}
	return n
}

// Diff is what is wrong as a unified diff of the file, "" where nothing is. Behind
// the line numbers of a command that ended the wrong way stands a remark.
func (r *Report) Diff() string {
	var b strings.Builder
	for i := range r.Results {
		res := &r.Results[i]
		if res.OK() {
			continue
		}
		if b.Len() == 0 {
			b.WriteString("--- " + r.File.Name + "\n+++ " + r.File.Name + "\n")
		}
		b.WriteString(res.Step.Hunks(transcript.Lines(res.Output), remark(res)))
	}
	return b.String()
}

// remark says how a command ended where it ended the wrong way.
func remark(r *Result) string {
	switch {
	case r.Ended && r.Step.Fails:
		return "this command must fail, and did not"
	case r.Ended:
		return "this command failed"
	}
	return ""
}

// Update is the file with the outputs that the run gave. Outputs that match stay
// as they are, and so do those of commands that ended the wrong way: no output
// makes them right. Prose, commands and manifests are never touched.
func (r *Report) Update() []byte {
	return r.File.Rewrite(func(step int) ([]string, bool) {
		res := &r.Results[step]
		return transcript.Lines(res.Output), res.Differs && !res.Ended
	})
}

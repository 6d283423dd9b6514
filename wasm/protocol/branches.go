package protocol

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
)

type branchesAnswer struct {
	Branch   string         `json:"branch"`
	Branches []branchAnswer `json:"branches"`
}

type branchAnswer struct {
	Name   string  `json:"name"`
	Now    seconds `json:"now"`
	Event  int     `json:"event"`
	Events int     `json:"events"`
	End    seconds `json:"end"`
}

func (s *Session) fork(a args) (any, error) {
	if err := s.scenario.Fork(a.text("name")); err != nil {
		return nil, err
	}
	return s.branches(a)
}

func (s *Session) switchTo(a args) (any, error) {
	if err := s.scenario.Switch(a.text("name")); err != nil {
		return nil, err
	}
	return s.branches(a)
}

func (s *Session) branches(args) (any, error) {
	out := branchesAnswer{Branch: s.scenario.Branch()}
	err := s.each(s.scenario.Branches(), func(name string, c *core.Cluster) error {
		out.Branches = append(out.Branches, branchAnswer{name, seconds(c.Now()), len(c.Events()), len(c.Recorded()), seconds(endOf(c))})
		return nil
	})
	return out, err
}

// each visits branches and comes back.
func (s *Session) each(names []string, f func(name string, c *core.Cluster) error) error {
	home := s.scenario.Branch()
	for _, name := range names {
		if err := s.scenario.Switch(name); err != nil {
			_ = s.scenario.Switch(home)
			return err
		}
		if err := f(name, s.cluster()); err != nil {
			_ = s.scenario.Switch(home)
			return err
		}
	}
	return s.scenario.Switch(home)
}

type compareAnswer struct {
	Branches []comparedBranch `json:"branches"`
}

// comparedBranch sums a branch up from the last change of a DaemonSet on.
type comparedBranch struct {
	Name      string  `json:"name"`
	Now       seconds `json:"now"`
	Events    int     `json:"events"`
	Missing   bool    `json:"missing,omitempty"` // there is no such DaemonSet; the numbers are 0
	RolledOut bool    `json:"rolledOut"`
	Lowest    *lowest `json:"lowest,omitempty"`
	Pods      int32   `json:"pods"` // the most there were at once
	Desired   int32   `json:"desired"`
	UpToDate  int32   `json:"upToDate"`
	Available int32   `json:"available"`
}

func (s *Session) compare(a args) (any, error) {
	list, ok := a.words("names")
	if !ok {
		return nil, refuse("names must be a list of texts", "")
	}
	if !a.has("names") {
		list = s.scenario.Branches()
	}
	out, missing := compareAnswer{Branches: []comparedBranch{}}, error(nil)
	err := s.each(list, func(name string, c *core.Cluster) error {
		d, err := setOf(c, a)
		if err != nil && (a.text("set") != "" || len(c.Sets()) == 0) {
			missing = err
			out.Branches = append(out.Branches, comparedBranch{Name: name, Now: seconds(c.Now()), Events: len(c.Events()), Missing: true})
			return nil
		} else if err != nil {
			return err
		}
		b := comparedBranch{
			Name: name, Now: seconds(c.Now()), Events: len(c.Events()), RolledOut: progress.RolledOut(d),
			Desired: d.Status.DesiredNumberScheduled, UpToDate: d.Status.UpdatedNumberScheduled, Available: d.Status.NumberAvailable,
		}
		b.Lowest, b.Pods = leastOf(s.trackOf(name, c).Set(d.ID), lastUserEvent(c))
		out.Branches = append(out.Branches, b)
		return nil
	})
	if err == nil && !slices.ContainsFunc(out.Branches, func(b comparedBranch) bool { return !b.Missing }) {
		err = missing
	}
	return out, err
}

type sweepAnswer struct {
	Runs []sweptRun `json:"runs"`
}

type sweptRun struct {
	Strategy []any   `json:"strategy"`
	Outcome  string  `json:"outcome,omitempty"`
	Duration seconds `json:"duration"`
	Lowest   *lowest `json:"lowest,omitempty"`
	Served   int     `json:"served"` // nodes that had an available pod before
	Pods     int     `json:"pods"`
	// Extra is what all nodes together have to give on top, in thousandths of a CPU
	// and in bytes.
	CPU    int64  `json:"cpu"`
	Memory int64  `json:"memory"`
	Error  string `json:"error,omitempty"`
}

// maxSwept is how many strategies one request may try.
const maxSwept = 64

func (s *Session) sweep(a args) (any, error) {
	d, err := setOf(s.cluster(), a)
	if err != nil {
		return nil, err
	}
	commands, files, err := s.tries(a)
	if err != nil {
		return nil, err
	}
	strategies, _ := a["strategies"].([]any)
	if len(strategies) > maxSwept {
		return nil, refuse("strategies must be a list of at most "+strconv.Itoa(maxSwept), "")
	}
	aside, err := s.later(a, files)
	if err != nil {
		return nil, err
	}
	out := sweepAnswer{Runs: []sweptRun{}}
	for _, one := range strategies {
		strategy, _ := one.([]any)
		if len(strategy) < 2 || len(strategy) > 3 {
			return nil, refuse("a strategy is [maxUnavailable, maxSurge, minReadySeconds]", "the last may be left out")
		}
		out.Runs = append(out.Runs, s.try(d, aside, strategy, commands))
	}
	return out, nil
}

// try runs one strategy on a fork of the present moment.
func (s *Session) try(d *state.DaemonSet, aside *scenario.Session, strategy []any, commands []string) sweptRun {
	run := sweptRun{Strategy: strategy}
	in := plan.Input{MaxTime: s.limits.Time, MaxEvents: s.limits.Events}
	ahead, err := plan.Begin(in, d.Key(), aside.Cluster(), changed(aside, append([]string{patchFor(d, strategy)}, commands...)), true)
	for done := false; err == nil && !done; {
		done, err = ahead.Go(s.limits.Events)
	}
	if err != nil {
		run.Error = err.Error()
		return run
	}
	r := ahead.Result()
	switch r.Outcome {
	case plan.RolledOut:
		run.Outcome = rolledOut
	case plan.Stuck:
		run.Outcome = stuck
	default:
		run.Outcome = limited
	}
	run.Duration = seconds(math.Round(r.Seconds * float64(state.Second)))
	run.Lowest = &lowest{int32(r.Availability.Lowest), seconds(aside.Cluster().Now() + state.Time(math.Round(r.Availability.At*float64(state.Second))))}
	run.Served, run.Pods = r.Availability.Served, r.Extra.PodsAtMost
	peak := ahead.Peak()
	run.CPU, run.Memory = peak.MilliCPU, peak.Memory
	return run
}

// patchFor is the command that sets a strategy.
func patchFor(d *state.DaemonSet, strategy []any) string {
	spec := map[string]any{"updateStrategy": map[string]any{
		"type":          "RollingUpdate",
		"rollingUpdate": map[string]any{"maxUnavailable": strategy[0], "maxSurge": strategy[1]},
	}}
	if len(strategy) == 3 {
		spec["minReadySeconds"] = strategy[2]
	}
	text, err := json.Marshal(map[string]any{"spec": spec})
	if err != nil {
		return ""
	}
	return "kubectl patch ds " + d.Object.Name + " -n " + d.Object.Namespace + " --type merge -p '" +
		strings.ReplaceAll(string(text), "'", `\u0027`) + "'"
}

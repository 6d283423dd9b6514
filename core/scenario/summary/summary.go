// Package summary is the JSON form of scenarios that were run: what every command
// printed, what was expected, and the cluster at the end.
package summary

import (
	"errors"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/core/state"
)

// Version is the version of the JSON form. Fields may be added; none changes its
// meaning or goes.
const Version = 1

// Report is the JSON form of one or more runs. Lists are never null.
type Report struct {
	Version   int        `json:"version"`
	OK        bool       `json:"ok"` // all passed
	Scenarios []Scenario `json:"scenarios"`
}

// Scenario is one file that was run under one order of nodes.
type Scenario struct {
	File  string `json:"file"`
	Title Title  `json:"title"`
	Seed  uint64 `json:"seed"` // of the order of nodes; 0 is by age and name
	OK    bool   `json:"ok"`
	Steps []Step `json:"steps"`
	// Diff is what differs from the file, as a unified diff; "" where nothing does.
	Diff string `json:"diff"`
	// Problems are why the file could not be read; it was not run then.
	Problems []Problem `json:"problems"`
	// End is the cluster at the end; null where the file was not run.
	End *End `json:"end"`
}

// Title is the first line of prose, in English and Chinese; "" where there is none.
type Title struct {
	English string `json:"en"`
	Chinese string `json:"zh"`
}

// Step is one command.
type Step struct {
	Line    int    `json:"line"` // of the file
	Command string `json:"command"`
	Output  string `json:"output"`
	Failed  bool   `json:"failed"`
	// OK says that it did what the file says: Differs that the output is another, and
	// Ended that it failed where it should not, or the other way round.
	OK      bool `json:"ok"`
	Differs bool `json:"differs"`
	Ended   bool `json:"endedOtherwise"`
	// From and To are the simulated time before and after, in seconds.
	From float64 `json:"fromSeconds"`
	To   float64 `json:"toSeconds"`
}

// Problem is a mistake in the file.
type Problem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// End is the cluster at one moment.
type End struct {
	Now    float64     `json:"nowSeconds"`
	Events int         `json:"events"`
	Branch string      `json:"branch"`
	Sets   []DaemonSet `json:"daemonSets"`
	Nodes  []Node      `json:"nodes"`
}

// DaemonSet is a DaemonSet with its status as last written.
type DaemonSet struct {
	Namespace    string `json:"namespace"`
	Name         string `json:"name"`
	Desired      int32  `json:"desired"`
	Current      int32  `json:"current"`
	Ready        int32  `json:"ready"`
	UpToDate     int32  `json:"upToDate"`
	Available    int32  `json:"available"`
	Misscheduled int32  `json:"misscheduled"`
	RolledOut    bool   `json:"rolledOut"`
	Status       string `json:"rolloutStatus"` // as kubectl rollout status has it
}

// Node is a node with its pods.
type Node struct {
	Name     string `json:"name"`
	Ready    string `json:"ready"` // True, False or Unknown
	Cordoned bool   `json:"cordoned"`
	Pods     []Pod  `json:"pods"`
}

// Pod is a pod in a few words.
type Pod struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	Image     string `json:"image"` // of its first container
	// State is Pending, Waiting, NotReady, Ready, Terminating, Failed or Succeeded, as
	// scenarios have it.
	State string `json:"state"`
}

// Of sums one run up.
func Of(r *scenario.Report) Scenario {
	out := Scenario{
		File: r.File.Name, Title: titleOf(r.File), Seed: r.Seed, OK: r.OK(),
		Steps: make([]Step, 0, len(r.Results)), Diff: r.Diff(), Problems: []Problem{}, End: EndOf(r.End),
	}
	for i := range r.Results {
		res := &r.Results[i]
		out.Steps = append(out.Steps, Step{
			Line: res.Step.Line, Command: res.Step.Command, Output: res.Output, Failed: res.Failed,
			OK: res.OK(), Differs: res.Differs, Ended: res.Ended, From: seconds(res.From), To: seconds(res.To),
		})
	}
	return out
}

// Unread is a file that could not be read.
func Unread(name string, err error) Scenario {
	out := Scenario{File: name, Steps: []Step{}, Problems: []Problem{}}
	var list transcript.Errors
	if !errors.As(err, &list) {
		out.Problems = append(out.Problems, Problem{Message: err.Error()})
	}
	for _, e := range list {
		out.Problems = append(out.Problems, Problem{Line: e.Line, Column: e.Column, Message: e.Message, Hint: e.Hint})
	}
	return out
}

// Add adds one to a report.
func (r *Report) Add(s Scenario) {
	r.Version = Version
	r.OK = s.OK && (r.OK || len(r.Scenarios) == 0)
	r.Scenarios = append(r.Scenarios, s)
}

func titleOf(f *transcript.File) Title {
	return Title{strings.Join(f.Title.English, " "), strings.Join(f.Title.Chinese, "")}
}

// EndOf is the cluster of a session as it is now.
func EndOf(s *scenario.Session) *End {
	c := s.Cluster()
	out := &End{Now: seconds(c.Now()), Events: c.Emitted(), Branch: s.Branch(), Sets: []DaemonSet{}, Nodes: []Node{}}
	for _, d := range c.Sets() {
		n := daemon.CountsOf(&d.Status)
		line, _, err := daemon.RolloutStatus(d)
		if err != nil {
			line = ""
		}
		out.Sets = append(out.Sets, DaemonSet{
			d.Object.Namespace, d.Object.Name, n.Desired, n.Current, n.Ready, n.Updated, n.Available, n.Misscheduled,
			progress.RolledOut(d), line,
		})
	}
	for _, n := range c.Nodes() {
		out.Nodes = append(out.Nodes, nodeOf(c, n.Name))
	}
	return out
}

func nodeOf(c *core.Cluster, name string) Node {
	out := Node{Name: name, Pods: []Pod{}}
	if n, ok := c.Node(name); ok {
		out.Ready, out.Cordoned = string(n.Ready()), n.Object.Spec.Unschedulable
	}
	for _, p := range c.PodsOn(name) {
		pod := Pod{Namespace: p.Namespace, Name: p.Name, State: scenario.PodState(p)}
		if list := p.Template.Spec.Containers; len(list) > 0 {
			pod.Image = list[0].Image
		}
		out.Pods = append(out.Pods, pod)
	}
	return out
}

// seconds rounds a time to milliseconds.
func seconds(t state.Time) float64 {
	return float64((t+state.Second/2000)/(state.Second/1000)) / 1000
}

// Package recorded plays back what kubectl did in a scenario: which objects it sent
// to the API server and what it printed. A program that only has to open a scenario
// known beforehand needs neither kubectl nor what reads manifests for that.
//
// A recording is of one scenario, run from its beginning with nothing done in
// between; to anything else it has no answer.
package recorded

import (
	"slices"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/kubectl"
)

// Scenario is a scenario with what its kubectl commands did.
type Scenario struct {
	// Text is the scenario file.
	Text string
	// Commands are its kubectl commands in order.
	Commands []Command
}

// Command is one kubectl command.
type Command struct {
	Args   []string // without the word kubectl
	Output string   // as a terminal shows it
	// Writes are the objects that the API server admitted, in order.
	Writes []Write
}

// Write is an object as it was sent: *api.DaemonSet, *api.Node and so on.
type Write struct {
	Object any
	Update bool // in place of the one that is there; otherwise it is new
}

// Kubectl plays the commands one after the other. It panics when it is asked for
// another command than the next one, as only the recorded scenario may be run with it.
func (s *Scenario) Kubectl() kubectl.Runner {
	next := 0
	return func(c *core.Cluster, _ kubectl.Env, args []string) kubectl.Result {
		if next == len(s.Commands) || !slices.Equal(s.Commands[next].Args, args) {
			panic("recorded: not the command that was recorded")
		}
		command := &s.Commands[next]
		next++
		return command.play(c)
	}
}

// play does to the cluster what the command did.
func (m *Command) play(c *core.Cluster) kubectl.Result {
	for _, w := range m.Writes {
		write := c.Create
		if w.Update {
			write = c.Update
		}
		if err := write(w.Object); err != nil {
			panic("recorded: " + err.Error())
		}
	}
	return kubectl.Result{Stdout: m.Output, Transcript: m.Output}
}

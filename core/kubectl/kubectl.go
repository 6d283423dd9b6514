// Package kubectl runs kubectl commands on a simulated cluster and writes what
// kubectl writes.
package kubectl

import (
	"errors"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/change"
	"github.com/rollscope/rollscope/core/kubectl/drain"
	"github.com/rollscope/rollscope/core/kubectl/flag"
	"github.com/rollscope/rollscope/core/kubectl/read"
	"github.com/rollscope/rollscope/core/kubectl/rollout"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/wait"
)

// Env is what a command can reach outside the cluster.
type Env = session.Env

// Host is what the program around the simulator adds: an editor, Go templates, KYAML.
type Host = session.Host

// Result is what a command wrote, and how it ended.
type Result struct {
	Stdout, Stderr string
	// Transcript is both in the order in which they were written, as a terminal shows them.
	Transcript string
	// Exit is the exit code: 0 when all went well, 1 after an error, and for
	// kubectl diff 1 for differences and more than 1 after an error.
	Exit int
}

// Runner runs a kubectl command, given without the word kubectl; Run is the one
// that has all of them.
type Runner func(c *core.Cluster, env Env, args []string) Result

// verb is one of kubectl's commands.
type verb struct {
	name string
	run  func(s *session.Session, args []string) error // nil for what rollscope does not have
}

// verbs are kubectl's commands in the order of its help.
//
// Upstream 1.37: kubectl pkg/cmd/cmd.go, NewKubectlCommand.
func verbs() []verb {
	return []verb{
		{"create", change.Create},
		{"expose", nil},
		{"run", nil},
		{"set", change.Set},
		{"explain", read.Explain},
		{"get", read.Get},
		{"edit", change.Edit},
		{"delete", change.Delete},
		{"rollout", rollout.Rollout},
		{"scale", scale},
		{"autoscale", autoscale},
		{"certificate", nil},
		{"cluster-info", nil},
		{"top", nil},
		{"cordon", drain.Cordon},
		{"uncordon", drain.Uncordon},
		{"drain", drain.Drain},
		{"taint", change.Taint},
		{"describe", read.Describe},
		{"logs", nil},
		{"attach", nil},
		{"exec", nil},
		{"port-forward", nil},
		{"proxy", nil},
		{"cp", nil},
		{"auth", nil},
		{"debug", nil},
		{"events", read.Events},
		{"diff", change.Diff},
		{"apply", change.Apply},
		{"patch", change.Patch},
		{"replace", change.Replace},
		{"wait", wait.Wait},
		{"kustomize", nil},
		{"label", change.Label},
		{"annotate", change.Annotate},
		{"completion", nil},
		{"config", nil},
		{"kuberc", nil},
		{"plugin", nil},
		{"version", read.Version},
		{"api-versions", read.APIVersions},
		{"api-resources", read.APIResources},
		{"options", nil},
	}
}

// Commands are the names of the commands that Run knows, as kubectl's help orders them.
func Commands() []string {
	var names []string
	for _, v := range verbs() {
		if v.run != nil {
			names = append(names, v.name)
		}
	}
	return names
}

// Run runs a kubectl command, given without the word kubectl. Commands that wait
// let simulated time go on.
func Run(c *core.Cluster, env Env, args []string) Result {
	s := session.New(c, env)
	err := run(s, args)
	var trouble change.Trouble
	var exit session.Exit
	code := 0
	var names flag.Names
	switch {
	case errors.As(err, &names):
		s.Outf("Flags of kubectl %s that rollscope knows:\n  %s", strings.Join(named(args), " "), strings.Join(names, "\n  "))
		err = nil
	case errors.As(err, &trouble):
		code, err = 2, trouble.Err
	case errors.As(err, &exit):
		code = int(exit)
	case err != nil:
		code = 1
	}
	if err != nil {
		s.Err(session.Text(err))
	}
	r := Result{Exit: code}
	r.Stdout, r.Stderr, r.Transcript = s.Written()
	return r
}

func run(s *session.Session, args []string) error {
	name, args := session.Word(args)
	if name == "" || name == "help" {
		s.Outf("These kubectl commands work here:\n  %s", strings.Join(Commands(), "\n  "))
		return nil
	}
	for _, v := range verbs() {
		switch {
		case v.name != name:
		case v.run == nil:
			return lacking(name)
		default:
			return v.run(s, args)
		}
	}
	return fmt.Errorf("unknown command %q for \"kubectl\"%s", name, suggestions(name))
}

// suggestions are the commands that may have been meant.
//
// Upstream: github.com/spf13/cobra command.go, SuggestionsFor.
func suggestions(name string) string {
	var out strings.Builder
	for _, v := range verbs() {
		if distance(strings.ToLower(name), v.name) <= 2 || strings.HasPrefix(v.name, strings.ToLower(name)) {
			out.WriteString("\t" + v.name + "\n")
		}
	}
	if out.Len() == 0 {
		return ""
	}
	return "\n\nDid you mean this?\n" + out.String()
}

// distance is how many letters have to be changed, added or left out to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

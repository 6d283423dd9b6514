// Package rollout has the kubectl commands that follow and steer rollouts.
package rollout

import (
	"errors"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/flag"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/session"
)

// Rollout is kubectl rollout.
//
// Upstream 1.37: kubectl pkg/cmd/rollout/rollout.go.
func Rollout(s *session.Session, args []string) error {
	verb, rest := session.Word(args)
	switch verb {
	case "":
		return errors.New("kubectl rollout needs one of history, pause, restart, resume, status and undo")
	case "status":
		return status(s, rest)
	case "history":
		return history(s, rest)
	case "undo":
		return undo(s, rest)
	case "restart":
		return restart(s, rest)
	case "pause":
		return refuse(s, rest, "pause", "pausing")
	case "resume":
		return refuse(s, rest, "resume", "resuming")
	}
	return fmt.Errorf("unknown command %q\nSee 'kubectl rollout -h' for help and examples", verb)
}

// command is what the rollout commands have in common.
type command struct {
	*session.Session
	sel   session.Selection
	flags *flag.Set
}

func newCommand(s *session.Session, name string) *command {
	c := &command{Session: s, sel: session.Selection{Everything: true}, flags: s.Flags("rollout " + name)}
	c.sel.Files.Flags(c.flags)
	c.flags.String(&c.sel.Labels, "selector/l")
	return c
}

// find reads the command line and finds what it is about. revision is a flag
// that may not be negative.
func (c *command) find(args []string, revision *int) (session.Found, error) {
	words, err := c.flags.Parse(args)
	switch {
	case err != nil:
		return session.Found{}, err
	case len(words) == 0 && len(c.sel.Files.Names) == 0:
		return session.Found{}, errors.New("required resource not specified")
	case revision != nil && *revision < 0:
		return session.Found{}, fmt.Errorf("revision must be a positive integer: %d", *revision)
	}
	return c.Find(c.sel, words)
}

// nothing says that nothing was found.
func (c *command) nothing() { c.Errf("No resources found in %s namespace.", c.Namespace) }

// groupKind is a kind as apimachinery writes one: Pod, DaemonSet.apps.
func groupKind(k kinds.Kind) string {
	if k.Group == "" {
		return k.Name
	}
	return k.Name + "." + k.Group
}

// set is the object's DaemonSet. viewer says what kubectl lacks for other kinds
// and doing what it could not do with it.
//
// Upstream 1.37: kubectl pkg/apps/kind_visitor.go, Accept.
func set(o kinds.Object, viewer, doing string) (*api.DaemonSet, error) {
	k := o.Kind
	switch k.Name {
	case "DaemonSet":
		return o.Value.(*api.DaemonSet), nil
	case "Pod":
		return nil, fmt.Errorf("no %s has been implemented for %q", viewer, groupKind(k))
	}
	return nil, fmt.Errorf("error retrieving %s for %q, no visitor method exists for {%s %s}", doing, groupKind(k), k.Group, k.Name)
}

// refuse answers kubectl rollout pause and resume, which no kind here supports.
//
// Upstream 1.37: kubectl pkg/cmd/rollout/rollout_pause.go and rollout_resume.go.
func refuse(s *session.Session, args []string, name, doing string) error {
	c := newCommand(s, name)
	var output session.Output
	output.Flags(c.flags)
	found, err := c.find(args, nil)
	if err != nil {
		return err
	}
	if len(found.Targets)+len(found.Errs) == 0 {
		c.nothing()
		return nil
	}
	return s.Each(found, func(_ session.Target, o kinds.Object) error { return unsupported(o, doing) })
}

// unsupported is the error for what cannot be done with a kind.
func unsupported(o kinds.Object, doing string) error {
	return fmt.Errorf("error: %s %q %s is not supported", o.Kind.Resource(), o.Meta.Name, doing)
}

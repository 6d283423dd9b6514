// Package drain has the kubectl commands that empty nodes: cordon, uncordon, drain.
package drain

import (
	"errors"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/flag"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// command is one of the three commands under way.
type command struct {
	*session.Session
	flags    *flag.Set
	selector string
	output   session.Output
	results  *session.Results
	nodes    []kinds.Object
}

func newCommand(s *session.Session, name string) *command {
	c := &command{Session: s, flags: s.Flags(name)}
	c.flags.String(&c.selector, "selector/l")
	c.output.DryRunFlag(c.flags)
	return c
}

// Cordon is kubectl cordon.
//
// Upstream 1.37: kubectl pkg/cmd/drain/drain.go, NewCmdCordon.
func Cordon(s *session.Session, args []string) error {
	c := newCommand(s, "cordon")
	if err := c.find(args); err != nil {
		return err
	}
	c.mark(true)
	return nil
}

// Uncordon is kubectl uncordon.
//
// Upstream 1.37: kubectl pkg/cmd/drain/drain.go, NewCmdUncordon.
func Uncordon(s *session.Session, args []string) error {
	c := newCommand(s, "uncordon")
	if err := c.find(args); err != nil {
		return err
	}
	c.mark(false)
	return nil
}

// find reads the command line and finds the nodes.
//
// Upstream 1.37: kubectl pkg/cmd/drain/drain.go, Complete.
func (c *command) find(args []string) error {
	words, err := c.flags.Parse(args)
	switch {
	case err != nil:
		return err
	case len(words) == 0 && !c.flags.Given("selector"):
		return c.flags.Usage("USAGE: %s NODE [flags]", strings.TrimPrefix(c.flags.Command(), "kubectl "))
	case len(words) > 0 && c.selector != "":
		return c.flags.Usage("error: cannot specify both a node name and a --selector option")
	}
	if c.results, err = c.NewResults(c.output); err != nil {
		return err
	}
	sel := session.Selection{Labels: c.selector, OneType: true}
	if c.selector != "" {
		words = []string{"nodes"}
	}
	for i, w := range words {
		if c.selector == "" && !strings.Contains(w, "/") {
			words[i] = "nodes/" + w
		}
	}
	found, err := c.Find(sel, words)
	if err != nil {
		return err
	}
	if err := session.Join(found.Errs); err != nil {
		return err
	}
	for _, t := range found.Targets {
		o, err := c.Object(t)
		switch {
		case err != nil:
			return err
		case t.Kind.Name != "Node":
			return fmt.Errorf("error: expected resource of type node, got %q", t.Kind.Group+"/"+t.Kind.Version+", Resource="+t.Kind.Plural)
		}
		c.nodes = append(c.nodes, o)
	}
	return nil
}

// mark makes the nodes unschedulable, or schedulable again, and goes on after errors.
//
// Upstream 1.37: kubectl pkg/cmd/drain/drain.go, RunCordonOrUncordon.
func (c *command) mark(unschedulable bool) {
	verb := "cordon"
	if !unschedulable {
		verb = "uncordon"
	}
	for _, o := range c.nodes {
		operation := verb + "ed"
		if o.Value.(*api.Node).Spec.Unschedulable == unschedulable {
			operation = "already " + operation
		} else if err := c.change(o, unschedulable); err != nil {
			c.Errf("error: unable to %s node %q: %v", verb, o.Meta.Name, err)
			continue
		}
		if err := c.results.Result(o, operation); err != nil {
			c.Errf("error: %v", err)
		}
	}
}

func (c *command) change(o kinds.Object, unschedulable bool) error {
	if c.results.DryRun() == session.ClientDryRun {
		return nil
	}
	changed := o.Tree()
	spec := tree.Sub(changed, "spec")
	delete(spec, "unschedulable")
	sent := tree.Map{"unschedulable": nil}
	if unschedulable {
		spec["unschedulable"], sent["unschedulable"] = true, true
	}
	_, err := c.Update(o, changed, tree.Map{"spec": sent}, c.results.DryRun())
	return err
}

// summary is an error in one line; of several errors each once.
//
// Upstream 1.37: apimachinery pkg/util/errors/errors.go, aggregate.
func summary(err error) error {
	errs, several := err.(session.Errors)
	if !several {
		return err
	}
	var texts []string
	seen := map[string]bool{}
	for _, err := range errs {
		if text := err.Error(); !seen[text] {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	if len(texts) == 1 {
		return errors.New(texts[0])
	}
	return errors.New("[" + strings.Join(texts, ", ") + "]")
}

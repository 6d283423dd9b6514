package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/why"
)

// whyOptions are the flags of rollscope why.
type whyOptions struct {
	files, nodes []string
	name, output string
}

func whyCommand() *cobra.Command {
	var o whyOptions
	cmd := &cobra.Command{
		Use:   "why -f DAEMONSET --nodes NODES [NODE...]",
		Short: "say for every node why a daemon pod runs there, or does not",
		Long: `Say for every node whether a daemon pod should run there, may stay there, and fits:
each check in order, with the component that decides, and the smallest edit that
would turn a no into a yes. Nodes where everything is fine are summed up unless they
are named.

NODES is what rollscope plan takes. With -o json the answer is an array of
{node, shouldRun, mayStay, fits, checks: [{component, check, ok, message}], fix}.

Exit status: 0 answered, 2 wrong usage or input that cannot be used, 3 there is no
DaemonSet.`,
		Example: `  kubectl get nodes -o yaml | rollscope why -f agent.yaml --nodes -
  rollscope why -f agent.yaml --nodes nodes.yaml gpu-3`,
		RunE: func(cmd *cobra.Command, args []string) error { return runWhy(cmd, o, args) },
	}
	cmd.Flags().StringArrayVarP(&o.files, "filename", "f", nil, "the DaemonSet: file, directory or -")
	cmd.Flags().StringArrayVar(&o.nodes, "nodes", nil, "nodes and what else is there: file, directory, - or a number")
	cmd.Flags().StringVar(&o.name, "name", "", "the DaemonSet of the files to explain: NAME or NAMESPACE/NAME")
	cmd.Flags().StringVarP(&o.output, "output", "o", "text", "text or json")
	return cmd
}

func runWhy(cmd *cobra.Command, o whyOptions, named []string) error {
	switch {
	case len(o.files) == 0:
		return exitError{code: exitUsage, err: errors.New("say which DaemonSet to explain"), hint: "rollscope why -f agent.yaml --nodes nodes.yaml"}
	case len(o.nodes) == 0:
		return exitError{code: exitUsage, err: errors.New("say on which nodes"), hint: "--nodes nodes.yaml, with what kubectl get nodes -o yaml prints"}
	case o.output != "text" && o.output != "json":
		return usageError(fmt.Sprintf("-o is text or json, not %q", o.output))
	}
	l, err := language(cmd)
	if err != nil {
		return err
	}
	change, err := readPlan(cmd, o.files, nil, o.nodes)
	if err != nil {
		return err
	}
	shown, err := change.Why(o.name, named)
	if err != nil {
		return asked(err)
	}
	if o.output == "json" {
		return printJSON(cmd.OutOrStdout(), shown)
	}
	return printText(cmd.OutOrStdout(), whyText(shown, len(named) > 0, l))
}

// whyText writes the answers. Nodes that were named get every check; without names,
// nodes with the same answer share one, what passed is left out, and nodes where
// everything is fine are one line.
func whyText(answers []why.Node, named bool, l reason.Language) string {
	var b strings.Builder
	if named {
		for i := range answers {
			fullText(&b, &answers[i], l)
		}
		return b.String()
	}
	var order []string
	groups := map[string][]*why.Node{}
	for i := range answers {
		key := groupKey(&answers[i])
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], &answers[i])
	}
	slices.SortStableFunc(order, func(a, b string) int { return strings.Compare(a[:1], b[:1]) })
	for _, key := range order {
		groupText(&b, groups[key], l)
	}
	return b.String()
}

// groupKey is the same for nodes with the same answer; it begins with 1 where all
// is fine.
func groupKey(a *why.Node) string {
	if a.ShouldRun && a.Fits {
		return "1"
	}
	key := "0" + verdict(a)
	for i := range a.Checks {
		if ch := &a.Checks[i]; !ch.OK && matters(a, ch) {
			key += "\x00" + ch.Component + ch.Check + ch.Fix.Text
		}
	}
	return key
}

// matters says that a check that says no is part of the answer: of the scheduler and
// the kubelet only where the controller makes a pod at all.
func matters(a *why.Node, ch *why.Check) bool {
	return a.ShouldRun || ch.Component == "daemonset-controller"
}

// groupText writes the answer that nodes share.
func groupText(b *strings.Builder, group []*why.Node, l reason.Language) {
	const most = 8
	var names []string
	for _, a := range group[:min(len(group), most)] {
		names = append(names, a.Node)
	}
	if len(group) > most {
		names = append(names, fmt.Sprintf("and %d more", len(group)-most))
	}
	first := group[0]
	_, _ = fmt.Fprintln(b, tree.Printable(plural(len(group), "node")+", "+verdict(first)+": "+strings.Join(names, ", ")))
	for i := range first.Checks {
		if ch := &first.Checks[i]; !ch.OK && matters(first, ch) {
			checkText(b, ch, ch.Check, l)
		}
	}
	fixText(b, first, l)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// verdict is the answer in a few words.
func verdict(a *why.Node) string {
	switch {
	case a.ShouldRun && a.Fits:
		return "should run a daemon pod, and it fits"
	case a.ShouldRun:
		return "should run a daemon pod, and it does not fit"
	case a.MayStay:
		return "should not run a daemon pod, but one that is there may stay"
	}
	return "may not run a daemon pod"
}

// fullText writes one answer with every check; checks of one component that pass
// without a word share a line.
func fullText(b *strings.Builder, a *why.Node, l reason.Language) {
	_, _ = fmt.Fprintln(b, tree.Printable(a.Node+": "+verdict(a)))
	for i := 0; i < len(a.Checks); i++ {
		ch := &a.Checks[i]
		names := ch.Check
		for ch.OK && ch.Message == "" && i+1 < len(a.Checks) && a.Checks[i+1].OK && a.Checks[i+1].Message == "" && a.Checks[i+1].Component == ch.Component {
			i++
			names += ", " + a.Checks[i].Check
		}
		checkText(b, ch, names, l)
	}
	fixText(b, a, l)
}

// checkText writes one check.
func checkText(b *strings.Builder, ch *why.Check, names string, l reason.Language) {
	mark := "ok"
	if !ch.OK {
		mark = "no"
	}
	line := fmt.Sprintf("  %s  %s, %s", mark, ch.Component, names)
	switch {
	case ch.Why.Code != "":
		line += ": " + ch.Why.Sentence(l)
	case ch.Message != "":
		line += ": " + ch.Message
	}
	_, _ = fmt.Fprintln(b, tree.Printable(line))
}

// fixText writes the smallest edit.
func fixText(b *strings.Builder, a *why.Node, l reason.Language) {
	if fix := a.FixIn(l); fix != "" {
		_, _ = fmt.Fprintln(b, tree.Printable("  to change it: "+fix))
	}
}

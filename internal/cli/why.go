package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

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
	return printText(cmd.OutOrStdout(), why.Text(shown, len(named) > 0, l))
}

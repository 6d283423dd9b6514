package cli

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/plan/ask"
	"github.com/rollscope/rollscope/core/plan/pools"
)

// readPlan reads the new DaemonSets, the old ones, and the cluster. Where something
// cannot be used it says so and returns an error without further words.
func readPlan(cmd *cobra.Command, news, olds, nodes []string) (*ask.Change, error) {
	f := ask.Files{From: len(olds) > 0}
	var err error
	if f.New, err = readFiles(cmd, news); err != nil {
		return nil, err
	}
	if f.Old, err = readFiles(cmd, olds); err != nil {
		return nil, err
	}
	if err := readNodes(cmd, nodes, &f); err != nil {
		return nil, err
	}
	change, findings := ask.Read(f)
	if len(findings) > 0 {
		printFindings(cmd.ErrOrStderr(), findings)
		return nil, exitError{code: exitUsage, err: errors.New("the input cannot be used as it is")}
	}
	if len(change.News) == 0 {
		return nil, exitError{code: exitNothing, err: errors.New("there is no DaemonSet in " + strings.Join(news, ", "))}
	}
	if !change.HasNodes() {
		return nil, noNode(nodes)
	}
	return change, nil
}

func noNode(names []string) error {
	return exitError{
		code: exitUsage, err: errors.New("there is no node in " + strings.Join(names, ", ")),
		hint: "kubectl get nodes -o yaml > nodes.yaml",
	}
}

// readNodes reads what --nodes names: files, and numbers of equal nodes.
func readNodes(cmd *cobra.Command, args []string, f *ask.Files) error {
	var names []string
	for _, arg := range args {
		if n, err := strconv.Atoi(arg); err == nil && !exists(arg) {
			if f.Equal += n; n < 1 || f.Equal > pools.MaxNodes {
				return usageError(fmt.Sprintf("--nodes %s: the number of nodes is from 1 to %d", arg, pools.MaxNodes))
			}
			continue
		}
		names = append(names, arg)
	}
	var err error
	f.Nodes, err = readFiles(cmd, names)
	return err
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// asked makes an exit of what package ask says; flags are its fields as flags.
func asked(err error) error {
	e, ok := errors.AsType[*ask.Error](err)
	if !ok {
		return exitError{code: exitUsage, err: err}
	}
	out := exitError{code: exitUsage, err: e, hint: e.Hint}
	flag := map[string]string{
		"images": "--image", "breaks": "--break", "minAvailable": "--min-available",
		"maxDuration": "--max-duration", "orders": "--seeds", "qps": "--client-qps",
	}[e.Field]
	switch {
	case e.Value != "":
		out.err = fmt.Errorf("%s %q: %w", flag, e.Value, e)
	case e.Field == "minAvailable":
		out.err = fmt.Errorf("%s: %w", flag, e)
	case flag != "":
		out.err = fmt.Errorf("%s %w", flag, e)
	}
	switch e.Field {
	case "images":
		out.hint = "--image '" + e.Hint + "'"
	case "breaks":
		out.hint = "--break " + e.Hint
	case "name":
		if !strings.HasPrefix(e.Hint, "there are:") {
			out.hint = "say which with --name " + e.Hint
		}
	}
	return out
}

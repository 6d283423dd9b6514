package cli

import (
	"errors"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/plan/ask"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/command"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/format"
	"github.com/rollscope/rollscope/internal/lint/outcome"
)

func lintCommand() *cobra.Command {
	var o command.Options
	cmd := &cobra.Command{
		Use:   "lint FILE|DIR|PATTERN|-...",
		Short: "find what makes a rollout hang, starve or expose a node",
		Long: `Check every DaemonSet of the files with the rules that 'rollscope rules' lists.

Arguments are files, directories (for what lies below them and ends in .yaml, .yml
or .json), patterns (** is any number of directories) and - for the standard input.

A finding that is meant is suppressed where it is found, with a reason:

    metadata: {annotations: {rollscope.dev/ignore: "RS103@agent: installs a driver"}}
    # rollscope:ignore RS103 until=2027-03-31 installs a driver

on the DaemonSet or the pod template, or in a comment on the line or above it; or in
` + config.Name + `, which is looked for here and in the directories above, up to the
root of the repository. It may also set severities, and what rules let pass.

Exit status: 0 clean, 1 findings at or above --fail-on, 2 wrong usage or a file that
cannot be read, 3 nothing was checked.`,
		Example: `  rollscope lint deploy/
  helm template . | rollscope lint -
  rollscope lint --format sarif 'charts/**/*.yaml' > lint.sarif`,
		RunE: func(cmd *cobra.Command, args []string) error { return runLint(cmd, args, o) },
	}
	lintFlags(cmd, &o)
	return cmd
}

func lintFlags(cmd *cobra.Command, o *command.Options) {
	flags := cmd.Flags()
	flags.StringVar(&o.Format, "format", "text", strings.Join(format.Names(), ", "))
	flags.StringVar(&o.FailOn, "fail-on", "", "error, warning, info or none (default: error)")
	flags.StringVar(&o.Config, "config", "", "the configuration (default: "+config.Name+" here or above)")
	flags.StringArrayVar(&o.Policies, "policy", nil, "a directory of rules of your own; may be repeated")
	flags.StringSliceVar(&o.Only, "only", nil, "only these rules: ids, slugs or groups")
	flags.StringSliceVar(&o.Skip, "skip", nil, "not these rules")
	flags.StringArrayVar(&o.Nodes, "nodes", nil, "judge by these nodes, too: a file, or a number of equal nodes; may be repeated")
	flags.StringVar(&o.Baseline, "baseline", "", "a file of findings that were there before")
	flags.BoolVar(&o.WriteBaseline, "write-baseline", false, "write what is found into the file of --baseline, and end well")
	flags.StringVar(&o.Proof, "proof", "", "write into this directory a scenario for each finding about surge and rollout, whose run shows the harm")
	flags.BoolVar(&o.SurgeReport, "surge-report", false, "say of every DaemonSet what stands in the way of maxSurge, and nothing else; --format text or json")
	flags.BoolVar(&o.Fix, "fix", false, "correct what is corrected without asking, keeping comments and order; then lint")
	flags.BoolVar(&o.Diff, "diff", false, "show what --fix would do, and write nothing")
	flags.BoolVar(&o.NoSuppress, "no-suppress", false, "find what is suppressed, too")
	flags.BoolVar(&o.AnyFiles, "any-files", false, "pass over named files that are no manifests, and end well without a DaemonSet: for tools that pass every file that changed")
	flags.BoolVarP(&o.Quiet, "quiet", "q", false, "print only findings at or above --fail-on, and no summary")
	flags.BoolVar(&o.Progress, "progress", false, "say on the standard error how far a run is that takes more than a second; on a terminal it does without this")
	flags.BoolVar(&o.Stats, "stats", false, "print on the standard error what was found how often, and how long it took")
}

func runLint(cmd *cobra.Command, args []string, o command.Options) error {
	lang, err := language(cmd)
	if err != nil {
		return err
	}
	collectLess()
	out := cmd.OutOrStdout()
	return ended(command.Run(args, o, command.Host{
		In: cmd.InOrStdin(), Out: out, Err: cmd.ErrOrStderr(), Language: lang, Version: version(),
		Colours: colours(out), Links: links(out), Terminal: terminal(cmd.ErrOrStderr()) && os.Getenv("TERM") != "dumb",
		Nodes: func(names []string) (*lint.Nodes, error) { return lintNodes(cmd, names) },
	}))
}

// collectLess has Go collect garbage less often than it would: most of what a lint run
// allocates is garbage once a file is done, and there is little of it. Nothing is collected
// before there are 16 MB, which is two hundred files; from then on, collections come half as
// often. On the 75 files of the benchmark that takes 26 MiB and half the CPU of GOGC=50,
// which would take 25. Who sets GOGC knows better.
func collectLess() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(400) // of the least heap that Go reckons with, 4 MB
	first := new([16]byte)
	runtime.AddCleanup(first, func(percent int) { debug.SetGCPercent(percent) }, 200)
}

// ended makes an exit of the outcome of a command about lint.
func ended(err error) error {
	if f, ok := errors.AsType[outcome.Failure](err); ok {
		return exitError{code: f.Code, err: f.Err, hint: f.Hint}
	}
	return err
}

// lintNodes reads the nodes that lint judges by, as plan does.
func lintNodes(cmd *cobra.Command, names []string) (*lint.Nodes, error) {
	var f ask.Files
	if err := readNodes(cmd, names, &f); err != nil {
		return nil, err
	}
	there, findings := ask.Nodes(f)
	if len(findings) > 0 {
		printFindings(cmd.ErrOrStderr(), findings)
		return nil, exitError{code: exitUsage, err: errors.New("the nodes cannot be used as they are")}
	}
	nodes := lint.NodesOf(there.Cluster)
	if len(nodes.Nodes) == 0 {
		return nil, noNode(names)
	}
	return nodes, nil
}

// links says whether a terminal is known to have hyperlinks (OSC 8).
func links(w io.Writer) bool {
	if !colours(w) || os.Getenv("CI") != "" {
		return false
	}
	for _, name := range [...]string{"WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION"} {
		if os.Getenv(name) != "" {
			return true
		}
	}
	switch os.Getenv("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper":
		return true
	}
	vte := os.Getenv("VTE_VERSION")
	return len(vte) == 4 && vte >= "5000"
}

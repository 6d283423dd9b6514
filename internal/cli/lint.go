package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/format"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies"
)

// lintOptions are the flags of rollscope lint.
type lintOptions struct {
	format, failOn, config string
	policies, only, skip   []string
	nodes                  []string
	baseline               string
	writeBaseline, fix     bool
	diff, surgeReport      bool
	proof                  string
	noSuppress             bool
	quiet, stats           bool
}

func lintCommand() *cobra.Command {
	var o lintOptions
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
.rollscope.yaml, which is looked for here and in the directories above, up to the
root of the repository. It may also set severities, and what rules let pass.

Exit status: 0 clean, 1 findings at or above --fail-on, 2 wrong usage or a file that
cannot be read, 3 nothing was checked.`,
		Example: `  rollscope lint deploy/
  helm template . | rollscope lint -
  rollscope lint --format sarif 'charts/**/*.yaml' > lint.sarif`,
		RunE: func(cmd *cobra.Command, args []string) error { return runLint(cmd, args, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.format, "format", "text", strings.Join(format.Names(), ", "))
	flags.StringVar(&o.failOn, "fail-on", "", "error, warning, info or none (default: error)")
	flags.StringVar(&o.config, "config", "", "the configuration (default: "+config.Name+" here or above)")
	flags.StringArrayVar(&o.policies, "policy", nil, "a directory of rules of your own; may be repeated")
	flags.StringSliceVar(&o.only, "only", nil, "only these rules: ids, slugs or groups")
	flags.StringSliceVar(&o.skip, "skip", nil, "not these rules")
	flags.StringArrayVar(&o.nodes, "nodes", nil, "judge by these nodes, too: a file, or a number of equal nodes; may be repeated")
	flags.StringVar(&o.baseline, "baseline", "", "a file of findings that were there before")
	flags.BoolVar(&o.writeBaseline, "write-baseline", false, "write what is found into the file of --baseline, and end well")
	flags.StringVar(&o.proof, "proof", "", "write into this directory a scenario for each finding about surge and rollout, whose run shows the harm")
	flags.BoolVar(&o.surgeReport, "surge-report", false, "say of every DaemonSet what stands in the way of maxSurge, and nothing else; --format text or json")
	flags.BoolVar(&o.fix, "fix", false, "correct what is corrected without asking, keeping comments and order; then lint")
	flags.BoolVar(&o.diff, "diff", false, "show what --fix would do, and write nothing")
	flags.BoolVar(&o.noSuppress, "no-suppress", false, "find what is suppressed, too")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "print only findings at or above --fail-on, and no summary")
	flags.BoolVar(&o.stats, "stats", false, "print on the standard error what was found how often, and how long it took")
	return cmd
}

// linting is a run of rollscope lint under way.
type linting struct {
	cmd     *cobra.Command
	options lintOptions
	sources []source.Source
	config  *config.Config
	checker *policies.Checker
	rules   []*policies.Rule
	nodes   *lint.Nodes
	times   []timed
}

func runLint(cmd *cobra.Command, args []string, o lintOptions) error {
	l := &linting{cmd: cmd, options: o}
	if err := l.prepare(args); err != nil {
		return err
	}
	if o.surgeReport {
		return l.surges()
	}
	report, err := l.run()
	if err != nil {
		return err
	}
	if o.fix || o.diff {
		if done, err := l.fix(report); done || err != nil {
			return err
		}
		if report, err = l.run(); err != nil {
			return err
		}
	}
	if done, err := l.before(report); done || err != nil {
		return err
	}
	if err := l.prove(report); err != nil {
		return err
	}
	if err := l.print(report); err != nil {
		return err
	}
	if o.stats {
		l.printStats(report)
	}
	return l.verdict(report)
}

// prepare reads everything that says how to lint.
func (l *linting) prepare(args []string) error {
	o := &l.options
	if len(args) == 0 {
		return exitError{code: exitUsage, err: errors.New("say which files to lint"), hint: "rollscope lint deploy/, or - for the standard input"}
	}
	if !slices.Contains(format.Names(), o.format) {
		return usageError(fmt.Sprintf("--format is %s, not %q", strings.Join(format.Names(), ", "), o.format))
	}
	if o.writeBaseline && o.baseline == "" {
		return exitError{code: exitUsage, err: errors.New("--write-baseline needs --baseline"), hint: "rollscope lint --baseline .rollscope-baseline.json --write-baseline deploy/"}
	}
	if !slices.Contains([]string{"", "error", "warning", "info", "none"}, o.failOn) {
		return usageError(fmt.Sprintf("--fail-on is error, warning, info or none, not %q", o.failOn))
	}
	err := l.checkFixFlags(args)
	if err != nil {
		return err
	}
	if l.config, err = readConfig(l.cmd, o.config); err != nil {
		return err
	}
	if l.sources, err = source.Find(args, l.cmd.InOrStdin()); err != nil {
		return exitError{code: exitUsage, err: err}
	}
	if err = l.readNodes(); err != nil {
		return err
	}
	start := time.Now()
	if l.checker, err = policies.Load(policies.Options{Extra: l.policySources()}); err != nil {
		return exitError{code: exitUsage, err: err}
	}
	l.time("rules", start)
	l.rules = lint.Rules(l.checker.Rules())
	if problems := l.config.Resolve(l.rules); len(problems) > 0 {
		return badConfig(l.cmd, problems)
	}
	for _, name := range slices.Concat(o.only, o.skip) {
		if len(config.Select(l.rules, name)) == 0 {
			return noRule(l.rules, name)
		}
	}
	if o.failOn == "" {
		o.failOn = l.config.FailOn
	}
	if o.failOn == "" {
		o.failOn = string(policies.Error)
	}
	return nil
}

// noRule says that a name means no rule, and which was probably meant.
func noRule(rules []*policies.Rule, name string) error {
	hint := "rollscope rules lists them"
	if near := config.Near(rules, name); near != "" {
		hint = "did you mean " + near + "?"
	}
	return exitError{code: exitUsage, err: fmt.Errorf("there is no rule %q", name), hint: hint}
}

// policySources are the directories of rules of the users' own.
func (l *linting) policySources() []policies.Source {
	var out []policies.Source
	for _, dir := range slices.Concat(relativeTo(l.config.File, l.config.Policies), l.options.policies) {
		out = append(out, policies.Source{Name: dir, FS: os.DirFS(dir)})
	}
	return out
}

func (l *linting) run() (*lint.Report, error) {
	start := time.Now()
	defer l.time("files", start)
	return lint.Run(context.Background(), l.sources, l.lintOptions())
}

// print writes the report.
func (l *linting) print(report *lint.Report) error {
	lang, err := language(l.cmd)
	if err != nil {
		return err
	}
	out := l.cmd.OutOrStdout()
	shown := *report
	if l.options.quiet {
		shown.Findings = slices.DeleteFunc(slices.Clone(report.Findings), func(f lint.Finding) bool {
			return f.Suppressed == nil && !lint.Reaches(f.Severity, l.options.failOn)
		})
	}
	return format.Write(out, l.options.format, &shown, format.Options{
		Language: lang, Version: version(), FailOn: l.options.failOn, Colours: colours(out), Links: links(out), Brief: l.options.quiet,
	})
}

// links says whether a terminal is known to have hyperlinks (OSC 8).
func links(w io.Writer) bool {
	if !colours(w) || os.Getenv("CI") != "" {
		return false
	}
	if os.Getenv("WT_SESSION") != "" || os.Getenv("KITTY_WINDOW_ID") != "" || os.Getenv("KONSOLE_VERSION") != "" {
		return true
	}
	switch os.Getenv("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper":
		return true
	}
	return os.Getenv("VTE_VERSION") >= "5000" && len(os.Getenv("VTE_VERSION")) == 4
}

// verdict is how the run ends.
func (l *linting) verdict(report *lint.Report) error {
	if err := l.read(report); err != nil {
		return err
	}
	if report.Fails(l.options.failOn) {
		return exitError{code: exitFindings}
	}
	return nil
}

// Package command is rollscope lint: it reads what says how to lint, lints, and prints,
// fixes or proves what was found.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/format"
	"github.com/rollscope/rollscope/internal/lint/outcome"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies"
)

// Options are the flags of rollscope lint.
type Options struct {
	Format, FailOn, Config string
	Policies, Only, Skip   []string // of Policies, directories
	Nodes                  []string // files and numbers
	Baseline, Proof        string   // a file, and a directory; "" for none
	WriteBaseline          bool
	Fix, Diff, SurgeReport bool
	NoSuppress             bool
	Quiet, Stats, Progress bool
	// AnyFiles passes over named files that are no manifests, and ends well where there
	// is no DaemonSet: for tools that pass every file that changed.
	AnyFiles bool
}

// Host is what the command runs in.
type Host struct {
	In       io.Reader
	Out, Err io.Writer
	Language reason.Language
	Version  string
	// Colours and Links say what Out is a terminal for, and Terminal that Err is one.
	Colours, Links, Terminal bool
	// Nodes reads files of nodes, and numbers of equal ones.
	Nodes func(names []string) (*lint.Nodes, error)
}

// run is a run of rollscope lint under way.
type run struct {
	host    Host
	options Options
	sources []source.Source
	config  *config.Config
	checker *policies.Checker
	rules   []*policies.Rule
	nodes   *lint.Nodes
	times   []timed
}

// Run lints what args name. An error that is an outcome.Failure says how to end.
func Run(args []string, o Options, host Host) error {
	l := &run{host: host, options: o}
	if err := l.prepare(args); err != nil {
		return err
	}
	if o.SurgeReport {
		return l.surges()
	}
	report, err := l.lint()
	if err != nil {
		return err
	}
	if o.Fix || o.Diff {
		if done, err := l.fix(report); done || err != nil {
			return err
		}
		if report, err = l.lint(); err != nil {
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
	if o.Stats {
		l.printStats(report)
	}
	return l.verdict(report)
}

// prepare reads everything that says how to lint.
func (l *run) prepare(args []string) error {
	o := &l.options
	if len(args) == 0 {
		return outcome.Failure{Code: outcome.Usage, Err: errors.New("say which files to lint"), Hint: "rollscope lint deploy/, or - for the standard input"}
	}
	if !slices.Contains(format.Names(), o.Format) {
		return outcome.Misused(fmt.Sprintf("--format is %s, not %q", strings.Join(format.Names(), ", "), o.Format))
	}
	if o.SurgeReport && o.Format != "text" && o.Format != "json" {
		return outcome.Misused(fmt.Sprintf("--format of a --surge-report is text or json, not %q", o.Format))
	}
	if o.WriteBaseline && o.Baseline == "" {
		return outcome.Failure{Code: outcome.Usage, Err: errors.New("--write-baseline needs --baseline"), Hint: "rollscope lint --baseline .rollscope-baseline.json --write-baseline deploy/"}
	}
	if !slices.Contains([]string{"", "error", "warning", "info", "none"}, o.FailOn) {
		return outcome.Misused(fmt.Sprintf("--fail-on is error, warning, info or none, not %q", o.FailOn))
	}
	err := l.checkFixFlags(args)
	if err != nil {
		return err
	}
	if l.config, err = l.readConfig(o.Config); err != nil {
		return err
	}
	if l.sources, err = source.Find(args, l.host.In); err != nil {
		return outcome.Failure{Code: outcome.Usage, Err: err, Hint: "arguments are files, directories, patterns in quotes ('charts/**/*.yaml') and - for the standard input"}
	}
	for i := range l.sources {
		l.sources[i].Named = l.sources[i].Named && !o.AnyFiles
	}
	if err = l.readNodes(); err != nil {
		return err
	}
	start := time.Now()
	if l.checker, err = policies.Load(policies.Options{Extra: l.policySources()}); err != nil {
		return outcome.Failure{Code: outcome.Usage, Err: err, Hint: hintAboutRules(o.Policies)}
	}
	l.time("rules", start)
	l.rules = lint.Rules(l.checker.Rules())
	if problems := l.config.Resolve(l.rules); len(problems) > 0 {
		return l.badConfig(problems)
	}
	for _, name := range slices.Concat(o.Only, o.Skip) {
		if len(config.Select(l.rules, name)) == 0 {
			return outcome.NoRule(l.rules, name)
		}
	}
	if o.FailOn == "" {
		o.FailOn = l.config.FailOn
	}
	if o.FailOn == "" {
		o.FailOn = string(policies.Error)
	}
	return nil
}

// hintAboutRules is for rules that cannot be loaded, which are the users' own.
func hintAboutRules(dirs []string) string {
	if len(dirs) == 0 {
		return "policies: in " + config.Name + " names the directories of your rules"
	}
	return "rollscope rules new house/registry --policy " + dirs[0] + " begins a rule"
}

// policySources are the directories of rules of the users' own. One that the configuration
// and the command line both name is one.
func (l *run) policySources() []policies.Source {
	var out []policies.Source
	for _, dir := range slices.Concat(relativeTo(l.config.File, l.config.Policies), l.options.Policies) {
		if !slices.ContainsFunc(out, func(s policies.Source) bool { return same(s.Name, dir) }) {
			out = append(out, policies.Source{Name: dir, FS: os.DirFS(dir)})
		}
	}
	return out
}

// same says whether two names are of one directory.
func same(a, b string) bool {
	one, errA := os.Stat(a)
	other, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(one, other)
}

func (l *run) lint() (*lint.Report, error) {
	start := time.Now()
	defer l.time("files", start)
	o := l.settings()
	if p := l.follow(); p != nil {
		defer p.end()
		o.Progress = &p.Progress
	}
	return lint.Run(context.Background(), l.sources, o)
}

// print writes the report.
func (l *run) print(report *lint.Report) error {
	shown := *report
	if l.options.Quiet {
		shown.Findings = slices.DeleteFunc(slices.Clone(report.Findings), func(f lint.Finding) bool {
			return f.Suppressed == nil && !lint.Reaches(f.Severity, l.options.FailOn)
		})
	}
	return format.Write(l.host.Out, l.options.Format, &shown, format.Options{
		Language: l.host.Language, Version: l.host.Version, FailOn: l.options.FailOn,
		Colours: l.host.Colours, Links: l.host.Links, Brief: l.options.Quiet,
	})
}

// verdict is how the run ends.
func (l *run) verdict(report *lint.Report) error {
	if err := l.read(report); err != nil {
		return err
	}
	if report.Fails(l.options.FailOn) {
		return outcome.Failure{Code: outcome.Findings}
	}
	return nil
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/plan/ask"
	"github.com/rollscope/rollscope/core/plan/pools"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/lesson"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/internal/cli/cast"
	"github.com/rollscope/rollscope/internal/cli/native"
	"github.com/rollscope/rollscope/internal/cli/shell"
	"github.com/rollscope/rollscope/internal/cli/stage"
	"github.com/rollscope/rollscope/policies"
	"github.com/rollscope/rollscope/tui"
)

// tuiOptions are the flags of rollscope tui.
type tuiOptions struct {
	files, from, nodes []string
	images             []string
	seed               uint64
	record             string
	ascii, noColour    bool
}

func tuiCommand(h Host) *cobra.Command {
	var o tuiOptions
	cmd := &cobra.Command{
		Use:   "tui [SCENARIO | -f MANIFESTS --nodes NODES]",
		Short: "step through a rollout on the terminal, forward and back",
		Long: `Show a rollout on simulated nodes and step through it: every node with its daemon
pods, availability over time, why each decision was taken, what everything waits for.
Go back, break nodes, change the image, fork and compare two futures.

Without arguments it lists the scenarios that come with it. SCENARIO is a file, or the
name of one of these. With -f the DaemonSets of MANIFESTS are rolled out on NODES, as
rollscope plan takes them; with --from the old ones first. With -f - and no --nodes the
standard input has everything: what a cluster prints for
kubectl get nodes,ds,pods,controllerrevisions -A -o yaml; --from takes that as well. The
cluster is only read. Values of environment variables are left out unless -f names a
DaemonSet to compare with, as s saves everything that is here.

Press ? for the keys. Exit status: 0 left, 2 wrong usage or input that cannot be used,
3 there is no DaemonSet.`,
		Example: `  rollscope tui
  rollscope tui rollout/what-if
  rollscope tui -f new.yaml --from old.yaml --nodes 500
  kubectl get nodes,ds,pods,controllerrevisions -A -o yaml | rollscope tui -f -`,
		RunE: func(cmd *cobra.Command, args []string) error { return runTUI(cmd, h, args, &o) },
	}
	f := cmd.Flags()
	f.StringArrayVarP(&o.files, "filename", "f", nil, "the DaemonSets: file, directory or -")
	f.StringArrayVar(&o.from, "from", nil, "the old DaemonSets: file or directory; or a whole cluster: file or -")
	f.StringArrayVar(&o.nodes, "nodes", nil, "nodes and what else is there: file, directory or a number")
	f.StringArrayVar(&o.images, "image", nil, "how an image behaves, as rollscope plan takes it")
	f.Uint64Var(&o.seed, "seed", 0, "order of nodes; 0 is by age and name")
	f.StringVar(&o.record, "record", "", "write what is shown to this file as an asciicast")
	f.BoolVar(&o.ascii, "ascii", false, "keep to ASCII characters (the default where the locale is not UTF-8)")
	f.BoolVar(&o.noColour, "no-color", false, "use no colours (as NO_COLOR does)")
	return cmd
}

func runTUI(cmd *cobra.Command, h Host, args []string, o *tuiOptions) error {
	options, err := o.options(cmd, h, args)
	if err != nil {
		return err
	}
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	if !terminal(out) {
		return exitError{
			code: exitUsage, err: errors.New("the terminal program needs a terminal to show itself on"),
			hint: "rollscope plan and rollscope why print text",
		}
	}
	if f, ok := in.(*os.File); !ok || !terminalFile(f) {
		tty, err := os.Open("/dev/tty")
		if err != nil {
			return exitError{code: exitUsage, err: errors.New("there is no terminal to read keys from")}
		}
		defer func() { _ = tty.Close() }()
		in = tty
	}
	if o.record != "" {
		recording, err := cast.Begin(o.record, out)
		if err != nil {
			return exitError{code: exitUsage, err: err}
		}
		defer func() { _ = recording.Close() }()
		out = recording
	}
	return tui.Run(options, in, out, os.Environ())
}

// options reads the arguments.
func (o *tuiOptions) options(cmd *cobra.Command, h Host, args []string) (tui.Options, error) {
	l, err := language(cmd)
	if err != nil {
		return tui.Options{}, err
	}
	out := tui.Options{
		Language: l, ASCII: o.ascii || !unicodeLocale(), NoColour: o.noColour, Seed: o.seed,
		Editor: native.Editor(), Host: native.Host(), Lint: tuiFindings,
	}
	switch {
	case len(args) > 1:
		return out, exitError{code: exitUsage, err: errors.New("one scenario at a time"), hint: "rollscope tui without arguments lists the scenarios there are"}
	case len(args) == 1 && len(o.files)+len(o.nodes)+len(o.from) > 0:
		return out, exitError{code: exitUsage, err: errors.New("either a scenario or -f with --nodes"), hint: "rollscope tui rollout/what-if, or rollscope tui -f agent.yaml --nodes 50"}
	case len(args) == 1:
		out.File, err = openScenario(h.Scenarios, args[0])
		return out, err
	case len(o.files) > 0:
		out.File, err = o.manifests(cmd)
		return out, err
	case len(o.nodes)+len(o.from) > 0:
		return out, exitError{code: exitUsage, err: errors.New("say which DaemonSet to roll out"), hint: "rollscope tui -f agent.yaml --nodes 50"}
	}
	out.Library, err = library(h.Scenarios)
	return out, err
}

// unicodeLocale says that the terminal is meant to take UTF-8.
func unicodeLocale() bool {
	for _, name := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := os.Getenv(name); value != "" {
			value = strings.ToLower(value)
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return false
}

const scenarioRoot = "testdata/scenarios"

// library are the scenarios that come with the program, in the order of teaching.
func library(from fs.FS) ([]lesson.Entry, error) {
	var files []*transcript.File
	if from == nil {
		return nil, exitError{code: exitUsage, err: errors.New("say which scenario to show"), hint: "rollscope tui FILE.txtar"}
	}
	err := fs.WalkDir(from, scenarioRoot, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".txtar" {
			return err
		}
		content, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		f, err := transcript.Parse(strings.TrimSuffix(strings.TrimPrefix(name, scenarioRoot+"/"), ".txtar"), content)
		files = append(files, f)
		return err
	})
	if err != nil {
		return nil, err
	}
	return lesson.Index(files)
}

// openScenario reads a scenario from a file, or one that comes with the program.
func openScenario(from fs.FS, name string) (*transcript.File, error) {
	content, err := readSome(name)
	if errors.Is(err, fs.ErrNotExist) && from != nil {
		built := path.Join(scenarioRoot, strings.TrimSuffix(name, ".txtar")+".txtar")
		if inside, found := fs.ReadFile(from, built); found == nil {
			content, err = inside, nil
		}
	}
	if err != nil {
		return nil, exitError{code: exitUsage, err: plainError(err), hint: "rollscope tui without arguments lists the scenarios there are"}
	}
	f, err := transcript.Parse(name, content)
	if err != nil {
		return nil, exitError{code: exitUsage, err: err}
	}
	return f, nil
}

// manifests makes a scenario of manifests and nodes.
func (o *tuiOptions) manifests(cmd *cobra.Command) (*transcript.File, error) {
	f, live, err := planFiles(cmd, o.files, o.from, o.nodes)
	if err != nil {
		return nil, err
	}
	b := stage.New(title(o.files, "a live cluster", ", "), title(o.files, "正在运行的集群", "、"))
	for _, image := range o.images {
		b.Step("image " + image)
	}
	if len(o.nodes)+len(o.from) == 0 {
		return b.File, o.live(b, f.New)
	}
	if _, err := checked(cmd, f, live, o.files); err != nil {
		return nil, err
	}
	names := stage.Names(f.New)
	if err := b.Nodes(pools.Same(f.Equal), f.Nodes, names...); err != nil {
		return nil, exitError{code: exitUsage, err: err}
	}
	switch {
	case live != nil:
		live.Hide(names)
		live.Steps(b)
		b.Classes(f.New...)
	case len(o.nodes) == 0:
		return nil, noNode(o.from)
	default:
		b.Classes(slices.Concat(f.Old, f.New)...)
		b.RollOut(f.Old, f.New)
	}
	for _, f := range f.New {
		b.Apply(f.Name, f.Content)
	}
	return b.File, nil
}

// title are the names of files without their folders; input is what the standard input is.
func title(files []string, input, separator string) string {
	names := make([]string, len(files))
	for i, f := range files {
		if names[i] = filepath.Base(f); f == "-" {
			names[i] = input
		}
	}
	return strings.Join(names, separator)
}

// live makes a scenario of everything that a cluster has printed about itself.
func (o *tuiOptions) live(b *stage.Builder, files []manifest.File) error {
	all, err := stage.LiveOf(files)
	switch {
	case err != nil:
		return exitError{code: exitUsage, err: err}
	case all == nil && len(stage.Names(files)) == 0:
		return exitError{code: exitNothing, err: errors.New("there is no DaemonSet in " + strings.Join(o.files, ", "))}
	case all == nil:
		return exitError{
			code: exitUsage, err: errors.New("there is no node in " + strings.Join(o.files, ", ")),
			hint: "add --nodes 50, or give everything: kubectl get nodes,ds,pods,controllerrevisions -A -o yaml",
		}
	case len(all.Sets) == 0:
		return exitError{
			code: exitNothing, err: errors.New("there is no DaemonSet in " + strings.Join(o.files, ", ")),
			hint: "kubectl get nodes,ds,pods,controllerrevisions -A -o yaml",
		}
	}
	all.Hide(nil)
	all.Steps(b)
	b.Classes()
	return nil
}

// tuiFindings are what the rules say about a manifest.
func tuiFindings(name string, content []byte) []tui.Finding {
	checker, err := policies.Load(policies.Options{})
	if err != nil {
		return nil
	}
	var out []tui.Finding
	for _, d := range policies.Read(name, content).Sets {
		found, err := checker.Check(context.Background(), policies.Input{Document: d, Config: policies.DefaultConfig()})
		if err != nil {
			continue
		}
		for i := range found {
			f := &found[i]
			out = append(out, tui.Finding{
				File: name, Line: f.Start.Line, Severity: string(f.Severity), Rule: f.Slug,
				English: tui.Advice{Message: f.English.Message, Fix: f.English.Fix},
				Chinese: tui.Advice{Message: f.Chinese.Message, Fix: f.Chinese.Fix},
			})
		}
	}
	return out
}

func shellCommand() *cobra.Command {
	var nodes []string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "shell [FILES...]",
		Short: "a prompt over a simulated cluster: kubectl, advance, why, break",
		Long: `Take commands at a prompt and run them on a simulated cluster that FILES are applied
to: kubectl's verbs, with or without the word kubectl, and those of scenarios: advance,
until, step, seek, back, fork, switch, break, mend, image, path, client, timeline, why, expect.
Tab completes verbs and names, the arrows bring back earlier lines, help lists the
commands, exit or ctrl+d leaves.

Commands read files of this machine, such as kubectl apply -f new.yaml.
Where the standard input is no terminal its lines are run one after the other, up to the
first that fails.

Exit status: 0 all went well, 1 a command failed, 2 wrong usage or unusable input.`,
		Example: `  rollscope shell agent.yaml --nodes 5
  echo 'kubectl get nodes' | rollscope shell --nodes 3`,
		RunE: func(cmd *cobra.Command, args []string) error { return runShell(cmd, args, nodes, seed) },
	}
	cmd.Flags().StringArrayVar(&nodes, "nodes", nil, "nodes and what else is there: file, directory or a number")
	cmd.Flags().Uint64Var(&seed, "seed", 0, "order of nodes; 0 is by age and name")
	return cmd
}

func runShell(cmd *cobra.Command, args, nodes []string, seed uint64) error {
	b := stage.New("shell", "shell")
	var f ask.Files
	if err := readNodes(cmd, nodes, &f); err != nil {
		return err
	}
	if err := b.Nodes(pools.Same(f.Equal), f.Nodes); err != nil {
		return exitError{code: exitUsage, err: err}
	}
	files, err := readFiles(cmd, args)
	if err != nil {
		return err
	}
	b.Classes(files...)
	for _, f := range files {
		b.Apply(f.Name, f.Content)
	}
	s := &shell.Shell{Out: cmd.OutOrStdout(), Editor: native.Editor()}
	s.Session = scenario.Open(b.File, scenario.Options{Seed: seed, ReadFile: shell.ReadFile, Host: s.Host()})
	for _, step := range b.File.Steps {
		if out, _ := s.Session.Next(); out.Failed {
			return exitError{code: exitUsage, err: fmt.Errorf("%s: %s", step.Command, strings.TrimSpace(out.Output))}
		}
	}
	in, isFile := cmd.InOrStdin().(*os.File)
	if isFile && terminalFile(in) && terminal(s.Out) {
		err = s.Interactive(in)
	} else {
		err = s.Script(cmd.InOrStdin())
	}
	switch {
	case errors.Is(err, shell.ErrFailed):
		return exitError{code: exitFindings}
	case err != nil:
		return exitError{code: exitUsage, err: err}
	}
	return nil
}

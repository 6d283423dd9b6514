// Package cli is the command line: it reads files and flags, calls the packages
// that know, and prints what they answer. Results go to the standard output,
// everything else to the standard error.
package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/reason"
)

const usage = `Usage:
    rollscope plan -f NEW [--from OLD] --nodes NODES
    rollscope why -f DAEMONSET --nodes NODES [NODE...]
    rollscope validate -f FILE... [--from OLD]
    rollscope lint FILE|DIR|PATTERN...
    rollscope test FILE|DIR...

See a DaemonSet rollout before you roll it out.

Commands:
    plan        run a change to its end: waves, duration, availability, who blocks
    why         say for every node why a daemon pod runs there, or does not
    validate    say what an API server would refuse or warn about, with places
    lint        find what makes a rollout hang, starve or expose a node
    rules       list the rules of lint, or begin one of your own
    explain     explain a rule or a reason code
    tui         step through a rollout on the terminal, forward and back
    shell       a prompt over a simulated cluster: kubectl, advance, why, break
    test        run scenario files and compare what they print
    serve       the page and the HTTP interface, on this machine
    version     print the version
    completion  print a completion script for a shell

Options:
    -h, --help  with a command: what it does and its flags
    --lang LANG en or zh, for the sentences that give reasons (default: from LANG)

FILE is a YAML or JSON file, a directory, or - for the standard input.
NODES is what 'kubectl get nodes -o yaml' prints, or a short list of pools, or
simply a number of equal nodes.

Exit status: 0 clean or done, 1 findings or a rollout that does not end or breaks
a gate, 2 wrong usage or input that cannot be used, 3 no DaemonSet found.

Example:
    $ rollscope plan -f new.yaml --from old.yaml --nodes nodes.yaml --max-duration 10m
    $ rollscope plan -f agent.yaml --nodes 500
`

// Host is what the command line runs in.
type Host struct {
	In       io.Reader
	Out, Err io.Writer
	// Program is the path by which the program was called; as kubectl-rollscope it is a
	// plugin, and speaks of itself as kubectl rollscope.
	Program string
	// Scenarios are the built-in scenario files, below testdata/scenarios.
	Scenarios fs.FS
}

// The exit codes of every command.
const (
	exitOK       = 0
	exitFindings = 1 // findings, an invalid manifest, a failed expectation, a broken gate
	exitUsage    = 2 // wrong usage, or input that cannot be used
	exitNothing  = 3 // nothing to work on
)

// exitError ends the program with a code; err is nil where everything was said.
type exitError struct {
	code int
	err  error
	hint string // what to do about it; "" for nothing to say
}

func (e exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e exitError) Unwrap() error { return e.err }

// usageError is a command called in a way that it does not know.
func usageError(message string) error {
	return exitError{code: exitUsage, err: errors.New(message)}
}

// Main runs the command line and returns its exit code.
func Main(args []string, h Host) int {
	written := results{Writer: h.Out}
	if !terminal(h.Out) {
		h.Out = &written
	}
	root := rootCommand(h)
	root.SetArgs(goFlags(args))
	root.SetIn(h.In)
	root.SetOut(h.Out)
	root.SetErr(h.Err)
	err := root.Execute()
	if err == nil && written.err == nil {
		return exitOK
	}
	var exit exitError
	switch {
	case written.err != nil:
		exit = exitError{code: exitUsage, err: written.err}
	case !errors.As(err, &exit):
		exit = exitError{code: exitUsage, err: err} // cobra's own: required flags and the like
	}
	if exit.err != nil {
		_, _ = fmt.Fprintf(h.Err, "rollscope: error: %s\n", printable(exit.err.Error()))
	}
	if exit.hint != "" {
		_, _ = fmt.Fprintf(h.Err, "rollscope: hint: %s\n", printable(h.called(root, exit.hint)))
	}
	return exit.code
}

// printable escapes what a terminal could act upon, and keeps the lines of a text.
func printable(text string) string {
	lines := strings.Split(inert(text), "\n")
	for i, line := range lines {
		lines[i] = tree.Printable(line)
	}
	return strings.Join(lines, "\n")
}

// inert joins a further line that a pipeline would take for a command of its own
// (::error::, from a file's name for example) to the one before.
func inert(text string) string {
	var out strings.Builder
	for i, line := range strings.Split(text, "\n") {
		switch start := strings.TrimSpace(line); {
		case i == 0:
		case strings.HasPrefix(start, "::") || strings.HasPrefix(start, "##["):
			out.WriteString(`\n`)
		default:
			out.WriteByte('\n')
		}
		out.WriteString(line)
	}
	return out.String()
}

func rootCommand(h Host) *cobra.Command {
	root := &cobra.Command{
		Use:                "rollscope",
		Short:              "see a DaemonSet rollout before you roll it out",
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true,
		Args:               cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			if asked, _ := cmd.Flags().GetBool("version"); asked {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine())
				return err
			}
			_, _ = fmt.Fprint(cmd.ErrOrStderr(), h.called(cmd, usage))
			return exitError{code: exitUsage}
		},
	}
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		out, text := cmd.OutOrStdout(), strings.Builder{}
		if cmd == root {
			text.WriteString(usage)
		} else {
			cmd.SetOut(&text)
			help(cmd, args)
			cmd.SetOut(out)
		}
		_, _ = fmt.Fprint(out, h.called(root, text.String()))
	})
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		hint := cmd.CommandPath() + " --help lists the flags"
		if text := err.Error(); strings.Contains(text, "time: missing unit") || strings.Contains(text, "time: unknown unit") || strings.Contains(text, "time: invalid duration") {
			hint = "a time has units: 90s, 5m, 1h30m"
		}
		if text, _, ok := strings.Cut(err.Error(), ": strconv."); ok {
			err = errors.New(text)
		}
		return exitError{code: exitUsage, err: err, hint: hint}
	})
	root.PersistentFlags().String("lang", "", "en or zh, for the sentences that give reasons (default: from LANG)")
	root.Flags().Bool("version", false, "print the version")
	root.Flags().Lookup("version").Hidden = true
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		_, err := language(cmd)
		return err
	}
	root.AddCommand(planCommand(), whyCommand(), validateCommand(), lintCommand(), rulesCommand(), explainCommand(), testCommand(), serveCommand(), tuiCommand(h), shellCommand(), versionCommand())
	root.InitDefaultCompletionCmd()
	refuseOtherShells(root)
	return root
}

// called puts the program's name as a plugin of kubectl into the commands of a text.
func (h Host) called(root *cobra.Command, text string) string {
	if strings.TrimSuffix(filepath.Base(h.Program), ".exe") != "kubectl-rollscope" {
		return text
	}
	const plugin = "kubectl rollscope "
	words := []string{"rollscope [", plugin + "[", "rollscope --help", plugin + "--help"}
	for _, c := range root.Commands() {
		words = append(words, "rollscope "+c.Name(), plugin+c.Name())
	}
	return strings.NewReplacer(words...).Replace(text)
}

// refuseOtherShells makes completion fail for a shell that it does not know, and
// for none, where cobra prints help and is content.
func refuseOtherShells(root *cobra.Command) {
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Args = cobra.ArbitraryArgs
		c.RunE = func(_ *cobra.Command, args []string) error {
			what := "say for which shell"
			if len(args) > 0 {
				what = fmt.Sprintf("there is no completion for %q", args[0])
			}
			return exitError{code: exitUsage, err: errors.New(what), hint: "rollscope completion bash, fish, powershell or zsh"}
		}
	}
}

// unknownCommand names the command that was probably meant.
func unknownCommand(root *cobra.Command, name string) error {
	hint := "rollscope --help lists the commands"
	root.SuggestionsMinimumDistance = 2
	if near := root.SuggestionsFor(name); len(near) > 0 {
		hint = "did you mean " + near[0] + "?"
	}
	return exitError{code: exitUsage, err: fmt.Errorf("there is no command %q", name), hint: hint}
}

// language is the language of reasons: what --lang says, else what the environment says.
func language(cmd *cobra.Command) (reason.Language, error) {
	switch lang, _ := cmd.Flags().GetString("lang"); {
	case lang == "en":
		return reason.English, nil
	case lang == "zh":
		return reason.Chinese, nil
	case lang != "":
		return "", usageError(fmt.Sprintf("--lang is en or zh, not %q", lang))
	}
	for _, name := range [...]string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := os.Getenv(name); value != "" {
			if strings.HasPrefix(value, "zh") {
				return reason.Chinese, nil
			}
			break
		}
	}
	return reason.English, nil
}

package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

func shellCommand() *cobra.Command {
	var nodes []string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "shell [FILES...]",
		Short: "a prompt over a simulated cluster: kubectl, advance, why, break",
		Long: `Take commands at a prompt and run them on a simulated cluster that FILES are applied
to: kubectl's verbs, with or without the word kubectl, and those of scenarios: advance,
until, step, seek, back, fork, switch, break, mend, image, client, timeline, why, expect.
Tab completes verbs and names, the arrows bring back earlier lines, help lists the
commands, exit or ctrl+d leaves.

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

// shell is a prompt with the session behind it.
type shell struct {
	session *scenario.Session
	out     io.Writer
}

func runShell(cmd *cobra.Command, args, nodes []string, seed uint64) error {
	b := &builder{file: &transcript.File{Name: "shell"}}
	if err := b.nodes(cmd, nodes); err != nil {
		return err
	}
	files, err := readFiles(cmd, args)
	if err != nil {
		return err
	}
	for _, f := range files {
		b.apply(f.Name, f.Content)
	}
	s := &shell{session: scenario.Open(b.file, scenario.Options{Seed: seed}), out: cmd.OutOrStdout()}
	for _, step := range b.file.Steps {
		if out, _ := s.session.Next(); out.Failed {
			return exitError{code: exitUsage, err: fmt.Errorf("%s: %s", step.Command, strings.TrimSpace(out.Output))}
		}
	}
	in, isFile := cmd.InOrStdin().(*os.File)
	if isFile && term.IsTerminal(int(in.Fd())) && terminal(s.out) {
		return s.interactive(in)
	}
	return s.script(cmd.InOrStdin())
}

// script runs lines up to the first that fails.
func (s *shell) script(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(lines.Text()), "$ "))
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if done, failed := s.line(line); failed {
			return exitError{code: exitFindings}
		} else if done {
			return nil
		}
	}
	return lines.Err()
}

// interactive reads lines with history and completion.
func (s *shell) interactive(in *os.File) error {
	old, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return exitError{code: exitUsage, err: err}
	}
	defer func() { _ = term.Restore(int(in.Fd()), old) }()
	t := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, s.out}, "")
	s.out = t
	if w, h, err := term.GetSize(int(in.Fd())); err == nil && w > 0 {
		_ = t.SetSize(w, h)
	}
	t.AutoCompleteCallback = s.complete
	for {
		t.SetPrompt(s.prompt())
		line, err := t.ReadLine()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case strings.TrimSpace(line) == "":
			continue
		}
		if done, _ := s.line(strings.TrimSpace(line)); done {
			return nil
		}
	}
}

// prompt says where and when one is.
func (s *shell) prompt() string {
	at := s.session.Cluster().Now().String()
	if b := s.session.Branch(); b != "main" {
		at = b + " " + at
	}
	return at + " $ "
}

// line runs one line; done says that the user leaves.
func (s *shell) line(line string) (done, failed bool) {
	switch line {
	case "exit", "quit":
		return true, false
	case "help":
		_, _ = fmt.Fprintln(s.out, "kubectl "+strings.Join(kubectl.Commands(), ", "))
		for _, usage := range scenario.Commands() {
			_, _ = fmt.Fprintln(s.out, usage)
		}
		return false, false
	}
	out := s.session.Do(kubectlLine(line))
	_, _ = io.WriteString(s.out, out.Output)
	return false, out.Failed
}

// kubectlLine puts kubectl in front of a line that begins with one of its verbs.
func kubectlLine(line string) string {
	verb, _, _ := strings.Cut(line, " ")
	if slices.Contains(kubectl.Commands(), verb) {
		return "kubectl " + line
	}
	return line
}

// complete completes the word before the cursor: verbs first, names behind them.
func (s *shell) complete(line string, pos int, key rune) (string, int, bool) {
	if key != '\t' || pos != len(line) {
		return "", 0, false
	}
	start := strings.LastIndexAny(line, " ") + 1
	word := line[start:]
	var found []string
	for _, w := range s.words(strings.Fields(line[:start])) {
		if strings.HasPrefix(w, word) && !slices.Contains(found, w) {
			found = append(found, w)
		}
	}
	if len(found) == 0 {
		return "", 0, false
	}
	common := found[0]
	for _, w := range found[1:] {
		for !strings.HasPrefix(w, common) {
			common = common[:len(common)-1]
		}
	}
	switch {
	case len(found) == 1:
		common += " "
	case common == word:
		_, _ = fmt.Fprintln(s.out, strings.Join(found, "  "))
	}
	return line[:start] + common, start + len(common), true
}

// words are what may stand behind the words before.
func (s *shell) words(before []string) []string {
	verbs := []string{"kubectl", "help", "exit"}
	for _, usage := range scenario.Commands() {
		verb, _, _ := strings.Cut(usage, " ")
		verbs = append(verbs, verb)
	}
	switch {
	case len(before) == 0:
		return append(verbs, kubectl.Commands()...)
	case len(before) == 1 && before[0] == "kubectl":
		return kubectl.Commands()
	}
	words := []string{"nodes", "pods", "daemonsets", "controllerrevisions", "events", "status", "history", "undo", "restart", "image",
		"-o", "-n", "-A", "-l", "-f", "--to-revision=", "--dry-run=server", "--silent", "--not-ready", "--always", "--within"}
	c := s.session.Cluster()
	for _, d := range c.Sets() {
		words = append(words, "ds/"+d.Object.Name, d.Object.Name)
	}
	for _, n := range c.Nodes() {
		words = append(words, "node/"+n.Name, n.Name)
	}
	for _, p := range c.PodRecords() {
		words = append(words, "pod/"+p.Name, p.Name)
	}
	for _, m := range s.session.File().Manifests {
		words = append(words, m.Name)
	}
	return words
}

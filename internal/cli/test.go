package cli

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/lesson"
	"github.com/rollscope/rollscope/core/scenario/summary"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// maxSeeds is how many node orders one run tries.
const maxSeeds = 1000

// testOptions are the flags of rollscope test.
type testOptions struct {
	update  bool
	seeds   int
	output  string
	verbose bool
}

// testCommand is rollscope test: run scenario files and compare.
func testCommand() *cobra.Command {
	var o testOptions
	cmd := &cobra.Command{
		Use:   "test FILE|DIR...",
		Short: "run scenario files and compare what they print",
		Long: `Run scenario files (.txtar) and compare what every command prints with what
stands in the file. Directories are searched for files that end in .txtar. A question
of a lesson without exactly one right choice, or an exercise that nothing checks, is
an error with its line.

Kubernetes leaves open which node a rollout updates first; --seeds N runs every
scenario under N node orders, the first of them by age and name.

With -o json every command comes with its output, what differs from the file, and
the cluster at the end.

Exit status: 0 all passed, 1 some failed, 2 something could not be read,
3 there was no scenario.`,
		Example: `  rollscope test testdata/scenarios --seeds 5
  rollscope test -update rollout/new.txtar`,
		RunE: func(cmd *cobra.Command, args []string) error { return runTest(cmd, args, o) },
	}
	cmd.Flags().BoolVar(&o.update, "update", false, "rewrite the outputs in the files with what the commands print now (also -update)")
	cmd.Flags().IntVar(&o.seeds, "seeds", 1, "run every scenario under this many node orders")
	cmd.Flags().StringVarP(&o.output, "output", "o", "text", "text, json or junit")
	cmd.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "name the files that passed, too")
	return cmd
}

// goFlags lets -update stand for --update, as go test has it.
func goFlags(args []string) []string {
	out := slices.Clone(args)
	for i, a := range out {
		switch {
		case a == "--":
			return out
		case a == "-update", strings.HasPrefix(a, "-update="):
			out[i] = "-" + a
		}
	}
	return out
}

func runTest(cmd *cobra.Command, args []string, o testOptions) error {
	switch {
	case len(args) == 0:
		return usageError("say which scenario files or directories to run")
	case o.output != "text" && o.output != "json" && o.output != "junit":
		return usageError(fmt.Sprintf("-o is text, json or junit, not %q", o.output))
	case o.seeds < 1 || o.seeds > maxSeeds:
		return usageError(fmt.Sprintf("--seeds is a number from 1 to %d", maxSeeds))
	}
	files, err := scenarioFiles(args)
	if err != nil {
		return exitError{code: exitUsage, err: err}
	}
	if len(files) == 0 {
		return exitError{code: exitNothing, err: errors.New("there is no scenario: no file ends in .txtar")}
	}
	t := testRun{testOptions: o, out: cmd.OutOrStdout(), errs: cmd.ErrOrStderr(), total: len(files)}
	if o.output != "text" {
		t.out = io.Discard
	}
	t.progress = progressOn(t.errs)
	for _, name := range files {
		t.file(name)
	}
	t.progress.done()
	if o.output != "text" {
		if err := t.write(cmd.OutOrStdout()); err != nil {
			return err
		}
		_, _ = fmt.Fprintf(t.errs, "%d passed, %d failed\n", t.passed, t.failed)
	} else {
		_, _ = fmt.Fprintf(t.out, "%d passed, %d failed\n", t.passed, t.failed)
	}
	return t.verdict()
}

// scenarioFiles are the files named and those below the directories named, in
// order, each once.
func scenarioFiles(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, plainError(err)
		}
		if !info.IsDir() {
			files = append(files, called(arg))
			continue
		}
		err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(path, ".txtar") {
				files = append(files, called(path))
			}
			return err
		})
		if err != nil {
			return nil, plainError(err)
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(files, func(name string) bool {
		twice := seen[name]
		seen[name] = true
		return twice
	}), nil
}

// testRun is one run of rollscope test.
type testRun struct {
	testOptions
	out, errs              io.Writer
	progress               progress
	total                  int
	passed, failed, unread int
	results                []testResult
	report                 summary.Report
}

// write writes the results for programs.
func (t *testRun) write(w io.Writer) error {
	if t.output == "json" {
		return printJSON(w, &t.report)
	}
	return writeJUnit(w, t.results)
}

// testResult is what came of one file under one node order.
type testResult struct {
	file string
	seed int
	// problem is a diff, or what could not be read; "" where the scenario passed.
	problem string
	broken  bool // it could not be read
}

// file runs one file under every node order.
func (t *testRun) file(name string) {
	t.progress.show(fmt.Sprintf("%d of %d: %s", t.passed+t.failed+t.unread+1, t.total, name))
	f, err := readScenario(name)
	if err == nil {
		_, err = lesson.Read(f)
	}
	if err == nil && t.update {
		f, err = updateScenario(f)
	}
	if err != nil {
		t.unread++
		t.progress.done()
		t.complain(err)
		t.results = append(t.results, testResult{file: name, problem: err.Error(), broken: true})
		t.report.Add(summary.Unread(name, err))
		return
	}
	var bad []int
	for seed := range t.seeds {
		r := scenario.Run(f, scenario.Options{Seed: uint64(seed)})
		diff := r.Diff()
		t.results = append(t.results, testResult{file: name, seed: seed, problem: diff})
		if t.output == "json" {
			t.report.Add(summary.Of(r))
		}
		if diff == "" {
			continue
		}
		if bad = append(bad, seed); len(bad) == 1 {
			t.progress.done()
			_, _ = fmt.Fprint(t.out, inert(session.Clean(diff)))
		}
	}
	t.count(name, bad)
}

// count counts a file and says how it went.
func (t *testRun) count(name string, bad []int) {
	if len(bad) == 0 {
		t.passed++
		if t.verbose {
			t.progress.done()
			_, _ = fmt.Fprintf(t.out, "ok    %s\n", tree.Printable(name))
		}
		return
	}
	t.failed++
	orders := ""
	if t.seeds > 1 {
		var words []string
		for _, seed := range bad {
			words = append(words, fmt.Sprint(seed))
		}
		orders = fmt.Sprintf(" (node orders %s of 0 to %d; the difference is that of order %d)", strings.Join(words, ", "), t.seeds-1, bad[0])
	}
	_, _ = fmt.Fprintf(t.out, "FAIL  %s%s\n", tree.Printable(name), orders)
}

// complain prints what could not be read, each with its place.
func (t *testRun) complain(err error) {
	var list transcript.Errors
	if !errors.As(err, &list) {
		_, _ = fmt.Fprintf(t.errs, "rollscope: error: %s\n", printable(err.Error()))
		return
	}
	for _, e := range list {
		_, _ = fmt.Fprintf(t.errs, "%s\n", printable(e.Error()))
		if e.Hint != "" {
			_, _ = fmt.Fprintf(t.errs, "rollscope: hint: %s\n", printable(e.Hint))
		}
	}
}

func (t *testRun) verdict() error {
	switch {
	case t.unread > 0:
		return exitError{code: exitUsage}
	case t.failed > 0:
		return exitError{code: exitFindings}
	}
	return nil
}

// readScenario reads a file, and not more of it than a scenario may have.
func readScenario(name string) (*transcript.File, error) {
	content, err := readSome(name)
	if err != nil {
		return nil, plainError(err)
	}
	return transcript.Parse(name, content)
}

// readSome is a file as far as a scenario may go, and a byte more of a longer one.
func readSome(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(io.LimitReader(file, transcript.MaxBytes+1))
}

// updateScenario rewrites the outputs in a file and reads it again.
func updateScenario(f *transcript.File) (*transcript.File, error) {
	r := scenario.Run(f, scenario.Options{})
	content := r.Update()
	old, err := os.ReadFile(f.Name)
	if err != nil || bytes.Equal(old, content) {
		return f, err
	}
	info, err := os.Stat(f.Name)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(f.Name, content, info.Mode().Perm()); err != nil {
		return nil, err
	}
	return transcript.Parse(f.Name, content)
}

// The parts of a JUnit report that CI systems read.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr"`
		Failure *junitProblem `xml:"failure,omitempty"`
		Error   *junitProblem `xml:"error,omitempty"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes a suite for each file with a test case for each node order.
func writeJUnit(w io.Writer, results []testResult) error {
	var all junitSuites
	for _, r := range results {
		if n := len(all.Suites); n == 0 || all.Suites[n-1].Name != r.file {
			all.Suites = append(all.Suites, junitSuite{Name: r.file})
		}
		s := &all.Suites[len(all.Suites)-1]
		c := junitCase{Class: r.file, Name: fmt.Sprintf("node order %d", r.seed), File: r.file}
		switch {
		case r.broken:
			c.Error = &junitProblem{Message: "the file cannot be read", Text: session.Clean(r.problem)}
			s.Errors++
			all.Errors++
		case r.problem != "":
			c.Failure = &junitProblem{Message: "the output differs", Text: session.Clean(r.problem)}
			s.Failures++
			all.Failures++
		}
		s.Cases = append(s.Cases, c)
		s.Tests++
		all.Tests++
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

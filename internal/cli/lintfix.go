package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/fix"
	"github.com/rollscope/rollscope/internal/lint/source"
)

// fix fixes what can be fixed without asking. With --diff it only shows what that would
// be, and done says that there is nothing more to do.
func (l *linting) fix(report *lint.Report) (done bool, err error) {
	findings := map[string][]lint.Finding{}
	for i := range report.Findings {
		f := &report.Findings[i]
		findings[f.File] = append(findings[f.File], *f)
	}
	fixed, files := 0, 0
	for i := range l.sources {
		s := &l.sources[i]
		n, err := l.fixFile(s, findings[s.Name])
		if err != nil {
			return true, err
		}
		fixed += n
		if n > 0 {
			files++
		}
	}
	if l.options.diff {
		if fixed > 0 {
			return true, exitError{code: exitFindings}
		}
		return true, l.read(report)
	}
	_, _ = fmt.Fprintf(l.cmd.ErrOrStderr(), "rollscope: fixed %d findings in %d files\n", fixed, files)
	return false, nil
}

// fixFile fixes one file, and says how many findings are gone.
func (l *linting) fixFile(s *source.Source, findings []lint.Finding) (int, error) {
	if len(findings) == 0 || s.Name == source.Stdin {
		return 0, nil
	}
	content, err := s.Read()
	if err != nil {
		return 0, nil // told already
	}
	again := func(ctx context.Context, text string) ([]lint.Finding, error) {
		o := l.lintOptions()
		o.Keep = true
		report, err := lint.Run(ctx, []source.Source{source.Text(s.Name, text)}, o)
		if err != nil {
			return nil, err
		}
		return report.Findings, nil
	}
	// Of one file alone, as the lint of the result will be.
	alone, err := again(context.Background(), string(content))
	if err != nil {
		return 0, err
	}
	text, fixed, err := fix.File(context.Background(), string(content), alone, again)
	if err != nil || len(fixed) == 0 {
		return 0, err
	}
	if l.options.diff {
		_, err = l.cmd.OutOrStdout().Write([]byte(printable(string(diff.Diff("a/"+s.Name, content, "b/"+s.Name, []byte(text))))))
		return len(fixed), err
	}
	return len(fixed), replaceFile(s.Name, text)
}

// replaceFile writes a file anew, all of it or nothing.
func replaceFile(name, text string) error {
	name, err := filepath.EvalSymlinks(filepath.FromSlash(name))
	if err != nil {
		return exitError{code: exitUsage, err: plainError(err)}
	}
	info, err := os.Stat(name)
	if err != nil {
		return exitError{code: exitUsage, err: plainError(err)}
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".rollscope-*")
	if err != nil {
		return exitError{code: exitUsage, err: plainError(err)}
	}
	_, err = file.WriteString(text)
	err = errors.Join(err, file.Chmod(info.Mode().Perm()), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return exitError{code: exitUsage, err: plainError(err)}
	}
	return nil
}

// lintOptions are the options of every run.
func (l *linting) lintOptions() lint.Options {
	return lint.Options{
		Checker: l.checker, Config: l.config, Only: l.options.only, Skip: l.options.skip,
		NoSuppress: l.options.noSuppress, Today: time.Now(), Workers: runtime.GOMAXPROCS(0), Nodes: l.nodes,
		Keep: l.options.proof != "",
	}
}

// checkFixFlags refuses what does not go together.
func (l *linting) checkFixFlags(args []string) error {
	o := &l.options
	if (o.fix || o.diff) && strings.Contains(" "+strings.Join(args, " ")+" ", " - ") {
		return usageError("--fix and --diff need files, and the standard input is none")
	}
	return nil
}

package command

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
	"github.com/rollscope/rollscope/internal/lint/format"
	"github.com/rollscope/rollscope/internal/lint/outcome"
	"github.com/rollscope/rollscope/internal/lint/source"
)

// fix fixes what can be fixed without asking. With --diff it only shows what that would
// be, and done says that there is nothing more to do.
func (l *run) fix(report *lint.Report) (done bool, err error) {
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
	if l.options.Diff {
		if fixed > 0 {
			return true, outcome.Failure{Code: outcome.Findings}
		}
		return true, l.read(report)
	}
	_, _ = fmt.Fprintf(l.host.Err, "rollscope: fixed %s in %s\n", format.Count(fixed, "finding"), format.Count(files, "file"))
	return false, nil
}

// fixFile fixes one file, and says how many findings are gone.
func (l *run) fixFile(s *source.Source, findings []lint.Finding) (int, error) {
	if len(findings) == 0 || s.Name == source.Stdin {
		return 0, nil
	}
	content, err := s.Read()
	if err != nil {
		return 0, nil // told already
	}
	again := func(ctx context.Context, text string) ([]lint.Finding, error) {
		o := l.settings()
		o.Keep = true
		report, err := lint.Run(ctx, []source.Source{source.Text(s.Name, text)}, o)
		if err != nil {
			return nil, err
		}
		return report.Findings, nil
	}
	// Of one file alone, as the lint of the result will be.
	alone, err := again(context.Background(), content)
	if err != nil {
		return 0, err
	}
	text, fixed, err := fix.File(context.Background(), content, alone, nil, again)
	if err != nil || len(fixed) == 0 {
		return 0, err
	}
	if l.options.Diff {
		name := strings.TrimPrefix(s.Name, "/") // as git has it, so that patch -p1 finds the file from the root
		_, err = l.host.Out.Write([]byte(outcome.Printable(string(diff.Diff("a/"+name, []byte(content), "b/"+name, []byte(text))))))
		return len(fixed), err
	}
	return len(fixed), replaceFile(s.Name, text)
}

// replaceFile writes a file anew, all of it or nothing.
func replaceFile(name, text string) error {
	name, err := filepath.EvalSymlinks(filepath.FromSlash(name))
	if err != nil {
		return outcome.Failure{Code: outcome.Usage, Err: source.Plain(err)}
	}
	info, err := os.Stat(name)
	if err != nil {
		return outcome.Failure{Code: outcome.Usage, Err: source.Plain(err)}
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".rollscope-*")
	if err != nil {
		return outcome.Failure{Code: outcome.Usage, Err: source.Plain(err)}
	}
	_, err = file.WriteString(text)
	err = errors.Join(err, file.Chmod(info.Mode().Perm()), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return outcome.Failure{Code: outcome.Usage, Err: source.Plain(err)}
	}
	return nil
}

// Options are the options of every run.
func (l *run) settings() lint.Options {
	skip := l.options.Skip
	if l.options.AnyFiles {
		skip = append([]string{"nothing-checked"}, skip...)
	}
	return lint.Options{
		Checker: l.checker, Config: l.config, Only: l.options.Only, Skip: skip,
		NoSuppress: l.options.NoSuppress, Today: time.Now(), Workers: runtime.GOMAXPROCS(0), Nodes: l.nodes,
		Keep: l.options.Proof != "",
	}
}

// checkFixFlags refuses what does not go together.
func (l *run) checkFixFlags(args []string) error {
	o := &l.options
	if (o.Fix || o.Diff) && strings.Contains(" "+strings.Join(args, " ")+" ", " - ") {
		return outcome.Failure{
			Code: outcome.Usage, Err: errors.New("--fix and --diff need files, and the standard input is none"),
			Hint: "rollscope lint --diff deploy/",
		}
	}
	return nil
}

package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/baseline"
	"github.com/rollscope/rollscope/internal/lint/format"
	"github.com/rollscope/rollscope/internal/lint/outcome"
	"github.com/rollscope/rollscope/internal/lint/source"
)

// readNodes reads the nodes of the flag, or else of the configuration.
func (l *run) readNodes() error {
	names := l.options.Nodes
	if len(names) == 0 {
		for i, path := range relativeTo(l.config.File, l.config.Nodes) {
			if written := l.config.Nodes[i]; strings.Trim(written, "0123456789") == "" {
				path = written
			}
			names = append(names, path)
		}
	}
	if len(names) == 0 {
		return nil
	}
	var err error
	l.nodes, err = l.host.Nodes(names)
	return err
}

// before takes out what was there before. Done says that the run was only to write the
// baseline.
func (l *run) before(report *lint.Report) (done bool, err error) {
	name := l.options.Baseline
	if name == "" {
		return false, nil
	}
	if l.options.WriteBaseline {
		b := baseline.Of(report)
		var text bytes.Buffer
		if err := b.Write(&text); err != nil {
			return true, err
		}
		if err := os.WriteFile(name, text.Bytes(), 0o644); err != nil {
			return true, outcome.Failure{Code: outcome.Usage, Err: source.Plain(err)}
		}
		_, _ = fmt.Fprintf(l.host.Err, "%s: %s\n", outcome.Printable(name), format.Count(len(b.Findings), "finding"))
		return true, l.read(report)
	}
	content, err := source.ReadFile(name)
	if err != nil {
		return true, outcome.Failure{Code: outcome.Usage, Err: err, Hint: "--write-baseline writes it"}
	}
	if len(content) > decode.MaxFileBytes {
		return true, outcome.Misused(name + ": too large for a baseline")
	}
	b, err := baseline.Read(content)
	if err != nil {
		return true, outcome.Misused(fmt.Sprintf("%s: %v", name, err))
	}
	if gone := b.Apply(report); gone > 0 && !slices.Contains([]string{"json", "sarif"}, l.options.Format) {
		_, _ = fmt.Fprintf(l.host.Err, "rollscope: %s: %d of its findings are gone; --write-baseline takes them out\n", outcome.Printable(name), gone)
	}
	return false, nil
}

// read complains about files that were not.
func (l *run) read(report *lint.Report) error {
	switch {
	case report.Unread > 0:
		return outcome.Failure{Code: outcome.Usage, Err: fmt.Errorf("%d of %d files could not be read", report.Unread, report.Unread+report.Files)}
	case report.DaemonSets == 0 && !l.options.AnyFiles && !failsBesides(report, l.options.FailOn):
		return outcome.Failure{Code: outcome.Nothing, Err: errors.New("there is no DaemonSet in what was read"), Hint: "check the path; charts have to be rendered first: helm template . | rollscope lint -"}
	}
	return nil
}

// failsBesides says whether a run without a DaemonSet has findings that make it fail,
// besides the one that says just that.
func failsBesides(report *lint.Report, failOn string) bool {
	others := *report
	others.Findings = slices.DeleteFunc(slices.Clone(report.Findings), func(f lint.Finding) bool { return f.Rule == "RS806" })
	return others.Fails(failOn)
}

package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/baseline"
)

// readNodes reads the nodes of the flag, or else of the configuration.
func (l *linting) readNodes() error {
	names := l.options.nodes
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
	var f planFiles
	findings, err := f.readNodes(l.cmd, names)
	if err != nil {
		return err
	}
	if findings = onlyErrors(findings); len(findings) > 0 {
		printFindings(l.cmd.ErrOrStderr(), findings)
		return exitError{code: exitUsage, err: errors.New("the nodes cannot be used as they are")}
	}
	l.nodes = &lint.Nodes{}
	for _, o := range f.cluster {
		switch o := o.(type) {
		case *api.Node:
			l.nodes.Nodes = append(l.nodes.Nodes, o)
		case *api.Pod:
			l.nodes.Pods = append(l.nodes.Pods, o)
		case *api.PriorityClass:
			l.nodes.Classes = append(l.nodes.Classes, o)
		}
	}
	if len(l.nodes.Nodes) == 0 {
		return exitError{code: exitUsage, err: errors.New("there is no node in " + strings.Join(names, ", ")), hint: "kubectl get nodes -o yaml > nodes.yaml"}
	}
	return nil
}

// before takes out what was there before. Done says that the run was only to write the
// baseline.
func (l *linting) before(report *lint.Report) (done bool, err error) {
	name := l.options.baseline
	if name == "" {
		return false, nil
	}
	if l.options.writeBaseline {
		b := baseline.Of(report)
		var text bytes.Buffer
		if err := b.Write(&text); err != nil {
			return true, err
		}
		if err := os.WriteFile(name, text.Bytes(), 0o644); err != nil {
			return true, exitError{code: exitUsage, err: plainError(err)}
		}
		_, _ = fmt.Fprintf(l.cmd.ErrOrStderr(), "%s: %d findings\n", printable(name), len(b.Findings))
		return true, l.read(report)
	}
	file, err := readFile(l.cmd, name)
	if err != nil {
		return true, exitError{code: exitUsage, err: err, hint: "--write-baseline writes it"}
	}
	if len(file.Content) > decode.MaxFileBytes {
		return true, usageError(name + ": too large for a baseline")
	}
	b, err := baseline.Read(file.Content)
	if err != nil {
		return true, usageError(fmt.Sprintf("%s: %v", name, err))
	}
	if gone := b.Apply(report); gone > 0 && !slices.Contains([]string{"json", "sarif"}, l.options.format) {
		_, _ = fmt.Fprintf(l.cmd.ErrOrStderr(), "rollscope: %s: %d of its findings are gone; --write-baseline takes them out\n", printable(name), gone)
	}
	return false, nil
}

// read complains about files that were not.
func (l *linting) read(report *lint.Report) error {
	switch {
	case report.Unread > 0:
		return exitError{code: exitUsage, err: fmt.Errorf("%d of %d files could not be read", report.Unread, report.Unread+report.Files)}
	case report.DaemonSets == 0 && !report.Fails(l.options.failOn):
		return exitError{code: exitNothing, err: errors.New("there is no DaemonSet in what was read"), hint: "check the path; charts have to be rendered first: helm template . | rollscope lint -"}
	}
	return nil
}

package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/proof"
	"github.com/rollscope/rollscope/policies"
)

// prove writes the scenarios of findings that can be proved, and names them in the
// findings.
func (l *linting) prove(report *lint.Report) error {
	dir := l.options.proof
	if dir == "" {
		return nil
	}
	defer l.time("proofs", time.Now())
	written := map[string][]byte{}
	for i := range report.Findings {
		f := &report.Findings[i]
		if f.Suppressed != nil || f.About() == nil {
			continue
		}
		p, ok := proof.Of(f.Rule, f.About(), l.given(f.Rule))
		if !ok {
			continue
		}
		if !p.Shows {
			_, _ = fmt.Fprintf(l.cmd.ErrOrStderr(), "rollscope: %s:%d: %s: no run of ours shows the harm; judge for yourself\n", printable(f.File), f.Start.Line, f.Rule)
			continue
		}
		name, err := keep(dir, p, written)
		if err != nil {
			return err
		}
		f.Proof = name
	}
	return nil
}

// given are the nodes, for rules about them.
func (l *linting) given(rule string) proof.Given {
	if l.nodes == nil || rule != "RS307" {
		return proof.Given{}
	}
	return proof.Given{Nodes: l.nodes.Nodes, Pods: l.nodes.Pods, Classes: l.nodes.Classes}
}

// keep writes a proof. Of two with one name and other contents, the second is numbered.
func keep(dir string, p *proof.Proof, written map[string][]byte) (string, error) {
	name := p.Name
	for n := 2; written[name] != nil; n++ {
		if bytes.Equal(written[name], p.Content) {
			return filepath.ToSlash(filepath.Join(dir, name)), nil
		}
		name = strings.TrimSuffix(p.Name, ".txtar") + fmt.Sprintf("-%d.txtar", n)
	}
	written[name] = p.Content
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", exitError{code: exitUsage, err: plainError(err)}
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, p.Content, 0o644); err != nil {
		return "", exitError{code: exitUsage, err: plainError(err)}
	}
	return filepath.ToSlash(path), nil
}

// surges prints what stands in the way of maxSurge.
func (l *linting) surges() error {
	all, unread, err := lint.Surges(context.Background(), l.sources, lint.Options{Checker: l.checker, Config: l.config, Nodes: l.nodes})
	if err != nil {
		return exitError{code: exitUsage, err: err}
	}
	lang, err := language(l.cmd)
	if err != nil {
		return err
	}
	if l.options.format == "json" {
		err = printJSON(l.cmd.OutOrStdout(), surgesJSON(all, lang))
	} else {
		err = printText(l.cmd.OutOrStdout(), surgesText(all, lang))
	}
	if err != nil {
		return err
	}
	return l.read(&lint.Report{Files: len(l.sources) - unread, Unread: unread, DaemonSets: len(all)})
}

func surgesText(all []lint.Surge, lang reason.Language) string {
	var b strings.Builder
	for _, s := range all {
		name := strings.TrimPrefix(s.Object.Namespace+"/"+s.Object.Name, "/")
		head := printable(fmt.Sprintf("%s:%d: DaemonSet %s: ", s.File, s.Line, name))
		switch {
		case s.Broken:
			b.WriteString(head + "cannot be read well enough\n")
		case s.Surges:
			b.WriteString(head + "has maxSurge; lint says what is wrong with it\n")
		case len(s.Obstacles) == 0:
			b.WriteString(head + "nothing stands in the way: maxSurge: 1 with maxUnavailable: 0 keeps every node served\n")
		default:
			b.WriteString(head + "in the way of maxSurge:\n")
			for i := range s.Obstacles {
				f := &s.Obstacles[i]
				_, _ = fmt.Fprintf(&b, "  %d:%d: %s [%s %s]\n", f.Start.Line, f.Start.Column, printable(surgeMessage(f, lang)), f.Rule, f.Slug)
			}
		}
	}
	return b.String()
}

func surgeMessage(f *policies.Finding, lang reason.Language) string {
	if lang == reason.Chinese && f.Chinese.Message != "" {
		return f.Chinese.Message
	}
	return f.English.Message
}

// surgesJSON is the JSON form of the report on surge.
func surgesJSON(all []lint.Surge, lang reason.Language) any {
	type obstacle struct {
		Rule    string `json:"rule"`
		Slug    string `json:"slug"`
		Line    int    `json:"line"`
		Column  int    `json:"column"`
		Path    string `json:"path"`
		Message string `json:"message"`
	}
	type entry struct {
		File      string     `json:"file"`
		Line      int        `json:"line"`
		Namespace string     `json:"namespace"`
		Name      string     `json:"name"`
		Surges    bool       `json:"surges"`
		Broken    bool       `json:"broken"`
		Obstacles []obstacle `json:"obstacles"`
	}
	out := []entry{}
	for _, s := range all {
		e := entry{s.File, s.Line, s.Object.Namespace, s.Object.Name, s.Surges, s.Broken, []obstacle{}}
		for i := range s.Obstacles {
			f := &s.Obstacles[i]
			e.Obstacles = append(e.Obstacles, obstacle{f.Rule, f.Slug, f.Start.Line, f.Start.Column, f.Path, surgeMessage(f, lang)})
		}
		out = append(out, e)
	}
	return out
}

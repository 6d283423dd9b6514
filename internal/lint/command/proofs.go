package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/outcome"
	"github.com/rollscope/rollscope/internal/lint/proof"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies/rules"
)

// prove writes the scenarios of findings that can be proved, and names them in the
// findings.
func (l *run) prove(report *lint.Report) error {
	dir := l.options.Proof
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
		p, ok := proof.Of(f.Rule, f.About(), l.given(f.Rule, report))
		if !ok {
			continue
		}
		if !p.Shows {
			l.demote(f, p)
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

// demote makes an info of a finding whose run came to no harm at all, unless the
// configuration says what it is.
func (l *run) demote(f *lint.Finding, p *proof.Proof) {
	rule := slices.IndexFunc(l.rules, func(r *rules.Rule) bool { return r.ID == f.Rule })
	verdict := "judge for yourself"
	if p.Harm == proof.None && l.config.SeverityOf(l.rules[rule]) == "" && f.Severity != rules.Info {
		f.Severity, verdict = rules.Info, "so it is an info"
	}
	_, _ = fmt.Fprintf(l.host.Err, "rollscope: %s:%d: %s: no run of ours shows the harm, %s\n", outcome.Printable(f.File), f.Start.Line, f.Rule, verdict)
}

// given are the nodes, for rules about them.
func (l *run) given(rule string, report *lint.Report) proof.Given {
	if l.nodes == nil || rule != "RS307" {
		return proof.Given{}
	}
	return proof.Given{Nodes: l.nodes.Nodes, Pods: l.nodes.Pods, Classes: slices.Concat(l.nodes.Classes, report.Classes)}
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
		return "", outcome.Failure{Code: outcome.Usage, Err: source.Plain(err)}
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, p.Content, 0o644); err != nil {
		return "", outcome.Failure{Code: outcome.Usage, Err: source.Plain(err)}
	}
	return filepath.ToSlash(path), nil
}

package lint

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies"
)

// run is a run under way.
type run struct {
	options Options
	report  *Report
	// severity is what becomes of the findings of a rule, by ID: "" for nothing.
	severity map[string]policies.Severity
	locked   map[string]bool
}

// result is what came of one file.
type result struct {
	findings        []Finding
	documents, sets int
	unread          bool
	// waiting are DaemonSets that hold ports of their nodes, to be compared.
	waiting []*policies.Document
	file    *file
}

// file is what findings and suppressions need to know of one.
type file struct {
	source   *source.Source
	lines    []string
	comments []suppressed
}

// choose decides which rules count, and how much.
func (l *run) choose() {
	l.severity, l.locked = map[string]policies.Severity{}, map[string]bool{}
	for _, r := range l.report.Rules {
		l.severity[r.ID] = l.options.Config.SeverityOf(r)
		if len(l.options.Only) > 0 && !named(l.options.Only, r) || named(l.options.Skip, r) {
			l.severity[r.ID] = config.Off
		}
		l.locked[r.ID] = named(l.options.Config.Locked, r)
	}
}

func named(names []string, r *policies.Rule) bool {
	for _, name := range names {
		if config.Named(name, r.ID, r.Slug, r.Group) {
			return true
		}
	}
	return false
}

// readAll reads and checks every file by itself. The results are in the order of the
// sources, whoever is done first.
func (l *run) readAll(ctx context.Context, sources []source.Source) []result {
	results := make([]result, len(sources))
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(1, min(l.options.Workers, len(sources))) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(sources) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				results[i] = l.one(ctx, &sources[i])
			}
		})
	}
	group.Wait()
	return results
}

// one reads and checks a file.
func (l *run) one(ctx context.Context, s *source.Source) result {
	var r result
	content, err := s.Read()
	if err != nil {
		r.unread = true
		r.add(l, Finding{Finding: ownFinding(unreadable, s.Name, decode.Pos{Line: 1, Column: 1}, map[string]string{"error": err.Error()})})
		return r
	}
	read := policies.Read(s.Name, content)
	f := &file{source: s, lines: strings.Split(string(content), "\n")}
	r.documents, r.sets, r.file = read.Documents, len(read.Sets), f
	f.comments = l.comments(f.lines)
	for _, e := range read.Errors {
		if finding, ok := l.mistake(s, e); ok {
			r.add(l, f.complete(finding, nil))
		}
	}
	r.review(l, f, nil, f.comments)
	for _, d := range read.Sets {
		r.review(l, f, d, l.annotations(d))
		r.check(ctx, l, f, d, nil)
		if len(d.Facts.HostPorts) > 0 {
			r.waiting = append(r.waiting, d)
		}
	}
	if len(r.waiting) == 0 {
		r.file = nil
	}
	return r
}

// check checks a DaemonSet, with the others that it is compared with.
func (r *result) check(ctx context.Context, l *run, f *file, d *policies.Document, others []*policies.Document) {
	in := policies.Input{Document: d, Config: l.options.Config.Rules, Others: others}
	if l.options.Cluster != nil {
		in.Cluster = l.options.Cluster.About(d)
	}
	found, err := l.options.Checker.Check(ctx, in)
	if err != nil && ctx.Err() == nil {
		r.add(l, f.complete(ownFinding(failed, d.File, d.Position(""), map[string]string{"error": err.Error()}), d))
	}
	annotations := l.annotations(d)
	for i := range found {
		finding := f.complete(found[i], d)
		if l.options.Keep {
			finding.document = d
		}
		l.suppress(&finding, annotations, f.comments)
		r.add(l, finding)
	}
}

// add keeps a finding, with the severity that the configuration gives its rule.
func (r *result) add(l *run, f Finding) {
	switch s := l.severity[f.Rule]; s {
	case config.Off:
		return
	case "":
	default:
		f.Severity = s
	}
	r.findings = append(r.findings, f)
}

// complete adds what the file knows.
func (f *file) complete(found policies.Finding, d *policies.Document) Finding {
	out := Finding{Finding: found}
	if n := found.Start.Line; n >= 1 && n <= len(f.lines) {
		out.Source = cut(strings.TrimRight(f.lines[n-1], "\r"))
	}
	out.Fingerprint = place(d, found.Path)
	return out
}

// longest is how many bytes of a line are kept.
const longest = 4096

func cut(line string) string {
	if len(line) > longest {
		line = strings.Clone(line[:longest])
	}
	return strings.ToValidUTF8(line, string(utf8.RuneError))
}

// mistake makes a finding of a mistake in a document that is no DaemonSet.
func (l *run) mistake(s *source.Source, e decode.Error) (policies.Finding, bool) {
	severity := policies.Error
	switch e.Code {
	case decode.CodePatch:
		severity = policies.Info
	case decode.CodeNotAnObject, decode.CodeMissingKind, decode.CodeMissingVersion:
		if !s.Named {
			return policies.Finding{}, false // not a manifest, nor said to be one
		}
	case tree.CodeTemplate:
		if !s.Named {
			severity = policies.Warning
		}
	}
	message := e.Message
	if e.Path != "" {
		message = e.Path + ": " + message
	}
	f := ownFinding(broken, e.File, decode.Pos{Line: e.Line, Column: e.Column}, map[string]string{"mistake": message})
	if e.Hint != "" {
		f.English.Fix, f.Chinese.Fix = e.Hint, e.Hint
	}
	f.Path, f.Document, f.Item, f.Severity = e.Path, e.Document, e.Item, severity
	return f, true
}

// neighbours checks those DaemonSets again that want a port which another one wants.
func (l *run) neighbours(ctx context.Context, results []result) {
	var sets []*policies.Document
	var of []int
	for i := range results {
		for _, d := range results[i].waiting {
			sets, of = append(sets, d), append(of, i)
		}
	}
	for i, others := range policies.Neighbours(sets) {
		others = different(sets[i], others)
		if len(others) == 0 {
			continue
		}
		r := &results[of[i]]
		before := len(r.findings)
		again := &result{}
		again.check(ctx, l, r.file, sets[i], others)
		for _, f := range again.findings {
			if !has(r.findings[:before], f) {
				r.findings = append(r.findings, f)
			}
		}
	}
	for i := range results {
		results[i].waiting, results[i].file = nil, nil
	}
}

// different leaves out what is the same object in another file, as overlays have it.
func different(d *policies.Document, others []*policies.Document) []*policies.Document {
	var out []*policies.Document
	for _, o := range others {
		if o.Object != d.Object && len(out) < 20 {
			out = append(out, o)
		}
	}
	return out
}

func has(findings []Finding, f Finding) bool {
	for i := range findings {
		o := &findings[i]
		if o.Rule == f.Rule && o.Start == f.Start && o.Path == f.Path && o.Document == f.Document && o.Item == f.Item && o.English.Message == f.English.Message {
			return true
		}
	}
	return false
}

// summary asks the rules about the run as a whole.
func (l *run) summary(ctx context.Context) {
	sum := &policies.Run{Files: l.report.Files, Documents: l.report.Documents, DaemonSets: l.report.DaemonSets}
	var r result
	found, err := l.options.Checker.Check(ctx, policies.Input{Run: sum, Config: l.options.Config.Rules})
	if err != nil && ctx.Err() == nil {
		r.add(l, Finding{Finding: ownFinding(failed, "", decode.Pos{}, map[string]string{"error": err.Error()})})
	}
	for i := range found {
		r.add(l, Finding{Finding: found[i], Fingerprint: fmt.Sprint(found[i].Path)})
	}
	l.overdue(&r)
	l.report.Findings = append(l.report.Findings, r.findings...)
}

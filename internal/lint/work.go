package lint

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/facts"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/internal/lint/suppress"
	"github.com/rollscope/rollscope/policies/rules"
)

// run is a run under way.
type run struct {
	options Options
	report  *Report
	alone   bool // there is one file, which is not worth reading again
	// severity is what becomes of the findings of a rule, by ID: "" for nothing.
	severity map[string]rules.Severity
	locked   map[string]bool
	types    []facts.NodeType
	readers  sync.Pool // of *reader
}

// reader reads files, one after the other, in the memory that the one before needed.
type reader struct {
	rules.Reader
	content bytes.Buffer
}

// result is what came of one file.
type result struct {
	findings        []Finding
	documents, sets int
	unread          bool
	// waiting are DaemonSets that are to be looked at together with others: whole if file
	// is set, else what others need to know of them, and the file is read again.
	waiting []*rules.Document
	file    *file
	classes []*api.PriorityClass
}

// file is what findings and suppressions need to know of one.
type file struct {
	source   *source.Source
	lines    *rules.Lines
	comments []suppressed
	// shown is the line that was asked for last, by its number: findings of one line share
	// its text, which in a file of one line there are very many of.
	shown     string
	shownLine int
}

// choose decides which rules count, and how much.
func (l *run) choose() {
	l.severity, l.locked = map[string]rules.Severity{}, map[string]bool{}
	for _, r := range l.report.Rules {
		l.severity[r.ID] = l.options.Config.SeverityOf(r)
		if len(l.options.Only) > 0 && !named(l.options.Only, r) || named(l.options.Skip, r) {
			l.severity[r.ID] = config.Off
		}
		l.locked[r.ID] = named(l.options.Config.Locked, r)
	}
}

func named(names []string, r *rules.Rule) bool {
	for _, name := range names {
		if config.Named(name, r.ID, r.Slug, r.Group) {
			return true
		}
	}
	return false
}

// readAll reads every file and checks it by itself, where that can be done. The
// results are in the order of the sources, whoever is done first.
func (l *run) readAll(ctx context.Context, sources []source.Source) []result {
	results := make([]result, len(sources))
	l.each(ctx, len(sources), func(i int) {
		results[i] = l.one(ctx, &sources[i])
		if p := l.options.Progress; p != nil {
			p.Files.Add(1)
		}
	})
	return results
}

// each calls do with every number below n, on all workers.
func (l *run) each(ctx context.Context, n int, do func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(1, min(l.options.Workers, n)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
}

// reader is one that nobody uses. It is to be given back by done.
func (l *run) reader() *reader {
	if r, ok := l.readers.Get().(*reader); ok {
		return r
	}
	return &reader{}
}

// done gives a reader back. If the documents that it read are kept, the memory that they
// are in is theirs.
func (l *run) done(r *reader, kept bool) {
	if kept || l.options.Keep {
		r.Leave()
	} else {
		r.Reuse()
	}
	if r.content.Cap() > mostKept {
		r.content = bytes.Buffer{}
	}
	l.readers.Put(r)
}

// mostKept is from which size on, in bytes, the memory for a file is not kept for the next.
const mostKept = 1 << 20

// open reads a file.
func (l *run) open(by *reader, s *source.Source) (*file, *rules.File, error) {
	content, err := s.ReadBy(&by.content)
	if err != nil {
		return nil, nil, err
	}
	read := by.Read(s.Name, content)
	f := &file{source: s, lines: read.Lines}
	if suppress.Mentioned(content) {
		f.comments = l.comments(f.lines.All())
	}
	return f, read, nil
}

// one reads and checks a file.
func (l *run) one(ctx context.Context, s *source.Source) result {
	var r result
	by := l.reader()
	defer func() { l.done(by, r.file != nil) }()
	f, read, err := l.open(by, s)
	if err != nil {
		r.unread = true
		r.add(l, unread(s, err))
		return r
	}
	r.documents, r.sets, r.classes = read.Documents, len(read.Sets), read.Classes
	for _, e := range read.Errors {
		if finding, ok := l.mistake(s, e); ok {
			r.add(l, f.complete(finding, nil))
		}
	}
	r.review(l, f, nil, f.comments)
	r.twins(l, f, read.Sets)
	for _, d := range read.Sets {
		r.review(l, f, d, l.annotations(d))
		if l.options.Nodes == nil {
			r.check(ctx, l, f, d, rules.Input{})
		}
	}
	r.wait(l, f, read.Sets)
	return r
}

func unread(s *source.Source, err error) Finding {
	return Finding{Finding: ownFinding(unreadable, s.Name, decode.Pos{Line: 1, Column: 1}, map[string]string{"error": err.Error()})}
}

// twins reports the DaemonSets of a file that are there already further up: of two, the
// cluster keeps the last.
func (r *result) twins(l *run, f *file, sets []*rules.Document) {
	first := map[rules.Object]*rules.Document{}
	for _, d := range sets {
		earlier := first[d.Object]
		switch {
		case d.Name == "":
		case earlier == nil:
			first[d.Object] = d
		default:
			line := strconv.Itoa(earlier.Position("metadata.name").Line)
			found := ownFinding(twin, d.File, d.Position("metadata.name"), map[string]string{"name": d.Name, "line": line})
			found.Path, found.Object, found.Document, found.Item = "metadata.name", d.Object, d.Index, d.Item
			finding := f.complete(found, d)
			l.suppress(&finding, l.annotations(d), f.comments)
			r.add(l, finding)
		}
	}
}

// wait keeps DaemonSets for later: all of them with nodes, else those that want ports.
// What can be read again is not kept whole, so that memory does not grow with the files.
func (r *result) wait(l *run, f *file, sets []*rules.Document) {
	whole := l.options.Nodes != nil || l.alone || !f.source.Again()
	for _, d := range sets {
		switch {
		case l.options.Nodes == nil && len(d.Facts.HostPorts) == 0:
		case whole:
			r.waiting, r.file = append(r.waiting, d), f
		default:
			r.waiting = append(r.waiting, d.Outline())
		}
	}
}

// check checks a DaemonSet, with what in says about others and the nodes.
func (r *result) check(ctx context.Context, l *run, f *file, d *rules.Document, in rules.Input) {
	in.Document, in.Config = d, l.options.Config.Rules
	found, err := l.options.Checker.Check(ctx, in)
	if p := l.options.Progress; p != nil && len(in.Others) == 0 {
		p.Sets.Add(1) // with others it is looked at again
	}
	if err != nil && ctx.Err() == nil {
		r.add(l, f.complete(ownFinding(failed, d.File, d.Position(""), map[string]string{"error": err.Error()}), d))
	}
	annotations := l.annotations(d)
	r.findings = slices.Grow(r.findings, len(found))
	for i := range found {
		finding := f.complete(&found[i], d)
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
func (f *file) complete(found *rules.Finding, d *rules.Document) Finding {
	out := Finding{Finding: found}
	if n := found.Start.Line; n != f.shownLine {
		f.shown, f.shownLine = strings.Clone(cut(f.lines.Line(n))), n
	}
	out.Source = f.shown
	out.Fingerprint = place(d, found.Path)
	return out
}

// longest is how many bytes of a line are kept.
const longest = 4096

func cut(line string) string {
	if len(line) > longest {
		line = line[:longest]
	}
	return strings.ToValidUTF8(line, string(utf8.RuneError))
}

// mistake makes a finding of a mistake in a document that is no DaemonSet.
func (l *run) mistake(s *source.Source, e decode.Error) (*rules.Finding, bool) {
	severity := rules.Error
	switch e.Code {
	case decode.CodePatch:
		if !s.Named {
			severity = rules.Info
		}
	case decode.CodeNotAnObject, decode.CodeMissingKind, decode.CodeMissingVersion:
		if !s.Named {
			return nil, false // not a manifest, nor said to be one
		}
	case tree.CodeTemplate:
		if !s.Named {
			severity = rules.Warning
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

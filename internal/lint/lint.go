// Package lint runs the rules over files: it reads them, checks every DaemonSet, leaves
// out what people say is meant, and puts the rest in one order.
//
// What a finding looks like on paper is package format's business.
package lint

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"sync/atomic"
	"time"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies/rules"
)

// Finding is one thing to tell, with what formats need to know besides.
type Finding struct {
	*rules.Finding
	// Source is the line of the file that it begins on, cut where it is very long.
	Source string
	// Fingerprint is the same as long as the finding is: whatever stands above it in
	// the file, and wherever the file is.
	Fingerprint string
	// Suppressed is why people say that it is meant; nil if they do not.
	Suppressed *Reason
	// Proof is the name of the scenario that shows the harm; "" if there is none.
	Proof string

	document *rules.Document // nil if it is not about a DaemonSet
}

// About is the DaemonSet that a finding is about; nil unless Options.Keep keeps it.
func (f *Finding) About() *rules.Document { return f.document }

// Reason is why a finding is suppressed.
type Reason struct {
	Reason string
	// Where says how: annotation, comment, config or baseline.
	Where string
}

// Checker has rules and evaluates them; it may be used by any number of goroutines at
// once.
type Checker interface {
	// Rules are the rules, by ID.
	Rules() []*rules.Rule
	// Check runs all rules on one DaemonSet, or on a run; the findings come in order. The
	// error is about a rule that failed, or about ctx.
	Check(ctx context.Context, in rules.Input) ([]rules.Finding, error)
}

// Options say how to lint.
type Options struct {
	Checker Checker
	Config  *config.Config
	// Only and Skip are names of rules: ids, slugs or groups. Without Only, all.
	Only, Skip []string
	// NoSuppress finds what people say is meant, too.
	NoSuppress bool
	// Nodes are the nodes to judge by; nil for none.
	Nodes *Nodes
	// Today decides which suppressions still hold.
	Today time.Time
	// Workers is how many files are read at once, at least 1.
	Workers int
	// Keep keeps the documents of findings, for fixes and proofs.
	Keep bool
	// Progress counts on the way; nil for nobody who wants to know.
	Progress *Progress
}

// Progress is how far a run is.
type Progress struct {
	Files, Sets atomic.Int64 // read, and checked
}

// Nodes are nodes with what runs there.
type Nodes struct {
	Nodes   []*api.Node
	Pods    []*api.Pod
	Classes []*api.PriorityClass
}

// NodesOf are the nodes, and what runs there, among objects of any kind.
func NodesOf(objects []any) *Nodes {
	n := &Nodes{}
	for _, o := range objects {
		switch o := o.(type) {
		case *api.Node:
			n.Nodes = append(n.Nodes, o)
		case *api.Pod:
			n.Pods = append(n.Pods, o)
		case *api.PriorityClass:
			n.Classes = append(n.Classes, o)
		}
	}
	return n
}

// Report is what a run found.
type Report struct {
	// Findings come by file, place and rule; those that are suppressed are among them.
	Findings []Finding
	// Files, Documents and DaemonSets are how many were looked at.
	Files, Documents, DaemonSets int
	// Unread is how many files could not be read.
	Unread int
	// Classes are the priority classes in the files, which judge beside those of the nodes.
	Classes []*api.PriorityClass
	// Rules are all rules there are, those of the run itself included, by ID.
	Rules []*rules.Rule
}

// Shown are the findings that are not suppressed.
func (r *Report) Shown() []Finding {
	if r.Suppressed() == 0 {
		return slices.Clip(r.Findings)
	}
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Suppressed != nil })
}

// Count is how many findings of a severity are not suppressed.
func (r *Report) Count(s rules.Severity) int {
	n := 0
	for i := range r.Findings {
		if r.Findings[i].Suppressed == nil && r.Findings[i].Severity == s {
			n++
		}
	}
	return n
}

// Suppressed is how many findings are.
func (r *Report) Suppressed() int {
	n := 0
	for i := range r.Findings {
		if r.Findings[i].Suppressed != nil {
			n++
		}
	}
	return n
}

// Fails says whether there is a finding at or above a severity: error, warning, info;
// of none there never is.
func (r *Report) Fails(on string) bool {
	for i := range r.Findings {
		if r.Findings[i].Suppressed == nil && Reaches(r.Findings[i].Severity, on) {
			return true
		}
	}
	return false
}

// Reaches says whether a severity is at or above another.
func Reaches(s rules.Severity, on string) bool {
	at := slices.Index(severities[:], rules.Severity(on))
	return at >= 0 && slices.Index(severities[:], s) <= at
}

var severities = [...]rules.Severity{rules.Error, rules.Warning, rules.Info}

// Rules are those of the checker and those of the run itself, by ID.
func Rules(loaded []*rules.Rule) []*rules.Rule {
	all := slices.Concat(loaded, own[:])
	slices.SortFunc(all, func(a, b *rules.Rule) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// Run lints sources. The error is about ctx only: what goes wrong with a file or a rule
// is a finding.
func Run(ctx context.Context, sources []source.Source, o Options) (*Report, error) {
	l := &run{options: o, alone: len(sources) == 1, report: &Report{Rules: Rules(o.Checker.Rules())}}
	l.choose()
	sources = slices.Clone(sources)
	sort.SliceStable(sources, func(i, j int) bool { return sources[i].Name < sources[j].Name })
	results := l.readAll(ctx, sources)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i := range results {
		l.report.Classes = append(l.report.Classes, results[i].classes...)
	}
	l.together(ctx, sources, results)
	n := 0
	for i := range results {
		n += len(results[i].findings)
	}
	l.report.Findings = make([]Finding, 0, n+1)
	for i := range results {
		l.collect(&results[i])
		results[i].findings = nil
	}
	l.summary(ctx)
	l.sort()
	l.fingerprints()
	return l.report, nil
}

func (l *run) collect(r *result) {
	l.report.Documents += r.documents
	l.report.DaemonSets += r.sets
	l.report.Files++
	if r.unread {
		l.report.Files--
		l.report.Unread++
	}
	l.report.Findings = append(l.report.Findings, r.findings...)
}

func (l *run) sort() {
	all := l.report.Findings
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i].Finding, all[j].Finding
		return cmp.Or(cmp.Compare(a.File, b.File), rules.InOrder(a, b)) < 0
	})
}

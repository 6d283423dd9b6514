package lint

import (
	"context"
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	cluster "github.com/rollscope/rollscope/core/facts"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies/rules"
)

// waiting is a DaemonSet that is looked at together with others.
type waiting struct {
	document *rules.Document
	of       int // the source and result that it belongs to
	at       int // its number among all that wait
	others   []*rules.Document
	found    result
}

// together checks what can only be judged with all files read: DaemonSets on nodes, and
// those that want a port which another one wants.
func (l *run) together(ctx context.Context, sources []source.Source, results []result) {
	var all []waiting
	var sets []*rules.Document
	for i := range results {
		for _, d := range results[i].waiting {
			all, sets = append(all, waiting{document: d, of: i, at: len(all)}), append(sets, d)
		}
	}
	for i, others := range rules.Neighbours(sets) {
		all[i].others = others
	}
	survey := l.survey(sets)
	groups := byFile(all)
	l.each(ctx, len(groups), func(i int) {
		of := groups[i][0].of
		l.checkTogether(ctx, groups[i], &sources[of], results[of].file, survey)
	})
	for i := range results {
		results[i].waiting, results[i].file = nil, nil
	}
	for _, group := range groups {
		results[group[0].of].join(group)
	}
}

// byFile are the DaemonSets that have others or nodes to be judged with, those of a file
// together.
func byFile(all []waiting) [][]waiting {
	var out [][]waiting
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].of == all[0].of {
			n++
		}
		out, all = append(out, all[:n]), all[n:]
	}
	return out
}

// checkTogether checks the DaemonSets of a file that waited. The file may have to be read
// again.
func (l *run) checkTogether(ctx context.Context, group []waiting, s *source.Source, f *file, survey *cluster.Survey) {
	if survey == nil && !slices.ContainsFunc(group, func(w waiting) bool { return len(w.others) > 0 }) {
		return
	}
	sets := map[[2]int]*rules.Document{}
	if f == nil {
		var read *rules.File
		var err error
		by := l.reader()
		defer l.done(by, false)
		if f, read, err = l.open(by, s); err != nil {
			group[0].found.add(l, unread(s, err))
			return
		}
		for _, d := range read.Sets {
			sets[[2]int{d.Index, d.Item}] = d
		}
	}
	for i := range group {
		w := &group[i]
		d := w.document
		if len(sets) > 0 {
			d = sets[[2]int{d.Index, d.Item}]
		}
		in := rules.Input{Others: w.others}
		if survey != nil {
			in.Cluster = survey.Of(w.at)
		}
		if d != nil && ctx.Err() == nil && (survey != nil || len(w.others) > 0) {
			w.found.check(ctx, l, f, d, in)
		}
	}
}

// join adds what was found of the DaemonSets of a file together with others, but for what
// was found of it alone.
func (r *result) join(all []waiting) {
	known := map[identity]bool{}
	for i := range r.findings {
		known[identify(&r.findings[i])] = true
	}
	for i := range all {
		for _, f := range all[i].found.findings {
			if !known[identify(&f)] {
				r.findings = append(r.findings, f)
			}
		}
	}
}

// survey looks at the nodes; nil without any.
func (l *run) survey(sets []*rules.Document) *cluster.Survey {
	n := l.options.Nodes
	if n == nil {
		return nil
	}
	given := cluster.Given{Nodes: n.Nodes, Pods: n.Pods, Classes: slices.Concat(n.Classes, l.report.Classes), Sets: make([]*api.DaemonSet, len(sets))}
	for i, d := range sets {
		given.Sets[i] = d.Set
	}
	survey := cluster.New(given)
	l.types = survey.NodeTypes()
	return survey
}

// identity is what makes two findings the same.
type identity struct {
	rule, file, path, message string
	document, item            int
	at                        rules.Pos
}

func identify(f *Finding) identity {
	return identity{f.Rule, f.File, f.Path, f.English.Message, f.Finding.Document, f.Item, f.Start}
}

// summary asks the rules about the run as a whole.
func (l *run) summary(ctx context.Context) {
	sum := &rules.Run{Files: l.report.Files, Documents: l.report.Documents, DaemonSets: l.report.DaemonSets, NodeTypes: l.types}
	var r result
	found, err := l.options.Checker.Check(ctx, rules.Input{Run: sum, Config: l.options.Config.Rules})
	if err != nil && ctx.Err() == nil {
		r.add(l, Finding{Finding: ownFinding(failed, "", decode.Pos{}, map[string]string{"error": err.Error()})})
	}
	for i := range found {
		r.add(l, Finding{Finding: &found[i], Fingerprint: found[i].Path})
	}
	l.overdue(&r)
	l.report.Findings = append(l.report.Findings, r.findings...)
}

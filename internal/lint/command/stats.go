package command

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/outcome"
)

// timed is how long a part of a run took.
type timed struct {
	part string
	took time.Duration
}

func (l *run) time(part string, from time.Time) {
	l.times = append(l.times, timed{part, time.Since(from)})
}

// printStats says what was found how often, and how long it took.
func (l *run) printStats(r *lint.Report) {
	w := l.host.Err
	_, _ = fmt.Fprintf(w, "files %d, documents %d, DaemonSets %d, suppressed %d\n", r.Files, r.Documents, r.DaemonSets, r.Suppressed())
	hits := map[string]int{}
	for _, f := range r.Shown() {
		hits[f.Rule+" "+f.Slug]++
	}
	names := make([]string, 0, len(hits))
	for name := range hits {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(hits[b], hits[a]), cmp.Compare(a, b)) })
	for _, name := range names {
		_, _ = fmt.Fprintf(w, "%6d  %s\n", hits[name], outcome.Printable(name))
	}
	for _, t := range l.times {
		_, _ = fmt.Fprintf(w, "%-6s %s\n", t.part, t.took.Round(time.Millisecond))
	}
}

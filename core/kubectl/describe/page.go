// Package describe writes objects at length, as kubectl describe shows them.
//
// It is pure: what belongs to an object (its events, its pods) and the present
// time are arguments.
package describe

import (
	"io"
	"sort"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/tabwriter"
	"github.com/rollscope/rollscope/core/kubectl/print"
)

// page collects the lines of a description. Tabs separate columns, which are
// aligned at the end.
type page struct {
	out io.Writer
	now time.Time
}

// aligned runs write on a page and lines its columns up.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, tabbedString.
func aligned(now time.Time, write func(p *page)) string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 8, 2, ' ', 0)
	write(&page{out: w, now: now})
	_ = w.Flush()
	return text.String()
}

// line writes one line, indented by two blanks a level.
func (p *page) line(level int, format string, args ...any) {
	p.text(level, format, args...)
	p.text(0, "\n")
}

// text writes a part of a line.
func (p *page) text(level int, format string, args ...any) {
	_, _ = io.WriteString(p.out, strings.Repeat("  ", level)+sprint(format, args))
}

func sprint(format string, args []any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

// column writes a title and values below each other beside it.
func (p *page) column(title string, values []string) {
	if len(values) == 0 {
		values = []string{"<none>"}
	}
	for i, v := range values {
		if i == 0 {
			p.line(0, "%s:\t%s", title, v)
		} else {
			p.line(0, "\t%s", v)
		}
	}
}

// labels writes a title and k=v pairs beside it, sorted.
func (p *page) labels(title string, labels map[string]string) {
	pairs := print.Keys(labels)
	for i, k := range pairs {
		pairs[i] = k + "=" + labels[k]
	}
	p.column(title, pairs)
}

// widest is how long an annotation may be before it moves to lines of its own.
const widest = 140

// annotations writes annotations beside a title; the one that holds the last
// applied configuration is left out, and long ones are cut.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, printAnnotationsMultiline.
func (p *page) annotations(title string, annotations map[string]string) {
	var values []string
	for _, k := range print.Keys(annotations) {
		if k == print.LastApplied {
			continue
		}
		value := strings.TrimSuffix(annotations[k], "\n")
		if len(value)+len(k)+2 <= widest && !strings.Contains(value, "\n") {
			values = append(values, k+": "+value)
			continue
		}
		values = append(values, k+":")
		for _, part := range strings.Split(value, "\n") {
			values = append(values, "  "+cut(part, widest-2))
		}
	}
	p.column(title, values)
}

func cut(s string, length int) string {
	if len(s) > length {
		return s[:length] + "..."
	}
	return s
}

// taints writes a node's taints, sorted by effect and key.
func (p *page) taints(title string, taints []api.Taint) {
	sorted := append([]api.Taint(nil), taints...)
	sort.SliceStable(sorted, func(i, j int) bool {
		a, b := sorted[i], sorted[j]
		return string(a.Effect)+","+a.Key < string(b.Effect)+","+b.Key
	})
	values := make([]string, len(sorted))
	for i, t := range sorted {
		values[i] = Taint(t)
	}
	p.column(title, values)
}

// Taint is a taint on one line: key, =value, :effect.
//
// Upstream 1.37: api core/v1/taint.go, Taint.ToString.
func Taint(t api.Taint) string {
	text := t.Key
	if t.Value != "" {
		text += "=" + t.Value
	}
	if t.Value != "" || t.Effect != "" {
		text += ":" + string(t.Effect)
	}
	return text
}

// tolerations writes tolerations, sorted by key.
func (p *page) tolerations(title string, list []api.Toleration) {
	sorted := append([]api.Toleration(nil), list...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].Key < sorted[j].Key })
	values := make([]string, len(sorted))
	for i := range sorted {
		values[i] = toleration(&sorted[i])
	}
	p.column(title, values)
}

// toleration is a toleration on one line.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, printTolerationsMultilineWithIndent.
func toleration(t *api.Toleration) string {
	text := t.Key
	if t.Value != "" {
		text += "=" + t.Value
	}
	if t.Effect != "" {
		text += ":" + string(t.Effect)
	}
	if t.Operator == api.TolerationOpExists && t.Value == "" {
		if text != "" {
			text += " "
		}
		text += "op=Exists"
	}
	if t.TolerationSeconds != nil {
		text += fmt.Sprintf(" for %ds", *t.TolerationSeconds)
	}
	return text
}

// events writes the events of the object, the oldest first.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, DescribeEvents.
func (p *page) events(events []*api.Event) {
	if len(events) == 0 {
		p.line(0, "Events:\t<none>")
		return
	}
	if w, ok := p.out.(*tabwriter.Writer); ok {
		_ = w.Flush()
	}
	sorted := append([]*api.Event(nil), events...)
	sort.SliceStable(sorted, func(i, j int) bool {
		return sorted[i].LastTimestamp.Time.Before(sorted[j].LastTimestamp.Time)
	})
	p.line(0, "Events:")
	p.line(1, "Type\tReason\tAge\tFrom\tMessage")
	p.line(1, "----\t------\t----\t----\t-------")
	for _, e := range sorted {
		from := e.Source.Component
		if from == "" {
			from = e.ReportingController
		}
		message := strings.TrimSpace(e.Message)
		if e.InvolvedObject.FieldPath != "" {
			message = e.InvolvedObject.FieldPath + ": " + message
		}
		p.line(1, "%s\t%s\t%s\t%s\t%s", e.Type, e.Reason, print.Interval(e, p.now), from, message)
	}
}

// stamp is an instant as describe writes it.
func stamp(t time.Time) string { return t.UTC().Truncate(time.Second).Format(time.RFC1123Z) }

// truth is True or False.
func truth(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// yes says whether a flag is given and true.
func yes(b *bool) bool { return b != nil && *b }

// text is the string a pointer leads to, "" for nil.
func text[S ~string](s *S) string {
	if s == nil {
		return ""
	}
	return string(*s)
}

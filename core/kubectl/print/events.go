package print

import (
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api"
)

// Events is the table of kubectl get events.
//
// Upstream 1.37: pkg/printers/internalversion/printers.go, printEvent.
func Events(list []*api.Event, now time.Time) Table {
	t := Table{Columns: columns("Last Seen", "Type", "Reason", "Object",
		"+Subobject", "+Source", "Message", "+First Seen", "+Count", "+Name")}
	for _, e := range list {
		first := Age(e.FirstTimestamp, now)
		if e.FirstTimestamp.IsZero() {
			first = MicroAge(e.EventTime, now)
		}
		last, count := first, max(e.Count, 1)
		if !e.LastTimestamp.IsZero() {
			last = Age(e.LastTimestamp, now)
		}
		if e.Series != nil {
			last, count = MicroAge(e.Series.LastObservedTime, now), e.Series.Count
		}
		object := strings.ToLower(e.InvolvedObject.Kind)
		if e.InvolvedObject.Name != "" {
			object += "/" + e.InvolvedObject.Name
		}
		t.Rows = append(t.Rows, Row{Meta: &e.ObjectMeta, Cells: []string{
			last, e.Type, e.Reason, object, e.InvolvedObject.FieldPath, source(e),
			strings.TrimSpace(e.Message), first, number(count), e.Name,
		}})
	}
	return t
}

// source is who wrote an event: the component, and the machine where there is one.
func source(e *api.Event) string {
	component := or(e.Source.Component, e.ReportingController)
	if instance := or(e.Source.Host, e.ReportingInstance); instance != "" {
		return component + ", " + instance
	}
	return component
}

// Interval is when an event was seen: its age, or for a repeated one
// "5s (x3 over 10s)".
//
// Upstream 1.37: kubectl pkg/describe/describe.go, DescribeEvents.
func Interval(e *api.Event, now time.Time) string {
	first := MicroAge(e.EventTime, now)
	if e.EventTime.IsZero() {
		first = Age(e.FirstTimestamp, now)
	}
	switch {
	case e.Series != nil:
		return MicroAge(e.Series.LastObservedTime, now) + " (x" + number(e.Series.Count) + " over " + first + ")"
	case e.Count > 1:
		return Age(e.LastTimestamp, now) + " (x" + number(e.Count) + " over " + first + ")"
	}
	return first
}

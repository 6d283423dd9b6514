package read

import (
	"errors"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Events is kubectl events.
//
// Upstream 1.37: kubectl pkg/cmd/events/events.go.
func Events(s *session.Session, args []string) error {
	var all, noHeaders bool
	var about string
	var output session.Output
	var types []string
	f := s.Flags("events")
	f.Bool(&all, "all-namespaces/A")
	f.Bool(&noHeaders, "no-headers")
	f.String(&about, "for")
	f.List(&types, "types")
	output.Flags(f)
	f.Absent("watch/w")
	if _, err := f.Parse(args); err != nil {
		return err
	}
	pick, err := eventFilter(about, types)
	if err != nil {
		return err
	}
	namespace := s.Namespace
	if all {
		namespace = ""
	}
	var list []*api.Event
	for _, e := range kinds.Events(s.Cluster, namespace) {
		if pick(e) {
			list = append(list, e)
		}
	}
	if len(list) == 0 {
		if all {
			s.Errf("No events found.")
		} else {
			s.Errf("No events found in %s namespace.", s.Namespace)
		}
		return nil
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].LastTimestamp.Time.Before(list[j].LastTimestamp.Time) })
	if output.Complete() == "" {
		s.Out(eventLines(s, list, all, noHeaders))
		return nil
	}
	return eventList(s, list, output)
}

// eventFilter says which events --for and --types pick.
func eventFilter(about string, types []string) (func(*api.Event) bool, error) {
	for _, t := range types {
		if !strings.EqualFold(t, "Normal") && !strings.EqualFold(t, "Warning") {
			return nil, errors.New("valid --types are Normal or Warning")
		}
	}
	kind, name, ok := strings.Cut(about, "/")
	if about != "" {
		if !ok {
			return nil, errors.New("--for must be in resource/name form")
		}
		k, err := kinds.Lookup(kind)
		if err != nil {
			return nil, session.Errors{err} // kubectl puts no "error: " before it
		}
		kind = k.Name
	}
	return func(e *api.Event) bool {
		if about != "" && (e.InvolvedObject.Kind != kind || e.InvolvedObject.Name != name) {
			return false
		}
		for _, t := range types {
			if strings.EqualFold(t, e.Type) {
				return true
			}
		}
		return len(types) == 0
	}, nil
}

// eventLines is the table of kubectl events.
//
// Upstream 1.37: kubectl pkg/cmd/events/event_printer.go.
func eventLines(s *session.Session, list []*api.Event, all, noHeaders bool) string {
	t := print.Table{Columns: []print.Column{{Name: "Last Seen"}, {Name: "Type"}, {Name: "Reason"}, {Name: "Object"}, {Name: "Message"}}}
	for _, e := range list {
		t.Rows = append(t.Rows, print.Row{Meta: &e.ObjectMeta, Cells: []string{
			print.Interval(e, s.Now()), e.Type, e.Reason,
			fmt.Sprintf("%s/%s", e.InvolvedObject.Kind, e.InvolvedObject.Name), strings.TrimSpace(e.Message),
		}})
	}
	return t.Text(print.Options{NoHeaders: noHeaders, WithNamespace: all})
}

// eventList shows events in the format of -o.
func eventList(s *session.Session, list []*api.Event, output session.Output) error {
	printer, err := s.NewPrinter(output)
	if err != nil {
		return err
	}
	items := make([]any, len(list))
	for i, e := range list {
		items[i] = kinds.Wrap(e).Tree()
	}
	text, err := printer(tree.Map{"apiVersion": "v1", "kind": "EventList", "metadata": tree.Map{}, "items": items})
	if err != nil {
		return err
	}
	s.Out(text)
	return nil
}

package scenario

import (
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/reason"
)

// timeline lists the events.
func (s *Session) timeline(args []string) (string, error) {
	words, values, err := flags(args, []string{"--since"}, nil)
	if err != nil {
		return "", err
	}
	if len(words) > 0 {
		return "", wrong("unknown word %q", words[0])
	}
	events, err := s.since(values)
	if err != nil {
		return "", err
	}
	return timelineText(events), nil
}

// since are the events of the last span of time that --since names, all without it.
func (s *Session) since(values map[string][]string) ([]core.Event, error) {
	c := s.Cluster()
	events := c.Events()
	text, err := onlyValue(values, "--since")
	if err != nil || text == "" {
		return events, err
	}
	d, err := duration(text)
	if err != nil {
		return nil, wrong("%v", err)
	}
	from := c.Now() - d
	first := len(events)
	for first > 0 && events[first-1].At >= from {
		first--
	}
	return events[first:], nil
}

// objectName is what an event is about, as kubectl writes it.
func objectName(o core.Object) string {
	kind := strings.ToLower(o.Kind)
	switch o.Kind {
	case "DaemonSet":
		kind = "ds"
	case "Path":
		return kind + o.Name
	}
	name := o.Name
	if o.Kind != "Node" && o.Namespace != api.NamespaceDefault {
		name = nameIn(o.Namespace, o.Name)
	}
	return kind + "/" + name
}

// timelineText writes events as a table.
func timelineText(events []core.Event) string {
	table := print.Table{Columns: []print.Column{{Name: "Time"}, {Name: "Object"}, {Name: "Reason"}, {Name: "What"}}}
	for i := range events {
		e := &events[i]
		table.Rows = append(table.Rows, print.Row{Cells: []string{
			clock(e.At), objectName(e.Object), string(e.Why.Code), e.Why.Sentence(reason.English),
		}})
	}
	return table.Text(print.Options{})
}

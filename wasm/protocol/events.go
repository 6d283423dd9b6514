package protocol

import (
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/reason"
)

// eventAnswer is one thing that happened.
type eventAnswer struct {
	Number    int     `json:"number"`
	At        seconds `json:"at"`
	Actor     string  `json:"actor"`
	Kind      string  `json:"kind"`
	Namespace string  `json:"namespace,omitempty"`
	Name      string  `json:"name"`
	Verb      string  `json:"verb"`
	Node      string  `json:"node,omitempty"`
	Code      string  `json:"code"`
	English   string  `json:"en"`
	Chinese   string  `json:"zh"`
	Upstream  string  `json:"upstream"`
}

func eventOf(e *core.Event) eventAnswer {
	why := reasonOf(e.Why)
	return eventAnswer{
		e.Number, seconds(e.At), e.Actor.String(), e.Object.Kind, e.Object.Namespace, e.Object.Name,
		e.Verb, e.Node, why.Code, why.English, why.Chinese, why.Upstream,
	}
}

type eventsAnswer struct {
	Events []eventAnswer `json:"events"`
	Total  int           `json:"total"` // on record
}

// maxShown is how many events one answer holds.
const maxShown = 1000

func (s *Session) events(a args) (any, error) {
	all := s.cluster().Recorded()
	to := a.number("to", len(s.cluster().Events()), 0, len(all))
	from := a.number("from", max(to-100, 0), 0, len(all))
	to = min(max(to, from), from+maxShown)
	out := eventsAnswer{Events: make([]eventAnswer, 0, to-from), Total: len(all)}
	for i := from; i < to; i++ {
		out.Events = append(out.Events, eventOf(&all[i]))
	}
	return out, nil
}

func (s *Session) explain(a args) (any, error) {
	code := reason.Code(a.text("code"))
	entry, ok := reason.Lookup(code)
	if !ok {
		return nil, refuse("there is no reason "+string(code), "codes are spelt as in the events: OldPodUnavailable")
	}
	return reasonAnswer{Code: string(code), English: entry.English, Chinese: entry.Chinese, Upstream: entry.Upstream}, nil
}

// foundAnswer is one page of the events that pass a filter, newest first.
type foundAnswer struct {
	Events []eventAnswer `json:"events"`
	Found  int           `json:"found"` // on all pages
	// Actors, Kinds and Codes count all events, by what they can be filtered by.
	Actors map[string]int `json:"actors"`
	Kinds  map[string]int `json:"kinds"`
	Codes  map[string]int `json:"codes"`
}

// filter is what an event has to be like; "" asks nothing.
type filter struct {
	actor, kind, node, code, name string
}

func (f *filter) passes(e *core.Event) bool {
	return (f.actor == "" || e.Actor.String() == f.actor) && (f.kind == "" || e.Object.Kind == f.kind) &&
		(f.node == "" || e.Node == f.node || e.Object.Kind == "Node" && e.Object.Name == f.node) &&
		(f.code == "" || string(e.Why.Code) == f.code) &&
		(f.name == "" || strings.Contains(e.Object.Name, f.name) || strings.Contains(e.Node, f.name))
}

// find looks for events up to the present moment, or with all those on record.
func (s *Session) find(a args) (any, error) {
	list := s.cluster().Events()
	if all, _ := a["ahead"].(bool); all {
		list = s.cluster().Recorded()
	}
	f := filter{a.text("actor"), a.text("kind"), a.text("node"), a.text("code"), a.text("name")}
	skip, n := a.number("skip", 0, 0, len(list)), a.number("n", 100, 1, maxShown)
	out := foundAnswer{Events: []eventAnswer{}, Actors: map[string]int{}, Kinds: map[string]int{}, Codes: map[string]int{}}
	for i := len(list) - 1; i >= 0; i-- {
		e := &list[i]
		out.Actors[e.Actor.String()]++
		out.Kinds[e.Object.Kind]++
		out.Codes[string(e.Why.Code)]++
		if !f.passes(e) {
			continue
		}
		if out.Found >= skip && len(out.Events) < n {
			out.Events = append(out.Events, eventOf(e))
		}
		out.Found++
	}
	return out, nil
}

package protocol

import (
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

package state

import "slices"

// What clients make of the Events that they are about to write: repeated ones are
// counted, many similar ones combined, too many left out.

const (
	// similarEvents of unlike messages are written out; the next ones within
	// similarWithin of each other are combined into one.
	//
	// Upstream 1.37: client-go tools/record/events_cache.go, defaultAggregateMaxEvents
	// and defaultAggregateIntervalInSeconds.
	similarEvents = 10 - 1
	similarWithin = 600 * Second
	// eventBurst Events a source may write about one object, and one more each eventRefill.
	//
	// Upstream 1.37: client-go tools/record/events_cache.go, defaultSpamBurst and defaultSpamQPS.
	eventBurst  = 25
	eventRefill = 300 * Second

	combined = "(combined from similar events): "
)

// EventOrigin is who reports about what.
type EventOrigin struct {
	Source, Host               string
	Kind, Namespace, Name, UID string
	Warning                    bool
}

// EventKey tells one Event from others. Field and Message are "" for a combined one.
type EventKey struct {
	EventOrigin
	Reason, Field, Message string
	Combined               bool
}

// Occurrence is one more time that something is reported.
type Occurrence struct {
	Key     EventKey
	Message string
	Count   int32 // how often until now
	First   Time
	// Dropped says that the client does not write it; a later one of the same key
	// brings its count with it.
	Dropped bool
}

// Correlator is the memory of the clients that write Events. The zero value has
// seen none.
//
// Upstream 1.37: client-go tools/record/events_cache.go, EventCorrelator.
// Differs: it remembers without end, where upstream forgets what 4,096 others came
// after. Of similar Events the first ones stay those that are written out; upstream
// leaves open which. The scheduler writes Events of the newer kind; those are
// counted, and never combined or dropped.
type Correlator struct {
	similar map[EventKey]*similar
	counts  map[EventKey]*Occurrence
	full    map[EventOrigin]Time // when a source may write eventBurst Events about an object again
}

// similar are Events that differ by their message.
type similar struct {
	messages []string // at most similarEvents
	last     Time
}

// Report tells what comes of one more report.
func (c *Correlator) Report(at Time, o EventOrigin, r Report) Occurrence {
	if c.counts == nil {
		c.similar, c.counts, c.full = map[EventKey]*similar{}, map[EventKey]*Occurrence{}, map[EventOrigin]Time{}
	}
	key := EventKey{EventOrigin: o, Reason: r.Reason, Field: r.Field, Message: r.Message}
	plain := r.Source == "default-scheduler"
	message := r.Message
	if !plain && c.isOneTooMany(at, o, r) {
		key.Field, key.Message, key.Combined = "", "", true
		message = combined + r.Message
	}
	n := c.counts[key]
	if n == nil {
		n = &Occurrence{Key: key, First: at}
		c.counts[key] = n
	}
	n.Count++
	n.Message, n.Dropped = message, !plain && !c.accept(at, o)
	return *n
}

// isOneTooMany remembers the message and says whether it is combined with others.
func (c *Correlator) isOneTooMany(at Time, o EventOrigin, r Report) bool {
	group := EventKey{EventOrigin: o, Reason: r.Reason}
	s := c.similar[group]
	if s == nil || at-s.last > similarWithin {
		s = &similar{}
		c.similar[group] = s
	}
	s.last = at
	if slices.Contains(s.messages, r.Message) {
		return false
	}
	if len(s.messages) == similarEvents {
		return true
	}
	s.messages = append(s.messages, r.Message)
	return false
}

// accept takes a token of the source for the object, if there is one.
func (c *Correlator) accept(at Time, o EventOrigin) bool {
	full := max(c.full[o], at) + eventRefill
	if full-at > eventBurst*eventRefill {
		return false
	}
	c.full[o] = full
	return true
}

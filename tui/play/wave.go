package play

import (
	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/reason"
)

// A wave begins where the DaemonSet controller begins to replace the pod of a node, or
// gives it its first one, when it has done neither for a second.

// NextWave goes on to the beginning of the next wave, or to where nothing more happens.
func (p *Player) NextWave() bool {
	moved := false
	for range maxSteps {
		c := p.Cluster()
		before := c.Emitted()
		if !p.Forward() {
			return moved
		}
		moved = true
		if c != p.Cluster() {
			continue // a step of the file has led into another branch
		}
		events := c.Events()
		for i := before; i < len(events); i++ {
			if begins(events, i) {
				return true
			}
		}
	}
	return moved
}

// LastWave goes back to the beginning of a wave, or of everything.
func (p *Player) LastWave() bool {
	c := p.Cluster()
	events := c.Events()
	if len(events) == 0 {
		return false
	}
	for i := len(events) - 2; i >= 0; i-- {
		if begins(events, i) {
			c.SeekEvent(i + 1)
			return true
		}
	}
	c.SeekEvent(0)
	return true
}

// begins says that a wave begins with an event.
func begins(events []core.Event, i int) bool {
	if !first(events, i) {
		return false
	}
	for j := i - 1; j >= 0 && events[i].At-events[j].At < sameWave; j-- {
		if first(events, j) {
			return false
		}
	}
	return true
}

// farBack is how many events before the second half of a replacement the first is
// looked for.
const farBack = 5000

// first says that an event is a call with which the replacement of a pod begins: not
// the new pod where the old one was deleted before, and not the deletion of the old one
// where the new one came up beside it.
func first(events []core.Event, i int) bool {
	e := &events[i]
	switch {
	case !call(e) || e.Why.Code == reason.NewPodAvailable:
		return false
	case e.Verb == "delete" || e.Why.Code == reason.SurgeBesideOld || e.Why.Code == reason.SurgeBesideUnavailable:
		return true
	}
	for j := i - 1; j >= max(i-farBack, 0); j-- {
		if events[j].Node == e.Node && call(&events[j]) {
			return events[j].Verb != "delete"
		}
	}
	return true
}

// call says that an event is a pod that the controller creates or deletes.
func call(e *core.Event) bool {
	return e.Actor == core.DaemonSetController && e.Object.Kind == "Pod" && (e.Verb == "create" || e.Verb == "delete")
}

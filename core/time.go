package core

import (
	"errors"
	"strconv"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// ErrIdle is returned when nothing more is going to happen by itself.
var ErrIdle = errors.New("nothing more can happen")

// ErrTime is returned when the time given was not enough.
var ErrTime = errors.New("time is up")

// ErrEndless is returned when things go on and on without time moving on: pods
// that fail at once, say, each replaced at once by a client without a limit.
var ErrEndless = errors.New("things happen without end at one moment")

// ErrBudget is returned when Options.Budget is used up.
var ErrBudget = errors.New("more happens than was asked for")

// spent says that Options.Budget is used up.
func (c *Cluster) spent() bool { return c.options.Budget != nil && *c.options.Budget < 0 }

// endless says that more has happened at this moment than any rollout takes.
func (c *Cluster) endless() bool { return c.busy > 5_000+100*c.alive*len(c.sets) }

// Step goes on by one decision: by one event, or by the events of one pass of a
// component. It reports whether there was anything left to happen.
func (c *Cluster) Step() bool {
	if c.cursor < len(c.events) {
		c.playOn()
		return true
	}
	for before := c.emitted; c.emitted == before; {
		if c.spent() || !c.turn(state.Never) {
			return false
		}
	}
	return true
}

// Advance moves time on by d and lets happen what is due until then. After each
// event it asks check, when there is one, and stops where check says so. It fails
// with ErrEndless and ErrBudget only.
func (c *Cluster) Advance(d state.Time, check func() bool) error {
	end := c.now + max(d, 0)
	for {
		before := c.Emitted()
		if !c.advanceOne(end) {
			break
		}
		if c.Emitted() != before && check != nil && !check() {
			return nil
		}
		switch {
		case c.endless():
			return ErrEndless
		case c.spent():
			return ErrBudget
		}
	}
	c.now = end
	return nil
}

// advanceOne does the next thing due by end, from the record where it is in the
// record already.
func (c *Cluster) advanceOne(end state.Time) bool {
	if c.cursor < len(c.events) && c.events[c.cursor].At <= end {
		c.playOn()
		return true
	}
	return c.turn(end)
}

// playOn goes on by one recorded pass or command.
func (c *Cluster) playOn() {
	n := c.cursor + 1
	for n < len(c.events) && !c.events[n-1].last {
		n++
	}
	c.SeekEvent(n)
}

// Until goes on until cond holds; it is asked at once and after each event. It
// fails with ErrTime after within, with ErrIdle when nothing more can happen, and
// with ErrEndless.
func (c *Cluster) Until(cond func() bool, within state.Time) error {
	end := state.Never
	if within < state.Never-c.now {
		end = c.now + within
	}
	for !cond() {
		before := c.Emitted()
		for c.Emitted() == before {
			if c.Idle() {
				return ErrIdle
			}
			switch {
			case c.endless():
				return ErrEndless
			case c.spent():
				return ErrBudget
			}
			if !c.advanceOne(end) {
				c.now = end
				return ErrTime
			}
		}
	}
	return nil
}

// Next is when the next thing happens; Never when nothing does.
func (c *Cluster) Next() state.Time {
	it, _ := c.queue.next()
	return max(min(it.due, c.surplusAt()), c.now)
}

// Idle says that nothing is going to happen by itself except repetitions that
// change nothing: crash-looping containers started again, pulls and scheduling tried again.
func (c *Cluster) Idle() bool {
	return c.cursor == len(c.events) && len(c.queue.heap) == c.queue.quiet && c.surplusAt() == state.Never
}

// turn does the one thing that is due next, if it is due by end.
func (c *Cluster) turn(end state.Time) bool {
	it, ok := c.queue.next()
	if at := c.surplusAt(); at <= min(it.due, end) && at != state.Never {
		c.now, c.busy = at, 0
		c.collectSurplus()
		c.conclude()
		return true
	}
	if !ok || it.due > end {
		return false
	}
	if it.due > c.now {
		c.now, c.busy = it.due, 0
	}
	c.busy++
	switch it.kind {
	case kindSyncing:
		c.continueSync(state.SetID(it.id))
	case kindNode:
		c.turnNode(state.NodeID(it.id))
	case kindPod:
		c.turnPod(state.PodID(it.id))
	case kindSet:
		c.startSync(state.SetID(it.id))
	}
	c.conclude()
	return true
}

// kind is what kind of thing a queue item is about. At one moment the kinds
// come in this order; the controller acts last, on all that the others did.
type kind uint8

const (
	kindSyncing kind = iota // a DaemonSet whose sync is under way: its next API call
	kindNode                // the node controller looks at a node
	kindPod                 // clock, taint eviction, garbage collection, scheduler or kubelet
	kindSet                 // a DaemonSet on the controller's work queue
)

// item is one thing that is going to happen.
type item struct {
	due  state.Time
	kind kind
	// quiet marks a repetition that changes nothing by itself.
	quiet bool
	place uint16 // of a set on the controller's work queue
	id    int32
}

func (a item) less(b item) bool {
	if a.due != b.due {
		return a.due < b.due
	}
	if a.kind != b.kind {
		return a.kind < b.kind
	}
	if a.place != b.place {
		return a.place < b.place
	}
	return a.id < b.id
}

// queue is a heap of items with at most one item for each node, pod and set.
type queue struct {
	heap  []item
	place [3][]int32 // by slot and id: index in heap + 1, 0 for none
	quiet int        // how many items are quiet
}

// slot is the part of place that a kind uses: a set has one item, whatever its kind.
func (k kind) slot() int {
	switch k {
	case kindNode:
		return 0
	case kindPod:
		return 1
	default:
		return 2
	}
}

// set moves the item of a thing to a new time; Never takes it out.
func (q *queue) set(it item) {
	slot, id, due := it.kind.slot(), it.id, it.due
	for int(id) >= len(q.place[slot]) {
		q.place[slot] = append(q.place[slot], 0)
	}
	at := int(q.place[slot][id]) - 1
	if at >= 0 && due != state.Never {
		q.count(q.heap[at], -1)
		q.heap[at] = it
		q.count(q.heap[at], 1)
		q.down(q.up(at))
	} else if at >= 0 {
		q.remove(at)
	} else if due != state.Never {
		q.heap = append(q.heap, it)
		q.count(q.heap[len(q.heap)-1], 1)
		q.up(len(q.heap) - 1)
	}
}

// count keeps the number of quiet items.
func (q *queue) count(it item, by int) {
	if it.quiet {
		q.quiet += by
	}
}

// next is the earliest item and whether there is one.
func (q *queue) next() (item, bool) {
	if len(q.heap) == 0 {
		return item{due: state.Never}, false
	}
	return q.heap[0], true
}

func (q *queue) remove(at int) {
	last := len(q.heap) - 1
	it := q.heap[at]
	q.count(it, -1)
	q.place[it.kind.slot()][it.id] = 0
	if at != last {
		q.heap[at] = q.heap[last]
	}
	q.heap = q.heap[:last]
	if at != last {
		q.down(q.up(at))
	}
}

// up moves an item towards the top until it is in order and returns its place.
func (q *queue) up(i int) int {
	it := q.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !it.less(q.heap[parent]) {
			break
		}
		q.put(i, q.heap[parent])
		i = parent
	}
	q.put(i, it)
	return i
}

// down moves an item away from the top until it is in order.
func (q *queue) down(i int) {
	it := q.heap[i]
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			break
		}
		if child+1 < len(q.heap) && q.heap[child+1].less(q.heap[child]) {
			child++
		}
		if !q.heap[child].less(it) {
			break
		}
		q.put(i, q.heap[child])
		i = child
	}
	q.put(i, it)
}

func (q *queue) put(i int, it item) {
	q.heap[i] = it
	q.place[it.kind.slot()][it.id] = int32(i + 1)
}

// limiter is the token bucket of the controller manager's API client, as the
// time at which it is full again.
//
// Upstream 1.37: client-go util/flowcontrol/throttle.go; 20 requests a second
// with a burst of 30 in cmd/kube-controller-manager.
type limiter struct {
	full state.Time
}

// reserve takes a token and returns the time from which the call may be made.
func (c *Cluster) reserve() state.Time {
	s := c.settings
	if s.qps <= 0 {
		return c.now
	}
	every := state.Time(float64(state.Second) / s.qps)
	full := max(c.limiter.full, c.now)
	at := max(c.now, full-every*state.Time(s.burst-1))
	c.putLimiter(&limiter{full: full + every})
	return at
}

// charge takes tokens for calls that a sync makes before or between those that wait
// for their turn: writes of revisions, adoptions and releases, and the look at the
// set itself that comes before the first adoption.
//
// Upstream 1.37: pkg/controller/daemon/update.go, snapshot and dedupCurHistories;
// pkg/controller/controller_ref_manager.go, AdoptPod and RecheckDeletionTimestamp.
// Differs: each of these calls waits as well; here they are made at once, and what
// comes after them waits for all of them together.
func (c *Cluster) charge(calls int) {
	for range calls {
		c.reserve()
	}
}

// LimitClient sets how fast the controller manager may call the API; a qps of 0
// or less is no limit.
func (c *Cluster) LimitClient(qps float64, burst int) {
	c.forget()
	defer c.conclude()
	next := *c.settings
	next.qps, next.burst = qps, max(burst, 1)
	c.putSettings(&next)
	e := Event{
		Actor: User, Object: Object{Kind: "Client", Name: "kube-controller-manager"}, Verb: "limit",
		Why: reason.Reason{Code: reason.ClientUnlimited},
	}
	if qps > 0 {
		e.Why = reason.Reason{Code: reason.ClientLimits, Text: strconv.FormatFloat(qps, 'g', -1, 64), M: int64(next.burst)}
	}
	c.emit(e)
}

// SetImage says how containers of an image behave from now on.
func (c *Cluster) SetImage(r state.ImageRule) {
	c.forget()
	defer c.conclude()
	next := *c.settings
	next.images = next.images.With(r)
	c.putSettings(&next)
	for id, p := range c.pods { // who runs the image may have something to do now
		if p != nil && p.Bound() && !p.Phase.Terminal() && (r.Image == "*" || state.UsesImage(p, r.Image)) {
			woken := *p
			c.wake(&woken)
			c.putPod(state.PodID(id), &woken)
		}
	}
	c.emit(Event{
		Actor: User, Object: Object{Kind: "Image", Name: r.Image}, Verb: "update", Node: r.OnlyOn,
		Why: reason.Reason{Code: reason.ImageSet, Text: r.Image, Node: r.OnlyOn},
	})
}

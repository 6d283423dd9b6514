package core

import (
	"cmp"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/nodelifecycle"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// What is asked for at the end of a day: winding back and forth, other days that
// branch off, and rest once everything is mended.

// winding goes back to every moment and forth again; each must be what it was.
func (s *sweep) winding() {
	if s.broken != "" {
		return
	}
	c := s.c
	end := len(c.events)
	for n := end; n >= 1; n-- {
		s.arrive(n)
	}
	for n := 1; n <= end; n++ {
		s.arrive(n)
	}
	for range 10 {
		n := s.rng.IntN(end) + 1
		s.arrive(n)
		if broken := append(c.Check(), c.CheckHistory()...); len(broken) > 0 {
			s.fail("wound back to event %d: %v", n-1, broken)
		}
	}
	s.arrive(end)
	if s.endless {
		return // the day was cut short, and would go on now
	}
	if err := c.Seek(s.morning(len(s.days)).now); err != nil || len(c.events) != end {
		s.fail("seeking the evening again gives %d events and %v, want %d", len(c.events), err, end)
	}
	if broken := c.CheckHistory(); len(broken) > 0 {
		s.fail("the history: %v", broken)
	}
}

func (s *sweep) arrive(n int) {
	s.c.SeekEvent(n)
	if was, known := s.moment[n-1]; known && !snapshotOf(s.c).equal(was) {
		s.fail("going to event %d does not give the state that followed it, %s", n-1, line(&s.c.events[n-1]))
	}
}

// otherDays branches off somewhere: what happens from there by itself happens
// again, byte for byte; a fork goes its own way and leaves its origin alone; and
// one that was elsewhere before is as one that never was.
func (s *sweep) otherDays(seed uint64) {
	if s.broken != "" || s.endless || len(s.days) == 0 {
		return
	}
	before, evening := lines(s.c.events), shown(s.c)
	i := s.rng.IntN(len(s.days))
	s.again(s.days[i], before)

	fresh := newSweep(seed, 1<<30)
	fresh.rng.IntN(9)
	fresh.day(i)
	other := fresh.twin(s.branch(s.morning(i)))
	for _, o := range [...]*sweep{fresh, other} {
		o.rng = rand.New(rand.NewPCG(seed, 1))
		o.day(4)
		if o.broken != "" {
			s.fail("on another day: %s\n    %s", o.broken, strings.Join(o.did, "\n    "))
			return
		}
	}
	if got, want := lines(other.c.events), lines(fresh.c.events); !slices.Equal(got, want) {
		s.fail("a fork from event %d does not go on as a cluster that has never been further: %s", s.morning(i).events, difference(got, want))
	} else if shown(other.c) != shown(fresh.c) {
		s.fail("a fork from event %d shows other objects than a cluster that has never been further", s.morning(i).events)
	}
	if !slices.Equal(lines(s.c.events), before) || shown(s.c) != evening {
		s.fail("a fork from event %d changed its origin", s.morning(i).events)
	}
}

// morning is where the i-th action was about to begin.
func (s *sweep) morning(i int) mark {
	if i == 0 {
		return s.dawn
	}
	return s.days[i-1].ended
}

// again lets the time after an action pass once more.
func (s *sweep) again(d action, before []string) {
	fork := s.branch(d.done)
	if err := fork.Advance(d.ended.now-fork.now, nil); err != nil {
		s.fail("%v", err)
	}
	if got, want := lines(fork.events), before[:d.ended.events]; !slices.Equal(got, want) {
		s.fail("what follows event %d does not happen again: %s", d.done.events-1, difference(got, want))
	}
	s.ahead(d, fork)
}

// ahead lets it pass a third time, without a record.
func (s *sweep) ahead(d action, fork *Cluster) {
	ahead := s.branch(d.done).Ahead()
	first, got := ahead.Emitted(), []string{}
	ahead.Watch(func(e *Event) { got = append(got, line(e)) })
	if err := ahead.Advance(d.ended.now-ahead.now, nil); err != nil {
		s.fail("%v", err)
	}
	if want := lines(fork.events[first:]); !slices.Equal(got, want) {
		s.fail("without a record something else follows event %d: %s", d.done.events-1, difference(got, want))
	}
	if len(ahead.events)+len(ahead.journal) > 0 || ahead.Emitted() != fork.Emitted() || things(ahead) != things(fork) {
		s.fail("without a record event %d leads elsewhere", d.done.events-1)
	}
	if broken := ahead.Check(); len(broken) > 0 {
		s.fail("without a record: %v", broken)
	}
}

// branch is a fork from a moment of the past.
func (s *sweep) branch(at mark) *Cluster {
	s.c.SeekEvent(at.events)
	fork := s.c.Fork()
	s.c.SeekEvent(len(s.c.events))
	if err := fork.Advance(at.now-fork.now, nil); err != nil {
		s.fail("%v", err)
	}
	return fork
}

// twin is a sweep that knows the same and goes on with another cluster.
func (s *sweep) twin(c *Cluster) *sweep {
	t := &sweep{c: c, every: s.every, did: slices.Clone(s.did), rules: maps.Clone(s.rules), away: maps.Clone(s.away), moment: map[int]snapshot{}, asleep: map[Object]bool{}}
	for _, w := range s.sets {
		t.sets = append(t.sets, &wish{w.object, slices.Clone(w.past)})
	}
	c.Watch(t.event)
	return t
}

// difference is the first line in which two lists differ.
func difference(got, want []string) string {
	for i := range max(len(got), len(want)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			return "\n  got  " + g + "\n  want " + w
		}
	}
	return "none"
}

// mended makes everything good and waits: every rollout ends, or says for a
// reason that upstream has too what it waits for.
func (s *sweep) mended() {
	if s.broken != "" {
		return
	}
	c := s.c
	s.note("mend everything")
	for _, n := range c.Nodes() {
		s.try(c.MendNode(n.Name), "mend node %s", n.Name)
	}
	for _, k := range slices.SortedFunc(maps.Keys(s.rules), func(a, b ruleKey) int {
		return cmp.Or(strings.Compare(a.image, b.image), strings.Compare(a.node, b.node))
	}) {
		c.SetImage(state.ImageRule{Image: k.image, OnlyOn: k.node, Behaviour: state.DefaultBehaviour()})
	}
	for _, p := range c.PodRecords() {
		if p.Pinned || p.Phase.Terminal() { // with maxSurge there can be hundreds of failed ones, each kept for 15 min
			s.try(c.Delete("Pod", p.Namespace, p.Name, DeleteOptions{}), "delete broken pod %s", p.Name)
		}
	}
	s.classes()
	c.LimitClient(20, 30)
	stormy := len(c.pods) + 2000
	err := c.Until(func() bool { return !s.concluded() || s.allDone() || len(c.pods) > stormy }, 4*3600*state.Second)
	if len(c.pods) > stormy {
		s.storm()
		return
	}
	if err != nil && !errors.Is(err, ErrIdle) && !errors.Is(err, ErrTime) {
		s.fail("%v", err)
	}
	for _, d := range c.Sets() {
		s.explained(d, err)
	}
}

// storm holds a cluster in which pods are made without end to the reasons for it.
func (s *sweep) storm() {
	for _, d := range s.c.Sets() {
		for id := range s.c.nodes {
			if s.fails(d, state.NodeID(id)) || s.evicted(d, state.NodeID(id)) {
				return
			}
		}
	}
	s.fail("pods are made without end")
}

// fails says that a pod of a set with maxSurge failed on a node: that does not keep
// the next one from being made, and failed ones pile up.
func (s *sweep) fails(d *state.DaemonSet, id state.NodeID) bool {
	return s.c.surges(d) && slices.ContainsFunc(s.c.podsOf(d)[id], func(p *state.Pod) bool { return p.Phase == state.Failed })
}

func (s *sweep) allDone() bool {
	for _, d := range s.c.Sets() {
		if !s.c.RolledOut(d.ID) {
			return false
		}
	}
	return true
}

// mayWait are the reasons for which a rollout may stand still in a cluster where all is well.
var mayWait = []reason.Code{reason.WaitingOwnPort, reason.WaitingUnschedulable, reason.WaitingSpare, reason.WaitingOnDelete}

// explained holds a set that is not rolled out to the reasons for it.
func (s *sweep) explained(d *state.DaemonSet, err error) {
	if s.broken != "" || s.c.RolledOut(d.ID) {
		return
	}
	if d.Foreground {
		s.fail("daemonset %s is still being deleted", d.Key())
		return
	}
	x := s.c.Index(d.ID)
	waits := x.Waiting(100)
	for _, w := range waits {
		refused := w.Why.Code == reason.WaitingPodEnded && strings.Contains(w.Why.Text, "(") // by its node, for lack of room
		if !refused && !s.evicted(d, w.Node) && !s.fails(d, w.Node) && !asleep(d, w.Why.Code) && !slices.Contains(mayWait, w.Why.Code) {
			s.fail("daemonset %s waits for good (%v): %+v", d.Key(), err, w.Why)
		}
	}
	onDelete := d.Object.Spec.UpdateStrategy.Type == api.OnDeleteDaemonSetStrategyType
	if len(waits) == 0 && !(onDelete && x.Done()) {
		s.fail("daemonset %s is not rolled out (%v) and waits for nothing: %+v, index %+v", d.Key(), err, d.Status, x.Status())
	}
}

// evicted says that the set's pods tolerate a NoExecute taint of the node for some
// time only, so that they come and go for good.
func (s *sweep) evicted(d *state.DaemonSet, id state.NodeID) bool {
	n := s.c.nodes[id]
	if n == nil {
		return false
	}
	_, evict := nodelifecycle.Evict(&state.Pod{Template: d.Template}, n)
	return evict
}

// asleep says that a rollout with maxSurge and minReadySeconds goes to sleep, as it
// does upstream: only one delayed requeue is kept, the earliest. When it comes
// before the new pod is available, and the old one is, nothing wakes the
// controller when the new one becomes available too.
//
// Upstream 1.37: client-go util/workqueue/delaying_queue.go, insert;
// pkg/controller/daemon/daemon_controller.go, updatePod and updateDaemonSetStatus.
func asleep(d *state.DaemonSet, code reason.Code) bool {
	return (code == reason.WaitingOldPodDeleted || code == reason.WaitingWake) && d.Object.Spec.MinReadySeconds > 0 && d.Sync.Due == state.Never && d.Sync.After == state.Never
}

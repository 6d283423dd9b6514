package core

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// A sweep leads a cluster made up at random through a random day. After every
// event everything that must hold is asked for; at the end everything is mended
// and has to come to rest, and time is wound back and forth. A seed is a day: the
// same seed is the same day, on every machine.

// sweep is one day.
type sweep struct {
	c      *Cluster
	rng    *rand.Rand
	sets   []*wish
	rules  map[ruleKey]bool // image rules that were set
	did    []string         // what was done, for whoever has to find out
	every  int              // after every how many passes everything is asked for
	passes int
	seen   int // how many events were looked at

	dawn   mark // before the first action
	days   []action
	moment map[int]snapshot // the state after each event
	away   map[disrupted]bool
	asleep map[Object]bool // DaemonSets that nothing was going to wake the controller for
	broken string
	// endless says that things happened without end at some moment, so that the
	// day did not take its course.
	endless bool
}

// mark is a moment of the day: how many events there had been, and when it was.
type mark struct {
	events int
	now    state.Time
}

// action is a thing that was done, and the time that passed after it.
type action struct{ done, ended mark }

// disrupted is a node whose available pod a rolling update took away.
type disrupted struct {
	set  state.SetID
	node string
}

func newSweep(seed uint64, every int) *sweep {
	s := &sweep{rng: rand.New(rand.NewPCG(seed, 0)), every: every, rules: map[ruleKey]bool{}, away: map[disrupted]bool{}, moment: map[int]snapshot{}, asleep: map[Object]bool{}}
	s.c = New(Options{
		Seed: seed, Record: true, Shuffle: s.chance(3),
		QPS: pickOne(s, 0.0, 0, -1, 5), Latency: pickOne(s, 0, state.Second/50),
		EndedPods: int(seed % 3 * 2),
	})
	s.c.Watch(s.event)
	s.begin()
	return s
}

// day does some actions, with time passing after each.
func (s *sweep) day(actions int) {
	for range actions {
		if s.broken != "" {
			return
		}
		s.act()
		done := s.mark()
		s.pass(pickOne(s, 0, state.Second/10, state.Second, 3*state.Second, 10*state.Second, 10*state.Second, 60*state.Second, 400*state.Second))
		s.days = append(s.days, action{done, s.mark()})
	}
}

func (s *sweep) mark() mark { return mark{len(s.c.events), s.c.now} }

// pass lets time pass.
func (s *sweep) pass(d state.Time) {
	s.note("advance %v", d)
	end := s.c.now + d
	for !s.c.endless() {
		events := len(s.c.events)
		switch {
		case !s.c.advanceOne(end):
			s.c.now = end
			return
		case len(s.c.events) == events:
			s.silent(s.c.journal[s.c.pending:])
		case !s.concluded():
			return
		}
	}
	s.endless = true
	s.c.LimitClient(20, 30)
	s.try(s.c.Advance(d, s.concluded), "client 20 requests a second, as pods fail at once and are replaced at once")
}

// silent: what shows is told. A pass without an event changes nothing that the API shows.
func (s *sweep) silent(changes []Change) {
	for _, ch := range changes {
		before, after := as[state.Pod](ch.before), as[state.Pod](ch.after)
		shows := ch.table == tableRevisions || ch.table == tableObjects
		switch ch.table {
		case tablePods:
			shows = before == nil || after == nil || visible(before, after)
		case tableNodes:
			a, b := as[state.Node](ch.before), as[state.Node](ch.after)
			shows = a == nil || b == nil || a.Object != b.Object
		case tableSets:
			a, b := as[state.DaemonSet](ch.before), as[state.DaemonSet](ch.after)
			shows = a == nil || b == nil || a.Object != b.Object || daemon.CountsOf(&a.Status) != daemon.CountsOf(&b.Status)
		}
		if shows {
			s.fail("a change shows at %v, and no event tells of it: %+v, %+v", s.c.now, ch.before, ch.after)
		}
	}
}

func (s *sweep) note(format string, values ...any) {
	s.did = append(s.did, fmt.Sprintf(format, values...))
}

func (s *sweep) fail(format string, values ...any) {
	if s.broken == "" {
		s.broken = fmt.Sprintf(format, values...)
		s.note("-- at %v: %s", s.c.now, s.broken)
	}
}

// event asks what must hold after each event.
func (s *sweep) event(e *Event) {
	s.remember(e.Number)
	if s.broken != "" {
		return
	}
	if e.Why.Code == "" {
		s.fail("event %d has no reason: %+v", e.Number, *e)
	}
	s.disruption(e)
	s.slept(e)
	if e.Verb == "bind" {
		s.room(e)
	}
}

// concluded asks for everything that must hold after a pass or a command.
func (s *sweep) concluded() bool {
	if len(s.c.events) == s.seen {
		return s.broken == ""
	}
	s.seen = len(s.c.events)
	last := &s.c.events[s.seen-1]
	s.remember(last.Number)
	for _, d := range s.c.Sets() {
		if s.c.Asleep(d.ID) {
			s.asleep[setObject(d)] = true
		}
	}
	rarely := 1 + len(s.c.pods)/100 // in a storm of failing pods there is little new to see
	if s.passes++; s.passes%(s.every*rarely) == 0 && s.broken == "" {
		if broken := s.c.Check(); len(broken) > 0 {
			s.fail("after event %d, %s: %s", last.Number, line(last), strings.Join(broken, "; "))
		}
	}
	return s.broken == ""
}

// slept: a DaemonSet that nothing was going to wake the controller for stays as it
// is until somebody does something.
func (s *sweep) slept(e *Event) {
	about := e.About
	if about == (Object{}) {
		about = e.Object
	}
	switch {
	case e.Actor == User:
		clear(s.asleep)
	case e.Actor == DaemonSetController && s.asleep[about]:
		s.fail("event %d, %s: nothing was going to wake the controller for %s", e.Number, line(e), about.Name)
	}
}

// remember keeps the state after an event, except in storms of failing pods.
func (s *sweep) remember(n int) {
	if len(s.c.pods) < 400 {
		s.moment[n] = snapshotOf(s.c)
	}
}

// disruption keeps book of the nodes whose available pod a rolling update took
// away, until they have one again: never more than maxUnavailable.
func (s *sweep) disruption(e *Event) {
	c := s.c
	for d := range s.away {
		set := c.sets[d.set]
		counts := false
		if set != nil {
			id := c.nodeIDs[d.node]
			counts = c.nodes[id] != nil && c.place(d.set, c.nodes[id]).ShouldRun
			for _, p := range c.podsOf(set)[id] {
				counts = true
				if p.Available && !p.Terminating() {
					counts = false
					break
				}
			}
		}
		if !counts {
			delete(s.away, d)
		}
	}
	if e.Actor != DaemonSetController || e.Why.Code != reason.OldPodReplaced && e.Why.Code != reason.OldPodReplacedLeft {
		return
	}
	set := c.findSet(e.About.Namespace, e.About.Name)
	s.away[disrupted{set.ID, e.Node}] = true
	n := 0
	for d := range s.away {
		n += b2i(d.set == set.ID)
	}
	if n > int(e.Why.N) {
		s.fail("the rolling update of %s has taken the available pods of %d nodes away, with maxUnavailable %d", set.Key(), n, e.Why.N)
	}
}

// room: what the scheduler binds has room and ports.
func (s *sweep) room(e *Event) {
	c := s.c
	id := c.podID[podKey{e.Object.Namespace, e.Object.Name}]
	p := c.pods[id]
	n := c.node(p.Node)
	var cpu, memory int64
	pods := c.occupying(p.Node, state.None)
	for _, o := range pods {
		cpu += o.Template.Requests.MilliCPU
		memory += o.Template.Requests.Memory
		for _, a := range o.Template.Ports {
			for _, b := range p.Template.Ports {
				if o.ID != id && a.Port == b.Port && a.Protocol == b.Protocol {
					s.fail("%s is bound to %s, where %s holds port %d", p.Name, n.Name(), o.Name, a.Port)
				}
			}
		}
	}
	over := p.Template.Requests.MilliCPU > 0 && cpu > n.Room.MilliCPU || p.Template.Requests.Memory > 0 && memory > n.Room.Memory
	if over || int64(len(pods)) > n.Room.Pods {
		s.fail("%s is bound to %s, which has no room for it", p.Name, n.Name())
	}
}

// snapshot is the state at one moment. As records are never edited, holding them is enough.
type snapshot struct {
	now       state.Time
	nodes     []*state.Node
	pods      []*state.Pod
	sets      []*state.DaemonSet
	revisions []*state.Revision
	others    []any
}

func snapshotOf(c *Cluster) snapshot {
	s := snapshot{now: c.now, nodes: slices.Clone(c.nodes), pods: slices.Clone(c.pods), sets: slices.Clone(c.sets), revisions: slices.Clone(c.revisions)}
	s.others = []any{c.settings, c.limiter}
	for _, id := range sortedKeys(c.backOffs) {
		s.others = append(s.others, c.backOffs[id])
	}
	for _, id := range sortedKeys(c.objects) {
		s.others = append(s.others, c.objects[id])
	}
	for _, id := range sortedKeys(c.zones) {
		s.others = append(s.others, c.zones[id])
	}
	for len(s.nodes) > 0 && s.nodes[len(s.nodes)-1] == nil { // names that came to be known later
		s.nodes = s.nodes[:len(s.nodes)-1]
	}
	return s
}

func (s snapshot) equal(o snapshot) bool {
	return s.now == o.now && slices.Equal(s.nodes, o.nodes) && slices.Equal(s.pods, o.pods) && slices.Equal(s.sets, o.sets) &&
		slices.Equal(s.revisions, o.revisions) && slices.Equal(s.others, o.others)
}

func sortedKeys[V any](m map[int64]V) []int64 {
	keys := make([]int64, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// line is all that an event says, in one line.
func line(e *Event) string {
	return fmt.Sprintf("%d %v %v %v %s %q %+v %+v %+v", e.Number, e.At, e.Actor, e.Object, e.Verb, e.Node, e.Why, e.Reports, e.About)
}

func lines(events []Event) []string {
	out := make([]string, 0, len(events))
	for i := range events {
		out = append(out, line(&events[i]))
	}
	return out
}

// shown is everything that the API server shows.
func shown(c *Cluster) string {
	return written([]any{c.Nodes(), c.Pods(""), c.DaemonSets(""), c.Revisions(""), c.KubernetesEvents("")})
}

// things are all objects but the events.
func things(c *Cluster) string {
	return written([]any{c.Nodes(), c.Pods(""), c.DaemonSets(""), c.Revisions("")})
}

func written(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// sweepSeed is a whole day with all that is asked for; what it returns is empty where all is well.
func sweepSeed(seed uint64, every int) (broken string, events []string) {
	s := newSweep(seed, every)
	s.day(6 + s.rng.IntN(9))
	s.winding()
	s.otherDays(seed)
	s.mended()
	if s.broken != "" {
		return fmt.Sprintf("seed %d: %s\n    %s", seed, s.broken, strings.Join(s.did, "\n    ")), nil
	}
	return "", lines(s.c.Events())
}

// sweepSeeds is how many seeds TestSweep goes through unless told otherwise.
const sweepSeeds = 200

func TestSweep(t *testing.T) {
	seeds, limit := uint64(sweepSeeds), time.Hour
	if runtime.GOOS == "js" {
		seeds = 20
	}
	if text := os.Getenv("ROLLSCOPE_SWEEP"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("ROLLSCOPE_SWEEP is the number of seeds: %v", err)
		}
		seeds = n
	}
	if text := os.Getenv("ROLLSCOPE_SWEEP_TIME"); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil {
			t.Fatalf("ROLLSCOPE_SWEEP_TIME is how long to go on at most: %v", err)
		}
		limit = d
	}
	begun, failed := time.Now(), 0
	for seed := range seeds {
		if time.Since(begun) > limit {
			t.Logf("time is up after %d of %d seeds", seed, seeds)
			return
		}
		if broken, _ := sweepSeed(seed, 1); broken != "" {
			t.Error(broken)
			if failed++; failed >= 3 {
				t.Fatal("more seeds are not tried")
			}
		}
	}
	t.Logf("%d seeds hold", seeds)
}

// goldenDays is how many days the golden tells of.
const goldenDays = 20

// TestDaysAreTheSameEverywhere holds the events of some days to a golden. It runs
// under js/wasm too. UPDATE=1 renews it, which any change of behaviour calls for.
func TestDaysAreTheSameEverywhere(t *testing.T) {
	sum := fnv.New64a()
	for seed := range uint64(goldenDays) {
		s := newSweep(seed, 1<<30)
		s.day(8)
		for _, l := range lines(s.c.Events()) {
			fmt.Fprintln(sum, l)
		}
		fmt.Fprintln(sum, shown(s.c))
	}
	got := fmt.Sprintf("%016x\n", sum.Sum64())
	path := filepath.Join("testdata", "days.golden")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%d days come to %s on %s/%s, want %s: run UPDATE=1 go test ./core -run Days where the change is meant",
			goldenDays, strings.TrimSpace(got), runtime.GOOS, runtime.GOARCH, want)
	}
}

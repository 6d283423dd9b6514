// Package track counts the pods of each DaemonSet along a cluster's record: how many
// are available, starting, leaving, at which moment. It costs what changed.
package track

import (
	"maps"
	"slices"
	"sort"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// Track is the counts along one record. It follows the
// record as that grows, and goes back with it before a command replaces a part.
type Track struct {
	events int // how many events of the record are counted
	sets   map[state.SetID]*Set
}

// Set is the counts of one DaemonSet now, and how they came about.
type Set struct {
	now     Counts
	current string                   // the hash of the newest revision
	byHash  map[string]*availability // pods by revision
	live    map[state.NodeID]int     // pods that have not ended, by node
	samples []Sample
}

// availability are the pods of one revision that are neither ended nor being deleted.
type availability struct{ available, starting int32 }

// Counts are the numbers at one moment.
type Counts struct {
	Desired int32 // nodes that should run a pod, by the status as last written
	// Floor is how many pods the rollout budget leaves available at least.
	Floor     int32
	Available int32
	Starting  int32 // not available, not ended, not being deleted
	Leaving   int32 // being deleted
	Covered   int32 // nodes with a pod that has not ended
	// NewAvailable are the available pods of the newest revision, NewStarting those of
	// Starting that are of it.
	NewAvailable, NewStarting int32
}

// Sample is what the counts came to with an event.
type Sample struct {
	Event int
	At    state.Time
	Counts
}

// Follow counts what the record has that was not counted yet.
func (t *Track) Follow(c *core.Cluster) {
	end := len(c.Recorded())
	at := -1
	touched := map[state.SetID]bool{}
	var last *core.Event
	flush := func() {
		for id := range touched { // each has its own samples, so the order does not show
			t.sets[id].sample(last)
			delete(touched, id)
		}
	}
	c.EachChange(t.events, end, func(e *core.Event, before, after any) {
		if e.Number != at {
			flush()
			at, last = e.Number, e
		}
		t.change(before, after, touched)
	})
	flush()
	t.events = end
}

// Cut forgets what the record has from an event on, which is about to be replaced.
func (t *Track) Cut(c *core.Cluster, event int) {
	if event >= t.events {
		return
	}
	type pair struct{ before, after any }
	var undo []pair
	c.EachChange(event, t.events, func(_ *core.Event, before, after any) { undo = append(undo, pair{before, after}) })
	touched := map[state.SetID]bool{}
	for i := len(undo) - 1; i >= 0; i-- {
		t.change(undo[i].after, undo[i].before, touched)
	}
	for _, st := range t.sets {
		n := len(st.samples)
		for n > 0 && st.samples[n-1].Event >= event {
			n--
		}
		st.samples = st.samples[:n:n] // a clone may go on with what comes after
	}
	t.events = event
}

// change counts one record replaced by another.
func (t *Track) change(before, after any, touched map[state.SetID]bool) {
	if p, ok := before.(*state.Pod); ok {
		t.count(p, -1, touched)
	}
	switch o := after.(type) {
	case *state.Pod:
		t.count(o, 1, touched)
	case *state.DaemonSet:
		st := t.Set(o.ID)
		st.current = o.Hash
		st.now.Desired, st.now.Floor = o.Status.DesiredNumberScheduled, floorOf(o)
		touched[o.ID] = true
	}
}

// New counts nothing yet.
func New() *Track { return &Track{sets: map[state.SetID]*Set{}} }

// Clone is a Track that has counted the same, for a fork of the cluster.
func (t *Track) Clone() *Track {
	out := &Track{events: t.events, sets: map[state.SetID]*Set{}}
	for id, st := range t.sets {
		next := &Set{now: st.now, current: st.current, byHash: map[string]*availability{}, live: maps.Clone(st.live), samples: slices.Clip(st.samples)}
		for hash, of := range st.byHash {
			both := *of
			next.byHash[hash] = &both
		}
		out.sets[id] = next
	}
	return out
}

// Set is the counts of one DaemonSet.
func (t *Track) Set(id state.SetID) *Set {
	st := t.sets[id]
	if st == nil {
		st = &Set{byHash: map[string]*availability{}, live: map[state.NodeID]int{}}
		t.sets[id] = st
	}
	return st
}

// count adds a pod to the counts, or takes it off.
func (t *Track) count(p *state.Pod, by int32, touched map[state.SetID]bool) {
	if p.Set == state.None || p.Phase.Terminal() {
		return
	}
	st := t.Set(p.Set)
	touched[p.Set] = true
	was := st.live[p.Target]
	st.live[p.Target] = was + int(by)
	if (was == 0) != (was+int(by) == 0) {
		st.now.Covered += by
	}
	if p.Terminating() {
		st.now.Leaving += by
		return
	}
	of := st.byHash[p.Hash()]
	if of == nil {
		of = &availability{}
		st.byHash[p.Hash()] = of
	}
	if p.Available {
		st.now.Available += by
		of.available += by
	} else {
		st.now.Starting += by
		of.starting += by
	}
}

// sample keeps the counts as they are after an event, where they differ.
func (st *Set) sample(e *core.Event) {
	s := Sample{e.Number, e.At, st.now}
	if of := st.byHash[st.current]; of != nil {
		s.NewAvailable, s.NewStarting = of.available, of.starting
	}
	if n := len(st.samples); n > 0 && st.samples[n-1].Counts == s.Counts {
		return
	}
	st.samples = append(st.samples, s)
}

// floorOf is how many pods the rollout budget leaves available at least.
//
// Upstream 1.37: pkg/controller/daemon/util/daemonset_util.go, UnavailableCount and SurgeCount.
func floorOf(d *state.DaemonSet) int32 {
	desired := int(d.Status.DesiredNumberScheduled)
	rolling := d.Object.Spec.UpdateStrategy.RollingUpdate
	if d.Object.Spec.UpdateStrategy.Type != api.RollingUpdateDaemonSetStrategyType || rolling == nil {
		return 0
	}
	unavailable, _ := scaled(rolling.MaxUnavailable, desired)
	if surge, ok := scaled(rolling.MaxSurge, desired); unavailable == 0 && (!ok || surge == 0) {
		unavailable = 1
	}
	return int32(max(desired-unavailable, 0))
}

func scaled(v *api.IntOrString, total int) (int, bool) {
	if v == nil {
		return 0, false
	}
	n, err := v.ScaledValue(total, true)
	return n, err == nil
}

// Least finds the fewest available pods from an event on and when that was, and the
// most pods there were. Samples of one moment count as the last of them.
func (st *Set) Least(event int) (fewest, most int32, at state.Time, ok bool) {
	for i := range st.samples {
		s := &st.samples[i]
		if i+1 < len(st.samples) && (st.samples[i+1].Event < event || st.samples[i+1].At == s.At) {
			continue // over before, or at the same moment
		}
		if !ok || s.Available < fewest {
			fewest, at, ok = s.Available, s.At, true
		}
		most = max(most, s.Available+s.Starting+s.Leaving)
	}
	return fewest, most, at, ok
}

// Worst is the sample with the fewest available pods of those that hold within a span
// of time, its end left out. Samples of one moment count as the last of them.
func (st *Set) Worst(begin, end state.Time) Sample {
	first := sort.Search(len(st.samples), func(i int) bool { return st.samples[i].At > begin })
	best := Sample{}
	if first > 0 {
		best = st.samples[first-1]
	}
	for i := first; i < len(st.samples); i++ {
		s := &st.samples[i]
		if s.At >= end {
			break
		}
		if i+1 < len(st.samples) && st.samples[i+1].At == s.At {
			continue
		}
		if s.Available < best.Available || best.Desired == 0 {
			best = *s
		}
	}
	return best
}

// Last is the newest sample; the zero one where there is none.
func (st *Set) Last() Sample {
	if n := len(st.samples); n > 0 {
		return st.samples[n-1]
	}
	return Sample{}
}

package protocol

import (
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/wasm/protocol/track"
)

// timelineAnswer is pods over time, a column for each of width spans of equal length.
type timelineAnswer struct {
	Set            string  `json:"set"`
	From           seconds `json:"from"`
	To             seconds `json:"to"`
	Desired        []int32 `json:"desired"`
	Floor          []int32 `json:"floor"`
	AvailableOld   []int32 `json:"availableOld"`
	AvailableNew   []int32 `json:"availableNew"`
	UnavailableOld []int32 `json:"unavailableOld"`
	Starting       []int32 `json:"starting"` // new, and not available
	Terminating    []int32 `json:"terminating"`
	Missing        []int32 `json:"missing"`
	Marks          []mark  `json:"marks"` // what people did
	Waves          []mark  `json:"waves"` // where the controller began to create or delete pods
	Lowest         *lowest `json:"lowest,omitempty"`
}

// mark is a moment at which somebody did something.
type mark struct {
	At      seconds `json:"at"`
	Event   int     `json:"event"`
	By      string  `json:"by"`
	English string  `json:"en"`
	Chinese string  `json:"zh"`
}

// Bounds of a timeline.
const (
	maxWidth = 4000
	maxMarks = 200
)

// apart is how long the controller has rested before what it does next begins a wave.
const apart = state.Second

func (s *Session) timeline(a args) (any, error) {
	name := s.scenario.Branch()
	if a.has("branch") {
		name = a.text("branch")
	}
	var out any
	err := s.each([]string{name}, func(name string, c *core.Cluster) (err error) {
		out, err = s.timelineOf(name, c, a)
		return err
	})
	return out, err
}

func (s *Session) timelineOf(branch string, c *core.Cluster, a args) (any, error) {
	d, err := setOf(c, a)
	if err != nil {
		return nil, err
	}
	from := a.seconds("from", 0)
	to := max(a.seconds("to", endOf(c)), from)
	return counted(c, d, s.trackOf(branch, c), stretch{from, to, a.number("width", 200, 1, maxWidth), !a.has("to")}), nil
}

// stretch is a stretch of time in columns of equal length.
type stretch struct {
	from, to state.Time
	width    int
	open     bool // it ends with the newest that is known
}

// counted are the pods of a DaemonSet over a stretch of time.
func counted(c *core.Cluster, d *state.DaemonSet, t *track.Track, s stretch) timelineAnswer {
	st := t.Set(d.ID)
	out := timelineAnswer{Set: d.Key(), From: seconds(s.from), To: seconds(s.to), Marks: marksOf(c, s.from, s.to, 1, byPeople)}
	out.Waves = marksOf(c, s.from, s.to, apart, func(e *core.Event) bool { return creates(e, d) })
	columns := [8][]int32{}
	for i := range columns {
		columns[i] = make([]int32, s.width)
	}
	at := func(column int) state.Time { return s.from + (s.to-s.from)*state.Time(column)/state.Time(s.width) }
	for i := range s.width {
		n := st.Worst(at(i), at(i+1))
		if i == s.width-1 && s.open {
			n = st.Last()
		}
		for j, value := range [8]int32{
			n.Desired, n.Floor, n.Available - n.NewAvailable, n.NewAvailable,
			n.Starting - n.NewStarting, n.NewStarting, n.Leaving, max(n.Desired-n.Covered, 0),
		} {
			columns[j][i] = value
		}
	}
	out.Desired, out.Floor, out.AvailableOld, out.AvailableNew = columns[0], columns[1], columns[2], columns[3]
	out.UnavailableOld, out.Starting, out.Terminating, out.Missing = columns[4], columns[5], columns[6], columns[7]
	out.Lowest, _ = leastOf(st, lastUserEvent(c))
	return out
}

// trackOf is the counts along a branch, up to date.
func (s *Session) trackOf(branch string, c *core.Cluster) *track.Track {
	t := s.tracks[branch]
	if t == nil {
		t = track.New()
		s.tracks[branch] = t
	}
	t.Follow(c)
	return t
}

// lowest is the fewest available pods there were at one moment.
type lowest struct {
	Available int32   `json:"available"`
	At        seconds `json:"at"`
}

// leastOf is the fewest available pods from an event on, and the most pods.
func leastOf(st *track.Set, event int) (*lowest, int32) {
	fewest, most, at, ok := st.Least(event)
	if !ok {
		return nil, 0
	}
	return &lowest{fewest, seconds(at)}, most
}

func byPeople(e *core.Event) bool { return e.Actor == core.User }

// creates says whether the controller creates or deletes a pod of a DaemonSet with that.
func creates(e *core.Event, d *state.DaemonSet) bool {
	if e.Actor != core.DaemonSetController || e.Object.Kind != "Pod" || e.Verb != "create" && e.Verb != "delete" {
		return false
	}
	end, ok := strings.CutPrefix(e.Object.Name, d.Object.Name+"-")
	return ok && e.Object.Namespace == d.Object.Namespace && !strings.Contains(end, "-")
}

// marksOf are things that were done within a span of time. The first stands for all that
// follow it without so much time between two of them.
func marksOf(c *core.Cluster, from, to, rest state.Time, counts func(*core.Event) bool) []mark {
	marks := []mark{}
	last := from - rest
	all := c.Recorded()
	for i := sort.Search(len(all), func(i int) bool { return all[i].At >= from }); i < len(all) && all[i].At <= to; i++ {
		e := &all[i]
		if !counts(e) {
			continue
		}
		follows := e.At-last < rest
		if last = e.At; follows {
			continue
		}
		if len(marks) == maxMarks {
			break
		}
		why := reasonOf(e.Why)
		marks = append(marks, mark{seconds(e.At), e.Number, e.Actor.String(), why.English, why.Chinese})
	}
	return marks
}

// lastUserEvent is the number of the last thing that a person did to a DaemonSet.
func lastUserEvent(c *core.Cluster) int {
	all := c.Recorded()
	for i := len(all) - 1; i > 0; i-- {
		if all[i].Actor == core.User && all[i].Object.Kind == "DaemonSet" {
			return all[i].Number
		}
	}
	return 0
}

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

// rolled is since when a DaemonSet is rolled out, and the record that this was told of.
type rolled struct {
	set   *state.DaemonSet
	since state.Time
}

// seenNode is a node as it was shown, and the records that it was made of.
type seenNode struct {
	node *state.Node
	pods []*state.Pod
	text []byte // nil where it was not shown
}

// since is when a DaemonSet became rolled out; 0 where it is not.
func (v *view) since(c *core.Cluster, d *state.DaemonSet) seconds {
	if !progress.RolledOut(d) {
		return 0
	}
	if v.out[d.ID].set != d {
		v.out[d.ID] = rolled{d, progress.RolledOutSince(c, d)}
	}
	return seconds(v.out[d.ID].since)
}

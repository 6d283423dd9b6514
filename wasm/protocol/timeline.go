package protocol

import (
	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/wasm/protocol/track"
)

// timelineAnswer is pods over time, a column for each of width spans of equal length.
type timelineAnswer struct {
	Set          string  `json:"set"`
	From         seconds `json:"from"`
	To           seconds `json:"to"`
	Desired      []int32 `json:"desired"`
	Floor        []int32 `json:"floor"`
	AvailableOld []int32 `json:"availableOld"`
	AvailableNew []int32 `json:"availableNew"`
	Starting     []int32 `json:"starting"`
	Terminating  []int32 `json:"terminating"`
	Missing      []int32 `json:"missing"`
	Marks        []mark  `json:"marks"`
	Lowest       *lowest `json:"lowest,omitempty"`
}

// mark is something that a person did.
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

func (s *Session) timeline(a args) (any, error) {
	c := s.cluster()
	d, err := setOf(c, a)
	if err != nil {
		return nil, err
	}
	width := a.number("width", 200, 1, maxWidth)
	from := a.seconds("from", 0)
	to := max(a.seconds("to", endOf(c)), from)
	st := s.trackOf(s.scenario.Branch(), c).Set(d.ID)
	out := timelineAnswer{Set: d.Key(), From: seconds(from), To: seconds(to), Marks: marksOf(c, from, to)}
	columns := [7][]int32{}
	for i := range columns {
		columns[i] = make([]int32, width)
	}
	for i := range width {
		n := st.Worst(from+(to-from)*state.Time(i)/state.Time(width), from+(to-from)*state.Time(i+1)/state.Time(width))
		if i == width-1 && !a.has("to") {
			n = st.Last()
		}
		for j, value := range [7]int32{n.Desired, n.Floor, n.Available - n.NewAvailable, n.NewAvailable, n.Starting, n.Leaving, max(n.Desired-n.Covered, 0)} {
			columns[j][i] = value
		}
	}
	out.Desired, out.Floor, out.AvailableOld, out.AvailableNew = columns[0], columns[1], columns[2], columns[3]
	out.Starting, out.Terminating, out.Missing = columns[4], columns[5], columns[6]
	out.Lowest, _ = leastOf(st, lastUserEvent(c))
	return out, nil
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

// marksOf are the things that people did within a span of time.
func marksOf(c *core.Cluster, from, to state.Time) []mark {
	marks := []mark{}
	all := c.Recorded()
	for i := range all {
		e := &all[i]
		if e.Actor != core.User || e.At < from || e.At > to {
			continue
		}
		if n := len(marks); n > 0 && marks[n-1].At == seconds(e.At) {
			continue // the first of a moment stands for all
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

package plan

import (
	"errors"
	"slices"
	"sort"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
)

// Outcome is how a rollout ends.
type Outcome string

// The outcomes of a rollout.
const (
	RolledOut  Outcome = "rolledOut"  // every node that should run a pod has an available new one
	Stuck      Outcome = "stuck"      // nothing more happens, or only the same over and over
	TimeLimit  Outcome = "timeLimit"  // Input.MaxTime of simulated time has passed
	EventLimit Outcome = "eventLimit" // Input.MaxEvents things have happened
)

// play is one run of the change.
type play struct {
	s   *stage
	c   *core.Cluster
	id  state.SetID
	err error

	from    state.Time // when the change was made
	old     string     // the hash of the template before the change, "" for none
	outcome Outcome
	end     state.Time // how long it took, or after how long it was given up
	watch   *observer
	notes   []Note
	faults  []Fault // that are still to come, in order
	pause   int     // the number of events at which to come back for a while; 0 never
	hash    string  // of the new template where that is known from the start, "" otherwise

	order  int
	asked  int // how often ended was asked
	news   progress.News
	events int
	fresh  bool             // a status was written since the set was last looked up
	set    *state.DaemonSet // as last looked up
}

// play makes the change in a cluster and lets it go on to its end.
func (s *stage) play(c *core.Cluster, order int) *play {
	p := &play{s: s, c: c, from: c.Now(), order: order, events: c.Emitted(), fresh: true}
	if d := s.find(c); d != nil {
		if p.id = d.ID; !s.in.Live || progress.RolledOut(d) {
			p.old = d.Hash
		}
	} else {
		p.id = state.SetID(len(c.Sets()))
	}
	p.expect(s.in.Faults)
	if p.err = p.apply(); p.err != nil {
		return p
	}
	if s.in.Live {
		p.hash = hashOf(c, p.set)
	}
	p.begin()
	p.err = p.run()
	p.finish()
	return p
}

// expect puts what is to break in order, and lets break what is due.
func (p *play) expect(faults []Fault) {
	p.faults = slices.Clone(faults)
	sort.SliceStable(p.faults, func(i, j int) bool { return p.faults[i].At < p.faults[j].At })
	p.breakDue()
}

// begin takes notes from now on.
func (p *play) begin() {
	p.watch = observe(p)
	p.c.Watch(func(e *core.Event) {
		p.news.Observe(e)
		p.fresh = p.fresh || e.Verb == "status"
		p.watch.see(e)
	})
}

func (p *play) finish() {
	p.c.Watch(nil)
	p.watch.close()
}

// apply makes the change.
func (p *play) apply() error {
	var err error
	if p.s.find(p.c) == nil {
		err = p.c.Create(p.s.in.New)
	} else {
		err = p.c.Update(p.s.in.New)
	}
	if err != nil {
		return err
	}
	p.set = p.s.find(p.c)
	p.id = p.set.ID
	return nil
}

// breakDue lets break what is due.
func (p *play) breakDue() {
	for len(p.faults) > 0 && p.faults[0].At <= p.c.Now()-p.from {
		if err := p.breakOne(p.faults[0]); err != nil {
			p.notes = append(p.notes, notef("nothing broke at %s: %v", "在 %s 没有弄坏什么：%v", Span(p.faults[0].At), err))
		}
		p.faults = p.faults[1:]
	}
}

func (p *play) breakOne(f Fault) error {
	if !f.Pod {
		return p.c.BreakNode(f.Node, f.Kind)
	}
	for _, pod := range p.c.PodsOn(f.Node) {
		if pod.Set != state.None && p.s.find(p.c) != nil && pod.Set == p.s.find(p.c).ID && pod.Bound() && !pod.Terminating() && !pod.Phase.Terminal() {
			return p.c.BreakPod(pod.Namespace, pod.Name, f.Phase)
		}
	}
	return errors.New("there is no daemon pod on node " + f.Node)
}

// run goes on until the rollout ends, and breaks things on the way. It comes back
// without an outcome where it is to pause.
func (p *play) run() error {
	end := p.from + p.s.in.MaxTime
	for {
		next := end
		if len(p.faults) > 0 {
			next = min(end, p.from+p.faults[0].At)
		}
		err := p.c.Until(p.ended, next-p.c.Now())
		switch {
		case err == nil && p.outcome == "":
			return nil
		case err == nil:
			p.late()
			return nil
		case errors.Is(err, core.ErrIdle) && len(p.faults) == 0:
			p.close(Stuck)
			return nil
		case errors.Is(err, core.ErrIdle):
			if err := p.c.Advance(next-p.c.Now(), nil); err != nil {
				return err
			}
		case !errors.Is(err, core.ErrTime):
			return err
		}
		if p.c.Now() >= end {
			p.close(TimeLimit)
			return nil
		}
		p.breakDue()
		p.fresh = true
	}
}

// late notes the faults that the rollout did not wait for.
func (p *play) late() {
	for _, f := range p.faults {
		english, chinese := "the rollout was over after %s, before node %s would break at %s", "发布在 %s 就已结束，早于节点 %s 在 %s 的故障"
		if f.Pod {
			english, chinese = "the rollout was over after %s, before the pod on %s would break at %s", "发布在 %s 就已结束，早于 %s 上的 Pod 在 %s 的故障"
		}
		p.notes = append(p.notes, notef(english, chinese, Span(p.end), f.Node, Span(f.At)))
	}
}

// ended says that the rollout has come to an end, and which.
func (p *play) ended() bool {
	p.report()
	switch {
	case p.fresh && p.look():
		p.close(RolledOut)
	case p.c.Emitted()-p.events > p.s.in.MaxEvents:
		p.close(EventLimit)
	case p.news.Old(), len(p.faults) == 0 && p.c.Asleep(p.id):
		p.close(Stuck)
	default:
		return p.pause > 0 && p.c.Emitted() >= p.pause
	}
	return true
}

// look says whether the DaemonSet is rolled out by its status as last written.
func (p *play) look() bool {
	p.fresh = false
	if d := p.s.find(p.c); d != nil {
		p.set = d
	}
	return progress.RolledOut(p.set)
}

func (p *play) close(o Outcome) { p.outcome, p.end = o, p.c.Now()-p.from }

// report tells the host how far the run is, now and then.
func (p *play) report() {
	if p.asked++; p.s.in.Progress == nil || p.asked%2048 != 0 {
		return
	}
	p.s.in.Progress(Progress{
		Order: p.order + 1, Orders: p.s.in.Orders,
		Done: p.watch.done, Nodes: p.watch.eligible, At: p.c.Now() - p.from,
	})
}

// limited says that the client's rate may have decided how long the run took: more
// than half of the time went into waiting for it.
func (p *play) limited(qps float64) bool {
	calls := p.watch.calls
	return p.outcome == RolledOut && qps > 0 &&
		float64(calls.Creates+calls.Deletes+calls.StatusWrites)/(qps*share) > p.end.Seconds()/2
}

// waiting is what the rollout waits for at the end.
func (p *play) waiting() []Wait { return waiting(p.c, p.id) }

// neverReady are the new pods that are not ready at the end, with what they wait
// for where that is known, at most maxBlocking of them, and how many there are.
func (p *play) neverReady() (int, []Wait) {
	because := map[state.PodID]daemon.Wait{}
	for _, w := range p.c.Index(p.id).Waiting(10 * maxBlocking) {
		because[w.Pod] = w
	}
	n := 0
	var list []Wait
	for _, pod := range p.c.PodRecords() {
		if pod.Set != p.id || pod.Ready || pod.Terminating() || pod.Created < p.from {
			continue
		}
		if n++; n > maxBlocking {
			continue
		}
		w, known := because[pod.ID]
		if !known {
			w = daemon.Wait{Pod: pod.ID, Why: reason.Reason{Code: reason.WaitingReady, Pod: pod.Name}}
		}
		w.Node, w.Why.Node = pod.Target, p.c.NodeName(pod.Target)
		list = append(list, waitOf(p.c, w.Node, w.Pod, w.Why))
	}
	return n, list
}

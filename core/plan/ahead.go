package plan

import (
	"errors"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
)

// Ahead plans what comes next in a cluster that is there, from its present moment:
// broken nodes, half a rollout and all. It is run in parts, so that a host stays
// able to answer. The control plane is as fast as in that cluster; Run has one that
// was measured, so its plans may take longer.
type Ahead struct {
	s      *stage
	change func() (*core.Cluster, error)
	p      *play
	free   *play // the same without a limit of the client; nil where that was not asked
	brief  bool
	result *Result
}

// Begin makes a change. The key, namespace/name, tells whose rollout is planned;
// change makes a fork of present and changes it, in the same way whenever it is
// called. Of the input, Faults, Gates, MaxTime and MaxEvents count. A brief plan says
// neither what blocks it nor whether the client decides.
func Begin(in Input, key string, present *core.Cluster, change func() (*core.Cluster, error), brief bool) (*Ahead, error) {
	old := setNamed(present, key)
	if old != nil {
		in.Old, in.New = old.Object, old.Object
	}
	a := &Ahead{s: &stage{c: present}, change: change, brief: brief}
	c, err := change()
	if err != nil {
		return nil, err
	}
	d := setNamed(c, key)
	if d == nil {
		return nil, errors.New("there is no DaemonSet " + key + " after the change")
	}
	in.New, in.Images = d.Object, c.Images()
	in.QPS, _ = c.ClientRate()
	if a.s.in, err = in.completed(); err != nil {
		return nil, err
	}
	if a.s.in.Images = in.Images; old != nil {
		counts := daemon.CountsOf(&old.Status)
		a.s.before = &Before{RolledOut: progress.RolledOut(old), Waiting: []Wait{}, live: &counts}
		if !a.s.before.RolledOut {
			a.s.before.Waiting = list(waiting(present, old.ID))
		}
	}
	if err := a.s.possible(in.Faults); err != nil {
		return nil, err
	}
	a.p = a.begin(c)
	return a, nil
}

// begin takes notes of a changed cluster.
func (a *Ahead) begin(c *core.Cluster) *play {
	d := a.s.find(c)
	p := &play{s: a.s, c: c, from: a.s.c.Now(), events: a.s.c.Emitted(), fresh: true, set: d, id: d.ID, hash: hashOf(c, d)}
	if old := a.s.find(a.s.c); old != nil && progress.RolledOut(old) {
		p.old = old.Hash
	}
	p.expect(a.s.in.Faults)
	p.begin()
	return p
}

// Go goes on by so many events, about, and says whether the plan is done.
func (a *Ahead) Go(events int) (done bool, err error) {
	if a.result != nil {
		return true, nil
	}
	p := a.p
	if a.free != nil {
		p = a.free
	}
	p.pause = p.c.Emitted() + max(events, 1)
	if err := p.run(); err != nil || p.outcome == "" {
		return false, err
	}
	p.finish()
	if p == a.p && !a.brief && p.limited(a.s.in.QPS) {
		c, err := a.change()
		if err != nil {
			return false, err
		}
		c.LimitClient(-1, 0)
		a.free = a.begin(c)
		return false, nil
	}
	a.sum()
	return true, nil
}

// sum makes the result.
func (a *Ahead) sum() {
	r := a.s.result(a.p)
	if a.free != nil {
		r.Client.unlimited(a.free, a.p)
	}
	if a.p.outcome != RolledOut && !a.brief {
		r.blocked(a.p)
	}
	r.order(r, 0, 1)
	r.judge(a.s.in.Gates)
	a.result = r
}

// Result is the plan once Go has said that it is done, nil before.
func (a *Ahead) Result() *Result { return a.result }

// Peak is what the rollout asks of all nodes together beyond what was there before, at
// the worst moment.
func (a *Ahead) Peak() state.Resources { return a.p.watch.peak.Max(state.Resources{}) }

// Progress is how far the plan is.
func (a *Ahead) Progress() Progress {
	p := a.p
	if a.free != nil {
		p = a.free
	}
	return Progress{Order: 1, Orders: 1, Done: p.watch.done, Nodes: p.watch.eligible, At: p.c.Now() - p.from}
}

// renewed says whether a pod is one of the new template.
func (p *play) renewed(pod *state.Pod) bool {
	if p.hash != "" {
		return pod.Hash() == p.hash
	}
	return pod.Created >= p.from
}

// wasUp says whether a node had an available pod before the change, where the change
// itself may have made it count as unavailable: a longer minReadySeconds does.
func (p *play) wasUp(node string) bool {
	if p.hash == "" {
		return false
	}
	for _, pod := range p.s.c.PodsOn(node) {
		if pod.Set == p.id && pod.Available && !pod.Terminating() {
			return true
		}
	}
	return false
}

// Remarks are the sentences that the JSON of a plan has in English only.
type Remarks struct {
	Notes  []string `json:"notes"`
	Advice string   `json:"advice"` // Blocked.Advice; "" for none
	Fixes  []string `json:"fixes"`  // Fix of each of Nodes.Others
}

// RemarksIn are the Remarks in a language.
func (r *Result) RemarksIn(l reason.Language) Remarks {
	out := Remarks{Notes: []string{}, Fixes: []string{}}
	for _, n := range r.notes {
		out.Notes = append(out.Notes, words{l}.say(n.English, n.Chinese))
	}
	for i := range r.Nodes.Others {
		out.Fixes = append(out.Fixes, sentences(r.Nodes.Others[i].fixes, l))
	}
	if r.Blocked != nil && r.Blocked.advice.Code != "" {
		out.Advice = r.Blocked.advice.Sentence(l)
	}
	return out
}

// setNamed finds a DaemonSet by namespace/name; nil where it is not there.
func setNamed(c *core.Cluster, key string) *state.DaemonSet {
	for _, d := range c.Sets() {
		if d.Key() == key {
			return d
		}
	}
	return nil
}

// hashOf is the hash that pods of the present template have, or will have once the
// controller has seen it.
func hashOf(c *core.Cluster, d *state.DaemonSet) string {
	patch := daemon.Patch(d.Object)
	hash, number := daemon.Hash(patch, d.Status.CollisionCount), int64(-1)
	for _, r := range c.Revisions(d.Object.Namespace) {
		for _, ref := range r.OwnerReferences {
			if ref.Name == d.Object.Name && string(r.Data.Raw) == patch && r.Revision > number {
				hash, number = r.Labels[api.ControllerRevisionHashLabelKey], r.Revision
			}
		}
	}
	return hash
}

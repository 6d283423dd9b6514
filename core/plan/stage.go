package plan

import (
	"errors"
	"slices"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
)

// stage is the cluster right before the change.
type stage struct {
	in    Input
	c     *core.Cluster
	ill   []Fault // nodes that are not ready to begin with
	notes []Note
	// before tells how the old DaemonSet's own roll-out went, nil where there is none.
	before *Before
	// others are the DaemonSets that are planned in this cluster beside this one.
	others []Input
}

// set makes the cluster as it is before the change: everything there is, ready, the
// old DaemonSet and the others rolled out; then the nodes that are not ready break.
func set(in Input) (*stage, error) {
	s, err := ground(in, nil)
	if err != nil || in.Live {
		return s, err
	}
	if in.Old != nil {
		if err := s.old(in.Old); err != nil {
			return nil, err
		}
	}
	if err := s.rest(); err != nil {
		return nil, err
	}
	return s, s.conclude()
}

func (s *stage) old(ds *api.DaemonSet) error {
	if err := s.c.Create(ds); err != nil {
		return fmt.Errorf("the old DaemonSet: %w", err)
	}
	return nil
}

// ground makes the cluster without the DaemonSets that are planned; of a live cluster
// it is all there is.
func ground(in Input, others []Input) (*stage, error) {
	s := &stage{in: in, notes: slices.Concat(in.Notes, in.strayImages(), in.takenClasses()), others: others}
	rate := in.QPS * share
	if in.QPS < 0 {
		rate = -1
	}
	s.c = core.New(core.Options{Seed: in.Seed, Shuffle: in.Seed > 0, Record: in.record, QPS: rate, Burst: 1, Latency: latency, Budget: in.Budget})
	for _, r := range in.Images {
		s.c.SetImage(r)
	}
	if err := s.classes(); err != nil {
		return nil, err
	}
	if in.Live {
		return s, s.live()
	}
	for _, step := range []func(any) error{s.early, s.pod, s.late} {
		for _, o := range in.Cluster {
			if err := step(o); err != nil {
				return nil, err
			}
		}
	}
	return s, s.possible(in.Faults)
}

// live brings a cluster in as it is, and lets its controllers look at it once.
func (s *stage) live() error {
	for _, o := range s.in.Cluster {
		if n, ok := o.(*api.Node); ok {
			o = s.healthy(n)
		}
		if err := s.c.Create(o); err != nil {
			return err
		}
	}
	if err := errors.Join(s.possible(s.in.Faults), s.breakIll()); err != nil {
		return err
	}
	err := s.c.Until(func() bool {
		return !slices.ContainsFunc(s.c.Sets(), func(d *state.DaemonSet) bool {
			return d.Hash == "" || d.Status.ObservedGeneration < d.Object.Generation
		})
	}, firstLook)
	if err != nil && !errors.Is(err, core.ErrIdle) && !errors.Is(err, core.ErrTime) {
		return err
	}
	s.lookBack()
	return nil
}

// lookBack notes how far the DaemonSet is in a live cluster.
func (s *stage) lookBack() {
	s.noteNodes()
	if d := s.find(s.c); d != nil {
		counts := daemon.CountsOf(&d.Status)
		s.before = &Before{RolledOut: progress.RolledOut(d), Waiting: []Wait{}, live: &counts}
		if !s.before.RolledOut {
			s.before.Waiting = list(waiting(s.c, d.ID))
		}
		s.noteIll(d.ID)
	}
}

// noteIll tells of daemon pods that run and are not ready.
func (s *stage) noteIll(id state.SetID) {
	var names []string
	n := 0
	for _, p := range s.c.PodRecords() {
		if p.Set != id || p.Ready || p.Terminating() || p.Phase != state.Running {
			continue
		}
		if n++; n <= maxNames {
			names = append(names, p.Name)
		}
	}
	if n > 0 {
		s.notes = append(s.notes, Note{
			count(n, "daemon pod") + " not ready to begin with, and taken to stay so until replaced: " + namesOf(names, n),
			fmt.Sprintf("一开始有 %d 个守护 Pod 未就绪，假定在被替换前一直如此：%s", n, namesOf(names, n)),
		})
	}
}

// firstLook is how long the controllers of a live cluster may take to look at it.
const firstLook = 10 * state.Second

// breakIll lets the nodes break that were not ready to begin with.
func (s *stage) breakIll() error {
	for _, f := range s.ill {
		if err := s.c.BreakNode(f.Node, f.Kind); err != nil {
			return err
		}
	}
	return nil
}

// noteNodes tells of these nodes.
func (s *stage) noteNodes() {
	var names []string
	for _, f := range s.ill[:min(len(s.ill), maxNames)] {
		names = append(names, f.Node)
	}
	if n := len(s.ill); n > 0 {
		s.notes = append(s.notes, Note{
			nodes(n) + " not ready to begin with: " + namesOf(names, n),
			fmt.Sprintf("一开始有 %d 个节点未就绪：%s", n, namesOf(names, n)),
		})
	}
}

// strayImages notes the rules about images that no container of the DaemonSet has.
func (in *Input) strayImages() []Note {
	used := map[string]bool{"*": true}
	for _, ds := range []*api.DaemonSet{in.New, in.Old} {
		if ds == nil {
			continue
		}
		for _, list := range [][]api.Container{ds.Spec.Template.Spec.InitContainers, ds.Spec.Template.Spec.Containers} {
			for i := range list {
				used[list[i].Image] = true
			}
		}
	}
	var notes []Note
	for _, r := range in.Images {
		if !used[r.Image] {
			notes = append(notes, notef("no container of the DaemonSet has the image %s, whose behaviour was told", "DaemonSet 没有容器使用镜像 %s，它的行为说明没有用上", r.Image))
		}
	}
	return notes
}

// early creates what others refer to.
func (s *stage) early(o any) error {
	switch o := o.(type) {
	case *api.PriorityClass:
		return s.create(o, o.Name)
	case *api.PodDisruptionBudget:
		return s.create(o, o.Name)
	case *api.Node:
		return s.create(s.healthy(o), o.Name)
	}
	return nil
}

// pod creates a pod that runs already, unless it has ended or a DaemonSet of this
// cluster makes it itself.
func (s *stage) pod(o any) error {
	p, ok := o.(*api.Pod)
	if !ok || p.Status.Phase == api.PodSucceeded || p.Status.Phase == api.PodFailed {
		return nil
	}
	for _, ref := range p.OwnerReferences {
		if ref.Kind == "DaemonSet" && s.knows(p.Namespace, ref.Name) {
			return nil
		}
	}
	return s.create(p, p.Name)
}

// knows says whether a DaemonSet is part of the plan.
func (s *stage) knows(namespace, name string) bool {
	is := func(ds *api.DaemonSet) bool {
		return ds.Name == name && (namespaceOf(ds) == namespace || namespace == "" && namespaceOf(ds) == "default")
	}
	if is(s.in.New) || slices.ContainsFunc(s.others, func(in Input) bool { return is(in.New) }) {
		return true
	}
	for _, o := range s.in.Cluster {
		if ds, ok := o.(*api.DaemonSet); ok && is(ds) {
			return true
		}
	}
	return false
}

// late creates the other DaemonSets.
func (s *stage) late(o any) error {
	ds, ok := o.(*api.DaemonSet)
	same := func(in Input) bool { return ds.Name == in.New.Name && namespaceOf(ds) == namespaceOf(in.New) }
	if !ok || same(s.in) || slices.ContainsFunc(s.others, same) {
		return nil
	}
	return s.create(ds, ds.Name)
}

// create creates an object and names it in the error.
func (s *stage) create(o any, name string) error {
	err := s.c.Create(o)
	var refused *core.APIError
	if errors.As(err, &refused) && refused.Reason == "AlreadyExists" {
		return fmt.Errorf("%s is there twice: %w", name, err)
	}
	return err
}

// healthy is a node as it was before it stopped being ready, so that the old
// DaemonSet could be rolled out to it; what is wrong with it comes back later.
func (s *stage) healthy(n *api.Node) *api.Node {
	fault, ill := core.Unreachable, false
	for i := range n.Status.Conditions {
		c := &n.Status.Conditions[i]
		if c.Type != api.NodeReady || c.Status == api.ConditionTrue {
			continue
		}
		ill = true
		if c.Status == api.ConditionFalse {
			fault = core.NotReady
		}
	}
	if !ill {
		return n
	}
	s.ill = append(s.ill, Fault{Node: n.Name, Kind: fault})
	out := n.DeepCopy()
	out.Status.Conditions = nil
	out.Spec.Taints = nil
	for _, t := range n.Spec.Taints {
		if t.Key != api.TaintNodeNotReady && t.Key != api.TaintNodeUnreachable {
			out.Spec.Taints = append(out.Spec.Taints, t)
		}
	}
	return out
}

// rest lets everything that is there before the change come to rest.
func (s *stage) rest() error {
	if len(s.c.Sets()) == 0 {
		return nil
	}
	events, written, asked := s.c.Emitted(), true, 0
	var news progress.News
	s.c.Watch(func(e *core.Event) {
		news.Observe(e)
		written = written || e.Verb == "status"
	})
	err := s.c.Until(func() bool {
		if asked++; s.in.Progress != nil && asked%2048 == 0 {
			s.in.Progress(Progress{Before: true, At: s.c.Now()})
		}
		if news.Old() || s.c.Emitted()-events > s.in.MaxEvents {
			return true
		}
		if !written {
			return false
		}
		written = false
		return !s.c.AnySet(func(d *state.DaemonSet) bool { return !progress.RolledOut(d) })
	}, s.in.MaxTime)
	s.c.Watch(nil)
	if err != nil && !errors.Is(err, core.ErrIdle) && !errors.Is(err, core.ErrTime) {
		return err
	}
	return nil
}

// conclude lets the old pods age, notes what has not come to rest, and lets the nodes
// break that were not ready.
func (s *stage) conclude() error {
	if s.in.Old != nil {
		s.before = &Before{RolledOut: true, Waiting: []Wait{}}
		if err := s.age(); err != nil {
			return err
		}
	}
	for _, d := range s.unfinished() {
		s.unsettled(d)
	}
	s.noteNodes()
	return s.breakIll()
}

// age lets the old pods be ready for as long as the new minReadySeconds asks. Those
// of a rollout that ended just now would all count as unavailable once the change
// raises it, and be replaced at once, where old pods in a cluster have run for days.
func (s *stage) age() error {
	events := s.c.Emitted()
	ready := state.Time(s.in.New.Spec.MinReadySeconds) * state.Second
	if ready <= state.Time(s.in.Old.Spec.MinReadySeconds)*state.Second {
		return nil
	}
	return s.c.Advance(ready, func() bool { return s.c.Emitted()-events <= s.in.MaxEvents })
}

// unfinished are the DaemonSets that are not rolled out.
func (s *stage) unfinished() []*state.DaemonSet {
	var out []*state.DaemonSet
	for _, d := range s.c.Sets() {
		if !progress.RolledOut(d) {
			out = append(out, d)
		}
	}
	return out
}

// unsettled tells of a DaemonSet that cannot be rolled out even before the change.
func (s *stage) unsettled(d *state.DaemonSet) {
	if !s.planned(d) {
		s.notes = append(s.notes, notef("the DaemonSet %s that is there already does not roll out; its pods that are there take their room",
			"已有的 DaemonSet %s 没有完成发布；它已有的 Pod 占着资源", d.Key()))
		return
	}
	s.before.RolledOut = false
	s.before.Waiting = list(waiting(s.c, d.ID))
}

// waiting is what a DaemonSet's rollout waits for now.
func waiting(c *core.Cluster, id state.SetID) []Wait {
	var out []Wait
	for _, w := range c.Index(id).Waiting(maxBlocking) {
		out = append(out, waitOf(c, w.Node, w.Pod, w.Why))
	}
	return out
}

// planned says whether a DaemonSet is the one that is planned.
func (s *stage) planned(d *state.DaemonSet) bool {
	return d.Object.Name == s.in.New.Name && d.Object.Namespace == namespaceOf(s.in.New)
}

// find is the planned DaemonSet's record in a cluster, nil before it is created.
func (s *stage) find(c *core.Cluster) *state.DaemonSet {
	for _, d := range c.Sets() {
		if s.planned(d) {
			return d
		}
	}
	return nil
}

// waitOf names what a rollout waits for.
func waitOf(c *core.Cluster, node state.NodeID, pod state.PodID, because reason.Reason) Wait {
	w := Wait{Node: c.NodeName(node), Pod: because.Pod, Code: because.Code, Message: because.Sentence(reason.English), Why: because}
	if pod == state.None {
		w.Pod = ""
	}
	return w
}

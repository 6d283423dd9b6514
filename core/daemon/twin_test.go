package daemon

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// twin reads the controller's algorithm plainly: it goes over all nodes and pods,
// each time anew. The Index has to give the same answers.
type twin struct {
	*cluster
	now state.Time
	m   memory
}

// call is a planned call without its reason.
type call struct {
	Create bool
	Node   state.NodeID
	Pod    state.PodID
}

type twinPlan struct {
	Creates, Deletes []call
	BackOffs         []state.BackOff
	Requeue          state.Time
	Reports          []string
	Err              string
}

func (p *twinPlan) cut() twinPlan {
	p.Creates, p.Deletes = p.Creates[:min(len(p.Creates), 250)], p.Deletes[:min(len(p.Deletes), 250)]
	return *p
}

// podsOn are the pods of a node, finished ones being deleted left out, sorted.
func (t twin) podsOn(id state.NodeID) []*state.Pod {
	var pods []*state.Pod
	for _, p := range t.pods {
		ended := p.Phase == state.Failed || p.Phase == state.Succeeded
		if p.Target == id && !(ended && p.Deleted != state.Never) {
			pods = append(pods, p)
		}
	}
	sort.Slice(pods, func(i, j int) bool {
		a, b := pods[i], pods[j]
		if (a.Node != state.None) != (b.Node != state.None) {
			return a.Node != state.None
		}
		if sa, sb := int(a.Created.Seconds()), int(b.Created.Seconds()); sa != sb {
			return sa < sb
		}
		return a.Name < b.Name
	})
	return pods
}

func (t twin) place(id state.NodeID) Placement {
	if t.nodes[id] == nil {
		return Placement{}
	}
	ds, node := t.set.Object, t.nodes[id].Object
	spec := ds.Spec.Template.Spec
	required := api.NewRequiredNodeAffinity(spec.NodeSelector, spec.Affinity)
	if spec.NodeName != "" && spec.NodeName != node.Name || !required.Matches(node.Name, node.Labels) {
		return Placement{}
	}
	p := Placement{true, true}
	for i := range node.Spec.Taints {
		taint := &node.Spec.Taints[i]
		if taint.Effect == api.TaintEffectPreferNoSchedule || api.Tolerated(AddTolerations(spec.Tolerations, spec.HostNetwork), taint) {
			continue
		}
		p.ShouldRun = false
		if taint.Effect == api.TaintEffectNoExecute {
			p.MayStay = false
		}
	}
	return p
}

func (t twin) updated(p *state.Pod) bool {
	labels := p.LabelSet()
	return labels["controller-revision-hash"] == t.set.Hash ||
		labels["pod-template-generation"] == t.set.Object.Annotations["deprecated.daemonset.template.generation"]
}

func (t twin) surgeAllowed() bool {
	s := t.set.Object.Spec.UpdateStrategy
	if s.Type != "RollingUpdate" || s.RollingUpdate == nil {
		return false
	}
	n, _ := s.RollingUpdate.MaxSurge.ScaledValue(1, true)
	return n > 0
}

// manage is section by section what podsShouldBeOnNode says.
func (t twin) manage() twinPlan {
	var plan twinPlan
	for _, id := range t.visited() {
		if t.nodes[id] == nil {
			continue
		}
		place, pods := t.place(id), t.podsOn(id)
		switch {
		case place.ShouldRun && len(pods) == 0:
			plan.Creates = append(plan.Creates, call{true, id, state.None})
		case place.MayStay:
			t.manageStaying(&plan, id, pods, place.ShouldRun)
		default:
			for _, p := range pods {
				if p.Deleted == state.Never {
					plan.Deletes = append(plan.Deletes, call{false, id, p.ID})
				}
			}
		}
	}
	for _, id := range t.visited() {
		for _, p := range t.podsOn(id) {
			if t.nodes[id] == nil && p.Node == state.None {
				plan.Deletes = append(plan.Deletes, call{false, id, p.ID})
			}
		}
	}
	return plan.cut()
}

func (t twin) manageStaying(plan *twinPlan, id state.NodeID, pods []*state.Pod, shouldRun bool) {
	var running []*state.Pod
	remove := func(p *state.Pod) { plan.Deletes = append(plan.Deletes, call{false, id, p.ID}) }
	for _, p := range pods {
		switch {
		case p.Deleted != state.Never:
		case p.Phase == state.Failed:
			t.manageFailed(plan, id, p)
		case p.Phase == state.Succeeded:
			plan.Reports = append(plan.Reports, fmt.Sprintf("Found succeeded daemon pod default/%s on node %s, will try to delete it", p.Name, t.Name(id)))
			remove(p)
		default:
			running = append(running, p)
		}
	}
	if !t.surgeAllowed() {
		for i := 1; i < len(running); i++ {
			remove(running[i])
		}
		return
	}
	if len(running) == 0 && shouldRun {
		plan.Creates = append(plan.Creates, call{true, id, state.None})
	}
	if len(running) < 2 {
		return
	}
	var newest, oldest *state.Pod
	for _, p := range running {
		fresh := p.LabelSet()["controller-revision-hash"] == t.set.Hash
		switch {
		case fresh && newest == nil:
			newest = p
		case !fresh && oldest == nil:
			oldest = p
		default:
			remove(p)
		}
	}
	if newest != nil && oldest != nil && (!oldest.Ready || newest.Available) {
		remove(oldest)
	}
}

func (t twin) manageFailed(plan *twinPlan, id state.NodeID, p *state.Pod) {
	b, ok := t.m[id]
	for _, again := range plan.BackOffs { // bumped earlier in this very sync
		if again.Node == id {
			b, ok = again, true
		}
	}
	fits := ok && b.Generation == t.set.Status.ObservedGeneration && t.now-b.Bumped <= 30*60*state.Second
	if fits && t.now-b.Bumped < b.Window {
		if plan.Requeue == 0 || b.Window < plan.Requeue {
			plan.Requeue = b.Window
		}
		return
	}
	next := state.BackOff{Set: t.set.ID, Generation: t.set.Status.ObservedGeneration, Node: id, Window: state.Second, Bumped: t.now}
	if fits {
		next.Window = min(b.Window*2, 900*state.Second)
	}
	if n := len(plan.BackOffs); n > 0 && plan.BackOffs[n-1].Node == id {
		plan.BackOffs = plan.BackOffs[:n-1]
	}
	plan.BackOffs = append(plan.BackOffs, next)
	plan.Reports = append(plan.Reports, fmt.Sprintf("Found failed daemon pod default/%s on node %s, will try to kill it", p.Name, t.Name(id)))
	plan.Deletes = append(plan.Deletes, call{false, id, p.ID})
}

// newAndOld are the pods not being deleted; ok is false for two of a kind.
func (t twin) newAndOld(id state.NodeID) (fresh, old *state.Pod, ok bool) {
	for _, p := range t.podsOn(id) {
		if p.Deleted != state.Never {
			continue
		}
		if t.updated(p) {
			if fresh != nil {
				return nil, nil, false
			}
			fresh = p
		} else {
			if old != nil {
				return nil, nil, false
			}
			old = p
		}
	}
	return fresh, old, true
}

func (t twin) limits() (budget Budget) {
	for id := range t.nodes {
		if t.place(state.NodeID(id)).ShouldRun {
			budget.Desired++
		}
	}
	s := t.set.Object.Spec.UpdateStrategy
	if s.Type == "RollingUpdate" {
		budget.MaxUnavailable, _ = s.RollingUpdate.MaxUnavailable.ScaledValue(budget.Desired, true)
		budget.MaxSurge, _ = s.RollingUpdate.MaxSurge.ScaledValue(budget.Desired, true)
		if budget.Desired > 0 && budget.MaxSurge == 0 && budget.MaxUnavailable == 0 {
			budget.MaxUnavailable = 1
		}
	}
	return budget
}

// entries are the nodes the rolling update looks at.
func (t twin) entriesOf() []state.NodeID {
	var ids []state.NodeID
	for _, id := range t.visited() {
		if t.place(id).ShouldRun || len(t.podsOn(id)) > 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

func (t twin) rollingUpdate() (twinPlan, Budget) {
	b := t.limits()
	byReplacing := t.replacing(&b)
	bySurging := t.surging(&b)
	switch {
	case t.set.Object.Spec.UpdateStrategy.Type != "RollingUpdate":
		return twinPlan{}, b
	case b.MaxSurge == 0:
		return byReplacing.cut(), b
	}
	return bySurging.cut(), b
}

func (t twin) replacing(b *Budget) twinPlan {
	var plan twinPlan
	var candidates []call
	for _, id := range t.entriesOf() {
		fresh, old, ok := t.newAndOld(id)
		switch {
		case !ok, (fresh == nil) == (old == nil):
			b.Unavailable++
		case fresh != nil:
			if !fresh.Available {
				b.Unavailable++
			}
		case !old.Available:
			plan.Deletes = append(plan.Deletes, call{false, id, old.ID})
			b.Unavailable++
		case b.Unavailable < b.MaxUnavailable:
			candidates = append(candidates, call{false, id, old.ID})
		}
	}
	n := min(max(b.MaxUnavailable-b.Unavailable, 0), len(candidates))
	plan.Deletes = append(plan.Deletes, candidates[:n]...)
	return plan
}

func (t twin) surging(b *Budget) twinPlan {
	var plan twinPlan
	var later, candidates []call
	for _, id := range t.entriesOf() {
		fresh, old, ok := t.newAndOld(id)
		if !ok {
			b.Surging++
			continue
		}
		if old != nil && old.Available || old == nil && fresh != nil && fresh.Available {
			b.Available++
		}
		switch {
		case old == nil:
		case fresh != nil && !fresh.Available:
			b.Surging++
		case fresh != nil:
			plan.Deletes = append(plan.Deletes, call{false, id, old.ID})
		default:
			b.Old++
			switch {
			case t.nodes[id] == nil:
				if plan.Err == "" {
					plan.Err = fmt.Sprintf("couldn't get node for nodeName %q: node %q not found", t.Name(id), t.Name(id))
				}
			case !t.place(id).ShouldRun && old.Available:
				later = append(later, call{false, id, old.ID})
			case !t.place(id).ShouldRun:
				plan.Deletes = append(plan.Deletes, call{false, id, old.ID})
			case !old.Available:
				plan.Creates = append(plan.Creates, call{true, id, state.None})
			case b.Surging < b.MaxSurge:
				candidates = append(candidates, call{true, id, state.None})
			}
		}
	}
	if plan.Err != "" {
		return twinPlan{Err: plan.Err}
	}
	plan.Deletes = append(plan.Deletes, later[:min(max(b.Available-b.Desired, 0), len(later))]...)
	n := min(max(b.MaxSurge-b.Surging, 0), len(candidates))
	plan.Creates = append(plan.Creates, candidates[:n]...)
	return plan
}

func (t twin) status() state.Counts {
	var c state.Counts
	for id, node := range t.nodes {
		if node == nil {
			continue
		}
		pods := t.podsOn(state.NodeID(id))
		if !t.place(state.NodeID(id)).ShouldRun {
			if len(pods) > 0 {
				c.Misscheduled++
			}
			continue
		}
		c.Desired++
		if len(pods) == 0 {
			continue
		}
		c.Current++
		if pods[0].Ready {
			c.Ready++
			if pods[0].Available {
				c.Available++
			}
		}
		if t.updated(pods[0]) {
			c.Updated++
		}
	}
	c.Unavailable = c.Desired - c.Available
	return c
}

// planOf puts an Index's plan beside a twin's, and checks that it is explained.
func planOf(t *testing.T, p Plan, err error) twinPlan {
	out := twinPlan{BackOffs: p.BackOffs, Requeue: p.Requeue}
	if err != nil {
		out.Err = err.Error()
	}
	for _, r := range p.Reports {
		out.Reports = append(out.Reports, r.Message)
	}
	for _, c := range p.Creates {
		out.Creates = append(out.Creates, plain(t, c))
	}
	for _, c := range p.Deletes {
		out.Deletes = append(out.Deletes, plain(t, c))
	}
	return out
}

func plain(t *testing.T, c state.Call) call {
	if _, ok := reason.Lookup(c.Why.Code); !ok || c.Why.Node == "" || !c.Create && c.Why.Pod == "" {
		t.Fatalf("call %+v is not explained", c)
	}
	return call{c.Create, c.Node, c.Pod}
}

// compare holds the Index to the twin of what was delivered to it.
func compare(t *testing.T, x *Index, tw twin, context string) {
	t.Helper()
	rolled, budget := tw.rollingUpdate()
	got, err := x.RollingUpdate()
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"status", x.Status(), tw.status()},
		{"budget", x.Budget(), budget},
		{"manage", planOf(t, x.Manage(tw.now, tw.m.at), nil), tw.manage()},
		{"rolling update", planOf(t, got, err), rolled},
	} {
		if !equal(c.got, c.want) {
			t.Fatalf("%s: %s differs\nplain reading: %+v\nindex:         %+v", context, c.what, c.want, c.got)
		}
	}
}

func equal(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

func TestIndexAgreesWithThePlainReadingAfterEveryRefresh(t *testing.T) {
	for seed := range uint64(2500) {
		r := rand.New(rand.NewPCG(seed, 1))
		c, x := newCluster(r.IntN(12)), NewIndex()
		m := memory{}
		c.randomSet(r)
		var seen *cluster
		for step := range 12 {
			for range r.IntN(4) {
				c.mutate(r, x, m)
			}
			if seen == nil || r.IntN(3) > 0 {
				x.Refresh(c)
				seen = c.copy()
			}
			now := state.Time(step) * state.Time(r.IntN(3)) * state.Second
			compare(t, x, twin{seen, now, m}, fmt.Sprintf("seed %d step %d", seed, step))
		}
	}
}

func TestIndexAgreesWithThePlainReadingBeyondTheBurst(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 2))
		c, x := newCluster(600), NewIndex()
		c.randomSet(r)
		for range 400 + r.IntN(300) {
			c.randomPod(r, state.NodeID(r.IntN(len(c.nodes))))
		}
		x.Refresh(c)
		compare(t, x, twin{c, 0, memory{}}, fmt.Sprint("seed ", seed))
	}
}

func (c *cluster) randomSet(r *rand.Rand) {
	c.edit(func(ds *api.DaemonSet) {
		s := &ds.Spec.UpdateStrategy
		*s = rolling(int32(r.IntN(4)), 0)
		switch r.IntN(5) {
		case 0:
			*s = rolling(0, int32(1+r.IntN(3)))
		case 1, 2:
			percent, zero := api.FromString(fmt.Sprint(1+r.IntN(100), "%")), api.FromInt32(0)
			s.RollingUpdate.MaxUnavailable, s.RollingUpdate.MaxSurge = &zero, &percent
		case 3:
			s.Type = api.OnDeleteDaemonSetStrategyType
		}
		spec := &ds.Spec.Template.Spec
		spec.NodeSelector, spec.Tolerations, spec.NodeName = nil, nil, ""
		if r.IntN(3) == 0 {
			spec.NodeSelector = map[string]string{"pool": "a"}
		}
		if r.IntN(3) == 0 {
			spec.Tolerations = []api.Toleration{{Key: "gpu", Operator: api.TolerationOpExists}}
		}
		if r.IntN(12) == 0 {
			spec.NodeName = "n001"
		}
		ds.Annotations = map[string]string{api.DeprecatedTemplateGeneration: fmt.Sprint(2 + r.IntN(2))}
	})
}

func (c *cluster) mutate(r *rand.Rand, x *Index, m memory) {
	id := state.NodeID(-1)
	if len(c.nodes) > 0 {
		id = state.NodeID(r.IntN(len(c.nodes)))
	}
	switch k := r.IntN(14); {
	case k == 0 && len(c.nodes) < 12, id < 0:
		id = c.addNode()
	case k == 1:
		c.nodes[id] = nil
	case k <= 3:
		c.randomNode(r, id)
	case k == 4:
		c.set = &state.DaemonSet{ID: c.set.ID, Object: c.set.Object, Selector: c.set.Selector, Hash: []string{"new", "old", "mid"}[r.IntN(3)]}
		c.set.Status.ObservedGeneration = int64(r.IntN(2))
		return
	case k == 5:
		c.randomSet(r)
		return
	case k == 6:
		m[id] = state.BackOff{
			Set: c.set.ID, Node: id, Generation: int64(r.IntN(2)), Window: state.Time(1+r.IntN(1800)) * state.Second,
			Bumped: -state.Time(r.IntN(2400)) * state.Second,
		}
		return
	case k == 7:
		r.Shuffle(len(c.rank), func(i, j int) { c.rank[i], c.rank[j] = c.rank[j], c.rank[i] })
		x.TouchAll()
		return
	case k <= 10 || len(c.pods) == 0:
		c.randomPod(r, id)
	default:
		i := r.IntN(len(c.pods))
		id = c.pods[i].Target
		if r.IntN(3) == 0 {
			c.pods = append(c.pods[:i:i], c.pods[i+1:]...)
		} else {
			c.randomPod(r, id)
			c.pods[i] = c.pods[len(c.pods)-1]
			c.pods = c.pods[:len(c.pods)-1]
		}
	}
	x.Touch(id)
}

func (c *cluster) randomNode(r *rand.Rand, id state.NodeID) {
	node := &api.Node{}
	node.Name = c.Name(id)
	node.Labels = map[string]string{"pool": []string{"a", "a", "b"}[r.IntN(3)]}
	for _, taint := range []api.Taint{
		{Key: "gpu", Effect: api.TaintEffectNoSchedule},
		{Key: "gpu", Effect: api.TaintEffectNoExecute},
		{Key: api.TaintNodeNotReady, Effect: api.TaintEffectNoSchedule},
		{Key: api.TaintNodeNotReady, Effect: api.TaintEffectNoExecute},
		{Key: "soft", Effect: api.TaintEffectPreferNoSchedule},
		{Key: api.TaintNodeUnschedulable, Effect: api.TaintEffectNoSchedule},
	} {
		if r.IntN(6) == 0 {
			node.Spec.Taints = append(node.Spec.Taints, taint)
		}
	}
	c.nodes[id] = &state.Node{ID: id, Object: node}
}

// randomPod adds a pod in any state, most often an ordinary one.
func (c *cluster) randomPod(r *rand.Rand, id state.NodeID) {
	states := []string{"R", "R", "R", "r", "", "U", "F", "S", "D", "RD", "FD", "SD"}[r.IntN(12)]
	if r.IntN(2) == 0 {
		states += "O"
	}
	p := c.pod(id, states)
	p.Created = state.Time(r.IntN(3))*state.Second + state.Time(r.IntN(1000))
	if r.IntN(6) == 0 { // labels somebody edited
		p.Labels = map[string]string{"controller-revision-hash": []string{"new", "mid", ""}[r.IntN(3)], "pod-template-generation": fmt.Sprint(1 + r.IntN(3))}
	}
}

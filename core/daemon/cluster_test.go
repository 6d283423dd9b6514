package daemon

import (
	"fmt"
	"sort"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// cluster is a small cluster of one DaemonSet for tests: lists, and nothing kept.
type cluster struct {
	set     *state.DaemonSet
	nodes   []*state.Node // by NodeID; nil: no such object
	pods    []*state.Pod  // in no order that matters
	nextPod state.PodID
	rank    []int // by NodeID
}

func (c *cluster) Set() *state.DaemonSet            { return c.set }
func (c *cluster) Node(id state.NodeID) *state.Node { return c.nodes[id] }
func (c *cluster) Name(id state.NodeID) string      { return fmt.Sprintf("n%03d", id) }
func (c *cluster) Rank(id state.NodeID) int         { return c.rank[id] }
func (c *cluster) Ranks() int                       { return len(c.nodes) }

func (c *cluster) NodeAt(rank int) state.NodeID {
	for id, r := range c.rank {
		if r == rank {
			return state.NodeID(id)
		}
	}
	return state.None
}

func (c *cluster) Pods(id state.NodeID) []*state.Pod {
	var pods []*state.Pod
	for _, p := range c.pods {
		if p.Target == id {
			pods = append(pods, p)
		}
	}
	return pods
}

// visited are the node IDs in visiting order.
func (c *cluster) visited() []state.NodeID {
	ids := make([]state.NodeID, len(c.nodes))
	for i := range ids {
		ids[i] = state.NodeID(i)
	}
	sort.Slice(ids, func(i, j int) bool { return c.rank[ids[i]] < c.rank[ids[j]] })
	return ids
}

// copy is the cluster as it is now, whatever happens to c.
func (c *cluster) copy() *cluster {
	out := *c
	out.nodes = append([]*state.Node(nil), c.nodes...)
	out.pods = append([]*state.Pod(nil), c.pods...)
	out.rank = append([]int(nil), c.rank...)
	return &out
}

// newCluster has n ready nodes without taints and a DaemonSet with maxUnavailable 1.
func newCluster(n int) *cluster {
	c := &cluster{set: newSet()}
	for range n {
		c.addNode()
	}
	return c
}

func (c *cluster) addNode(taints ...api.Taint) state.NodeID {
	id := state.NodeID(len(c.nodes))
	node := &api.Node{}
	node.Name = c.Name(id)
	node.Labels = map[string]string{"kubernetes.io/hostname": node.Name}
	node.Spec.Taints = taints
	c.nodes = append(c.nodes, &state.Node{ID: id, Object: node})
	c.rank = append(c.rank, int(id))
	return id
}

func newSet() *state.DaemonSet {
	ds := &api.DaemonSet{}
	ds.Name, ds.Namespace, ds.Generation = "agent", "default", 1
	ds.Annotations = map[string]string{api.DeprecatedTemplateGeneration: "2"}
	labels := map[string]string{"app": "agent"}
	ds.Spec.Selector = &api.LabelSelector{MatchLabels: labels}
	ds.Spec.Template.Labels = labels
	ds.Spec.Template.Spec.Containers = []api.Container{{Name: "app", Image: "example.test/agent:1"}}
	ds.Spec.UpdateStrategy = rolling(1, 0)
	limit := int32(10)
	ds.Spec.RevisionHistoryLimit = &limit
	selector := api.SelectorFrom(ds.Spec.Selector)
	return &state.DaemonSet{ID: 7, Object: ds, Selector: selector, Hash: "new"}
}

func rolling(maxUnavailable, maxSurge int32) api.DaemonSetUpdateStrategy {
	u, s := api.FromInt32(maxUnavailable), api.FromInt32(maxSurge)
	return api.DaemonSetUpdateStrategy{
		Type:          api.RollingUpdateDaemonSetStrategyType,
		RollingUpdate: &api.RollingUpdateDaemonSet{MaxUnavailable: &u, MaxSurge: &s},
	}
}

// edit replaces the DaemonSet object by an edited copy.
func (c *cluster) edit(change func(*api.DaemonSet)) {
	set := *c.set
	set.Object = set.Object.DeepCopy()
	set.Object.Generation++
	change(set.Object)
	c.set = &set
}

// pod adds a bound, running pod; states change it: R ready and available, r ready
// only, F failed, S succeeded, D being deleted, U unbound, O old.
func (c *cluster) pod(node state.NodeID, states string) *state.Pod {
	p := &state.Pod{
		ID: c.nextPod, Namespace: "default", Name: fmt.Sprintf("agent-%d", c.nextPod), Set: c.set.ID,
		Target: node, Node: node, Created: state.Time(c.nextPod) * state.Second, Phase: state.Running,
		Deleted: state.Never, AvailableAt: state.Never, Template: template("new", 2),
	}
	c.nextPod++
	for _, s := range states {
		switch s {
		case 'R':
			p.Ready, p.Available = true, true
		case 'r':
			p.Ready = true
		case 'F':
			p.Phase = state.Failed
		case 'S':
			p.Phase = state.Succeeded
		case 'D':
			p.Deleted = 0
		case 'U':
			p.Node, p.Phase = state.None, state.Pending
		case 'O':
			p.Template = template("old", 1)
		}
	}
	c.pods = append(c.pods, p)
	return p
}

func template(hash string, generation int64) *state.Template {
	t := &state.Template{Hash: hash, Generation: generation}
	t.Meta.Labels = map[string]string{
		"app": "agent", api.ControllerRevisionHashLabelKey: hash,
		state.TemplateGenerationLabel: fmt.Sprint(generation),
	}
	return t
}

// memory is a failed-pod memory as the cluster would keep it.
type memory map[state.NodeID]state.BackOff

func (m memory) at(id state.NodeID) *state.BackOff {
	if b, ok := m[id]; ok {
		return &b
	}
	return nil
}

// synced is what one sync did.
type synced struct {
	creates, deletes int
	err              error
	requeue          state.Time
}

func (s synced) String() string {
	text := fmt.Sprintf("+%d -%d", s.creates, s.deletes)
	if s.err != nil {
		text += " error: " + s.err.Error()
	}
	return text
}

// sync runs one strict sync: manage, and the rolling update when manage did
// nothing. Deleted pods vanish, created ones are new and not ready.
func (c *cluster) sync(x *Index, now state.Time, m memory) synced {
	x.Refresh(c)
	plan := x.Manage(now, m.at)
	out := synced{requeue: plan.Requeue}
	for _, b := range plan.BackOffs {
		m[b.Node] = b
	}
	if plan.Empty() {
		plan, out.err = x.RollingUpdate()
	}
	out.creates, out.deletes = len(plan.Creates), len(plan.Deletes)
	gone := map[state.PodID]bool{}
	for _, d := range plan.Deletes {
		gone[d.Pod] = true
		x.Touch(d.Node)
	}
	kept := c.pods[:0:0]
	for _, p := range c.pods {
		if !gone[p.ID] {
			kept = append(kept, p)
		}
	}
	c.pods = kept
	for _, k := range plan.Creates {
		c.pod(k.Node, "")
		x.Touch(k.Node)
	}
	x.Refresh(c)
	return out
}

// change replaces a pod by an edited copy.
func (c *cluster) change(i int, edit func(*state.Pod)) {
	p := *c.pods[i]
	edit(&p)
	c.pods[i] = &p
}

// settle makes every pod that runs ready and available.
func (c *cluster) settle(x *Index) {
	for i, p := range c.pods {
		if p.Phase == state.Running && !p.Terminating() && !p.Available {
			c.change(i, func(p *state.Pod) { p.Ready, p.Available = true, true })
			x.Touch(p.Target)
		}
	}
}

package core

import (
	"maps"
	"slices"
	"sort"

	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/state"
)

// clone copies all of it.
func (d *derived) clone() derived {
	out := *d
	out.nodeIDs, out.keyIDs, out.podID = maps.Clone(d.nodeIDs), maps.Clone(d.keyIDs), maps.Clone(d.podID)
	out.strays, out.live, out.zoneSizes = maps.Clone(d.strays), maps.Clone(d.live), maps.Clone(d.zoneSizes)
	out.nodeName, out.setName = slices.Clone(d.nodeName), slices.Clone(d.setName)
	out.owned, out.due = slices.Clone(d.owned), slices.Clone(d.due)
	out.queue.heap = slices.Clone(d.queue.heap)
	for slot, place := range d.queue.place {
		out.queue.place[slot] = slices.Clone(place)
	}
	out.order.rank, out.order.at = slices.Clone(d.order.rank), slices.Clone(d.order.at)
	out.onNode = make([][]state.PodID, len(d.onNode))
	all := slices.Concat(d.onNode...)
	for id, ids := range d.onNode { // no list may grow into the next one
		n := len(ids)
		out.onNode[id], all = all[:n:n], all[n:]
	}
	out.index, out.placer = make([]*daemon.Index, len(d.index)), slices.Clone(d.placer)
	for id, x := range d.index {
		if x != nil {
			out.index[id] = x.Clone()
		}
	}
	out.scratch = nil
	return out
}

// The set methods store a record and bring everything derived from it up to
// date. They run forwards and when winding back alike.

func (c *Cluster) setNode(id state.NodeID, n *state.Node) {
	before := c.nodes[id]
	c.nodes[id] = n
	c.dueNodes += b2i(n != nil && n.Due() != state.Never) - b2i(before != nil && before.Due() != state.Never)
	due := state.Never
	if n != nil {
		due = n.Due()
	}
	c.queue.set(item{due: due, kind: kindNode, id: int32(id)})
	switch {
	case before == nil && n != nil:
		c.alive++
		c.order.add(c, id)
	case before != nil && n == nil:
		c.alive--
		c.order.stale = true
	case before != nil && n != nil && before.Object == n.Object && before.TaintAt == n.TaintAt:
		return // nothing that placement or the zone reads has changed
	}
	c.countOut(before)
	c.countNode(n)
	for _, x := range c.index {
		if x != nil {
			x.Touch(id)
		}
	}
}

func (c *Cluster) setPod(id state.PodID, p *state.Pod) {
	for int(id) >= len(c.pods) {
		c.pods = append(c.pods, nil)
	}
	before := c.pods[id]
	c.pods[id] = p
	c.countPod(before, -1)
	c.countPod(p, 1)
	c.queuePod(id, p)
	if before == nil || p == nil || !sameTies(before, p) {
		if before != nil {
			c.unlink(before)
		}
		if p != nil {
			c.link(p)
		}
	}
	c.touch(before)
	c.touch(p)
}

// countPod keeps the numbers of pods that have ended and of those that are due.
func (c *Cluster) countPod(p *state.Pod, by int) {
	if p == nil {
		return
	}
	if p.Phase.Terminal() {
		c.ended += by
	}
	if p.Due() == state.Never || p.Set == state.None && p.Started != state.Never {
		return
	}
	at := int(p.Set) + 1
	for at >= len(c.due) {
		c.due = append(c.due, 0)
	}
	c.due[at] += by
}

// queuePod gives a pod its place in the queue.
func (c *Cluster) queuePod(id state.PodID, p *state.Pod) {
	if p == nil {
		c.queue.set(item{due: state.Never, kind: kindPod, id: int32(id)})
		return
	}
	due := p.Due()
	c.queue.set(item{due: due, kind: kindPod, id: int32(id), quiet: p.Retry && due == p.Wake})
}

// sameTies says that two records of a pod hang on the same node, owner and labels.
func sameTies(a, b *state.Pod) bool {
	return a.Target == b.Target && a.Node == b.Node && a.Set == b.Set && a.Owner == b.Owner &&
		a.Labels == nil && b.Labels == nil && a.Template == b.Template
}

func (c *Cluster) touch(p *state.Pod) {
	if p == nil || p.Set == state.None {
		return
	}
	if x := c.index[p.Set]; x != nil && p.Target != state.None {
		x.Touch(p.Target)
	}
}

func (c *Cluster) link(p *state.Pod) {
	c.podID[podKey{p.Namespace, p.Name}] = p.ID
	for _, n := range hangsOn(p) {
		if n != state.None {
			c.onNode[n] = with(c.onNode[n], p.ID)
		}
	}
	if c.astray(p) {
		c.strays[p.ID] = true
	}
	if p.Set != state.None {
		c.live[liveKey{p.Set, p.Hash()}]++
		c.owned[p.Set]++
	}
}

func (c *Cluster) unlink(p *state.Pod) {
	delete(c.podID, podKey{p.Namespace, p.Name})
	for _, n := range hangsOn(p) {
		if n != state.None {
			c.onNode[n] = without(c.onNode[n], p.ID)
		}
	}
	delete(c.strays, p.ID)
	if p.Set != state.None {
		k := liveKey{p.Set, p.Hash()}
		if c.live[k]--; c.live[k] == 0 {
			delete(c.live, k)
		}
		c.owned[p.Set]--
	}
}

// astray says that a sync may adopt or release the pod: it belongs to nobody and
// some set selects it, or it belongs to a set that does not select it any more.
func (c *Cluster) astray(p *state.Pod) bool {
	if p.Set != state.None {
		d := c.sets[p.Set]
		return p.Labels != nil && d != nil && !d.Selector.Matches(p.Labels)
	}
	if p.Owner != nil {
		return false
	}
	for _, d := range c.sets {
		if d != nil && d.Object.Namespace == p.Namespace && d.Selector.Matches(p.LabelSet()) {
			return true
		}
	}
	return false
}

// findStrays looks at all pods anew, after a set came or went.
func (c *Cluster) findStrays() {
	clear(c.strays)
	for id, p := range c.pods {
		if p != nil && c.astray(p) {
			c.strays[state.PodID(id)] = true
		}
	}
}

// hangsOn are the nodes a pod is listed under: where it is bound, and where it is meant to go.
func hangsOn(p *state.Pod) [2]state.NodeID {
	if p.Node == p.Target {
		return [2]state.NodeID{p.Node, state.None}
	}
	return [2]state.NodeID{p.Node, p.Target}
}

// with puts an ID into a list that is kept in order of IDs.
func with(ids []state.PodID, id state.PodID) []state.PodID {
	ids = append(ids, id)
	for i := len(ids) - 1; i > 0 && ids[i-1] > id; i-- {
		ids[i-1], ids[i] = id, ids[i-1]
	}
	return ids
}

// without removes an ID from a list that is kept in order of IDs.
func without(ids []state.PodID, id state.PodID) []state.PodID {
	for i, have := range ids {
		if have == id {
			return append(ids[:i], ids[i+1:]...)
		}
	}
	return ids
}

func (c *Cluster) setSet(id state.SetID, d *state.DaemonSet) {
	for int(id) >= len(c.sets) {
		c.sets = append(c.sets, nil)
	}
	for int(id) >= len(c.setName) {
		c.setName = append(c.setName, "")
	}
	if d != nil {
		c.setName[id] = d.Object.Name
	}
	for int(id) >= len(c.index) {
		c.index, c.placer, c.owned = append(c.index, nil), append(c.placer, nil), append(c.owned, 0)
	}
	before := c.sets[id]
	c.sets[id] = d
	if (before == nil) != (d == nil) {
		c.findStrays()
	}
	if d == nil {
		c.queue.set(item{due: state.Never, kind: kindSet, id: int32(id)})
		c.index[id], c.placer[id] = nil, nil
		return
	}
	c.queueSet(id, d)
	x := c.index[id]
	if x == nil {
		x = daemon.NewIndex()
		c.index[id] = x
		x.TouchAll()
	}
}

// queueSet gives a set its place in the queue.
func (c *Cluster) queueSet(id state.SetID, d *state.DaemonSet) {
	s := &d.Sync
	it := item{due: min(s.Due, s.After), kind: kindSet, id: int32(id), quiet: d.Retries()}
	switch {
	case s.Stage != state.StageNone:
		it.due, it.kind = s.CallAt, kindSyncing
	case it.due == s.Due:
		it.place = s.Place
	}
	c.queue.set(it)
}

func (c *Cluster) setRevision(id state.RevisionID, r *state.Revision) {
	for int(id) >= len(c.revisions) {
		c.revisions = append(c.revisions, nil)
	}
	c.revisions[id] = r
}

// nodeOrder is the order in which the controller visits nodes.
type nodeOrder struct {
	rank  []int32 // by NodeID
	at    []state.NodeID
	stale bool
}

// name gives a new name its place, at the end for now.
func (o *nodeOrder) name(id state.NodeID) {
	o.rank = append(o.rank, int32(len(o.at)))
	o.at = append(o.at, id)
}

// cut takes out all but the first n names.
func (o *nodeOrder) cut(n int) {
	o.at = slices.DeleteFunc(o.at, func(id state.NodeID) bool { return int(id) >= n })
	o.rank = o.rank[:n]
	o.stale = true
}

// add is called when a node appears: it may keep its place at the end where it
// belongs there, else the whole order is made anew before it is used next.
func (o *nodeOrder) add(c *Cluster, id state.NodeID) {
	last := len(o.at) - 1
	if int(o.rank[id]) != last || last > 0 && !c.visitedBefore(o.at[last-1], id) {
		o.stale = true
	}
}

// visitedBefore says whether node a comes before node b.
func (c *Cluster) visitedBefore(a, b state.NodeID) bool {
	if c.options.Shuffle {
		ha, hb := mix(c.options.Seed, c.nodeName[a]), mix(c.options.Seed, c.nodeName[b])
		if ha != hb {
			return ha < hb
		}
		return c.nodeName[a] < c.nodeName[b]
	}
	if c.options.ByName {
		return c.nodeName[a] < c.nodeName[b]
	}
	na, nb := c.nodes[a], c.nodes[b]
	if (na == nil) != (nb == nil) { // names that pods refer to without such a node come last
		return nb == nil
	}
	if na != nil && na.Created != nb.Created {
		return na.Created < nb.Created
	}
	return c.nodeName[a] < c.nodeName[b]
}

// sortNodes makes the order anew. Names that pods refer to have a place in it
// even where the node does not exist.
func (c *Cluster) sortNodes() {
	o := &c.order
	if !o.stale {
		return
	}
	sort.Slice(o.at, func(i, j int) bool { return c.visitedBefore(o.at[i], o.at[j]) })
	for r, id := range o.at {
		o.rank[id] = int32(r)
	}
	o.stale = false
	for _, x := range c.index {
		if x != nil {
			x.TouchAll()
		}
	}
}

// mix hashes a name with a seed (FNV-1a, then an avalanche).
func mix(seed uint64, name string) uint64 {
	h := uint64(14695981039346656037) ^ seed*0x9E3779B97F4A7C15
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	return h ^ h>>32
}

// view is what a set's index reads.
type view struct {
	c   *Cluster
	set *state.DaemonSet
}

func (v view) Set() *state.DaemonSet            { return v.set }
func (v view) Node(id state.NodeID) *state.Node { return v.c.node(id) }
func (v view) Name(id state.NodeID) string      { return v.c.nodeName[id] }
func (v view) Rank(id state.NodeID) int         { return int(v.c.order.rank[id]) }
func (v view) Ranks() int                       { return len(v.c.order.at) }
func (v view) NodeAt(rank int) state.NodeID     { return v.c.order.at[rank] }

// Pods uses one buffer again and again; the index reads it before it asks for the next.
func (v view) Pods(id state.NodeID) []*state.Pod {
	pods := v.c.scratch[:0]
	for _, pid := range v.c.onNode[id] {
		if p := v.c.pods[pid]; p.Set == v.set.ID && p.Target == id {
			pods = append(pods, p)
		}
	}
	v.c.scratch = pods
	return pods
}

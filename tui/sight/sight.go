// Package sight sums up a cluster for the screen: what is on each node, in what
// state, of which revision, and how far the rollout of one DaemonSet is. It reads
// records only, so that looking costs little on thousands of nodes.
package sight

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/tui/draw"
)

// Pod is a daemon pod on a node, or meant for it.
type Pod struct {
	Name  string
	Shape draw.Shape
	// Age is how many revisions there are that are newer; 0 is the newest.
	Age       int
	Tag       string // the tag of the first container's image, shortened
	Available bool
}

// Node is one node with the pods of the DaemonSet that is looked at.
type Node struct {
	ID   state.NodeID
	Name string
	Pods []Pod
	// ShouldRun is the controller's answer for this node, MayStay whether a pod that
	// is there may stay.
	ShouldRun, MayStay bool
	Down               bool // not ready
	Cordoned           bool
	Tainted            bool // has taints that did not come with being down or cordoned
	Others             int  // pods of other workloads
	// Group is the value of the label that nodes are grouped by, "" for none.
	Group string
}

// Sight is what one look at a cluster showed.
type Sight struct {
	Now   state.Time
	Event int // how many events have happened
	// Set is the DaemonSet that is looked at, nil where there is none; Sets are all.
	Set  *state.DaemonSet
	Sets []*state.DaemonSet
	// Nodes are all nodes in natural order of their names: n2 before n10.
	Nodes []Node
	// Revisions are the revisions of the set, the newest first.
	Revisions []Revision
	Budget    daemon.Budget
}

// Revision is one revision of the set.
type Revision struct {
	Number int64
	Hash   string
	Tag    string // the image's tag, "" where no pod tells
	Pods   int
}

// Eye looks at clusters and keeps what does not change between two looks.
type Eye struct {
	// GroupBy is the label that nodes are grouped by, "" for none.
	GroupBy string

	order  []state.NodeID
	names  []string
	placer *daemon.Placer
	placed *api.DaemonSet
	tags   map[*state.Template]string
	pods   []Pod // where the pods of the present look are kept, those of a node together
}

// Look looks at a DaemonSet of a cluster by its namespace/name; "" or an unknown
// name stand for the first.
func (e *Eye) Look(c *core.Cluster, key string) *Sight {
	s := &Sight{Now: c.Now(), Event: c.Emitted(), Sets: c.Sets()}
	for _, d := range s.Sets {
		if s.Set == nil || d.Key() == key {
			s.Set = d
		}
	}
	if s.Set != nil {
		s.revisions(c)
		s.Budget = c.Index(s.Set.ID).Budget()
		if e.placed != s.Set.Object {
			e.placer, e.placed = daemon.NewPlacer(s.Set.Object), s.Set.Object
		}
	}
	records := c.NodeRecords()
	e.sort(records)
	s.Nodes, e.pods = make([]Node, 0, len(e.order)), make([]Pod, 0, len(e.order)+len(e.order)/4)
	for _, id := range e.order {
		s.Nodes = append(s.Nodes, e.node(c, s, records[id]))
	}
	if e.GroupBy != "" {
		slices.SortStableFunc(s.Nodes, func(a, b Node) int { return Natural(a.Group, b.Group) })
	}
	return s
}

// sort orders the nodes anew where they are other nodes than before.
func (e *Eye) sort(records []*state.Node) {
	same, n := true, 0
	for id, r := range records {
		if r == nil {
			continue
		}
		n++
		same = same && id < len(e.names) && e.names[id] == r.Name()
	}
	if same && n == len(e.order) && len(e.names) == len(records) {
		return
	}
	e.names, e.order = make([]string, len(records)), nil
	for id, r := range records {
		if r != nil {
			e.names[id] = r.Name()
			e.order = append(e.order, state.NodeID(id))
		}
	}
	slices.SortFunc(e.order, func(a, b state.NodeID) int { return Natural(e.names[a], e.names[b]) })
}

// revisions lists the set's revisions, the newest first.
func (s *Sight) revisions(c *core.Cluster) {
	for _, r := range c.Revisions(s.Set.Object.Namespace) {
		for _, o := range r.OwnerReferences {
			if o.Kind == "DaemonSet" && o.Name == s.Set.Object.Name {
				s.Revisions = append(s.Revisions, Revision{Number: r.Revision, Hash: r.Labels["controller-revision-hash"]})
			}
		}
	}
	slices.SortFunc(s.Revisions, func(a, b Revision) int { return cmp.Compare(b.Number, a.Number) })
}

// age is how many revisions are newer than the one with this hash; those that
// are gone count as the oldest.
func (s *Sight) age(hash string) int {
	for i := range s.Revisions {
		if s.Revisions[i].Hash == hash {
			return i
		}
	}
	return max(len(s.Revisions), 1)
}

func (e *Eye) node(c *core.Cluster, s *Sight, r *state.Node) Node {
	n := Node{ID: r.ID, Name: r.Name(), Down: r.Ready() != api.ConditionTrue, Cordoned: r.Object.Spec.Unschedulable}
	if e.GroupBy != "" {
		n.Group = r.Object.Labels[e.GroupBy]
	}
	for i := range r.Object.Spec.Taints {
		key := r.Object.Spec.Taints[i].Key
		n.Tainted = n.Tainted || !strings.HasPrefix(key, "node.kubernetes.io/")
	}
	if s.Set == nil {
		return n
	}
	p := e.placer.Place(r.Object)
	n.ShouldRun, n.MayStay = p.ShouldRun, p.MayStay
	from := len(e.pods)
	for _, id := range c.PodIDs(r.ID) {
		pod := c.PodRecord(id)
		switch {
		case pod == nil:
		case pod.Set != s.Set.ID:
			n.Others++
		default:
			e.pods = append(e.pods, e.pod(s, pod))
		}
	}
	n.Pods = e.pods[from:len(e.pods):len(e.pods)]
	if len(n.Pods) > 1 {
		slices.SortFunc(n.Pods, func(a, b Pod) int { return cmp.Or(cmp.Compare(b.Age, a.Age), cmp.Compare(a.Name, b.Name)) })
	}
	return n
}

func (e *Eye) pod(s *Sight, p *state.Pod) Pod {
	age := s.age(p.Hash())
	tag := e.tag(p.Template)
	if age < len(s.Revisions) {
		s.Revisions[age].Pods++
		s.Revisions[age].Tag = tag
	}
	return Pod{Name: p.Name, Shape: ShapeOf(p), Age: age, Tag: tag, Available: p.Available}
}

func (e *Eye) tag(t *state.Template) string {
	if tag, ok := e.tags[t]; ok {
		return tag
	}
	tag := ""
	if t != nil && t.Spec != nil && len(t.Spec.Containers) > 0 {
		tag = TagOf(t.Spec.Containers[0].Image)
	}
	if e.tags == nil || len(e.tags) > 1000 {
		e.tags = map[*state.Template]string{}
	}
	e.tags[t] = tag
	return tag
}

// TagOf is the tag of an image, the beginning of its digest, or latest.
func TagOf(image string) string {
	image, digest, has := strings.Cut(image, "@")
	if i := strings.LastIndex(image, ":"); i > strings.LastIndex(image, "/") {
		return image[i+1:]
	}
	if _, sum, ok := strings.Cut(digest, ":"); has && ok {
		return sum[:min(len(sum), 7)]
	}
	return "latest"
}

// ShapeOf is the state of a pod as scenarios name it.
func ShapeOf(p *state.Pod) draw.Shape {
	switch {
	case p.Terminating():
		return draw.Terminating
	case p.Phase == state.Failed:
		return draw.Failed
	case p.Phase == state.Succeeded:
		return draw.Succeeded
	case !p.Bound():
		return draw.Pending
	case p.Ready:
		return draw.Ready
	case p.Phase == state.Running:
		return draw.NotReady
	}
	return draw.Waiting
}

// Natural compares names so that numbers in them count as numbers.
func Natural(a, b string) int {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x, y := digits(a[i:]), digits(b[j:])
		if x > 0 && y > 0 {
			m, n := strings.TrimLeft(a[i:i+x], "0"), strings.TrimLeft(b[j:j+y], "0")
			if d := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); d != 0 {
				return d
			}
			i, j = i+x, j+y
			continue
		}
		if a[i] != b[j] {
			return cmp.Compare(a[i], b[j])
		}
		i, j = i+1, j+1
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

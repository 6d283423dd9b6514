package protocol

import (
	"bytes"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
)

// view is what the other side has seen of the cluster, so that the next answer only
// has what is new.
type view struct {
	rev    int
	nodes  []seenNode // by NodeID
	loose  []byte     // the pods that belong to no node
	buffer []byte     // scratch space
	// Classes and templates are what nodes and pods have in common; each is shown
	// once and then called by its number.
	classes   map[string]int
	templates map[*state.Template]int
	fresh     []json.Appender // templates and classes to show with this answer
	freshAs   []bool          // whether each of them is a class
	out       map[state.SetID]rolled
}

// stateAnswer is the cluster, or what changed of it.
type stateAnswer struct {
	movedAnswer
	Rev       int         `json:"rev"`
	Full      bool        `json:"full"`
	Branch    string      `json:"branch"`
	Branches  []string    `json:"branches"`
	Position  int         `json:"position"`
	Sets      []setAnswer `json:"sets"`
	Classes   rawList     `json:"classes"`
	Templates rawList     `json:"templates"`
	Nodes     rawList     `json:"nodes"`
	Removed   []int       `json:"removed"`
	Loose     *rawList    `json:"loose,omitempty"`
}

// rawList is a list whose items are JSON already.
type rawList [][]byte

// AppendJSON writes the list.
func (l rawList) AppendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	for i, text := range l {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, text...)
	}
	return append(dst, ']')
}

// shownState writes itself, as an answer's state does.
type shownState struct{ stateAnswer }

// AppendJSON writes the state.
func (st *shownState) AppendJSON(dst []byte) []byte {
	out, err := json.Append(dst, &st.stateAnswer)
	if err != nil {
		return append(dst, "null"...) // cannot happen: nothing in it is beyond JSON
	}
	return out
}

// showState is the request state; the state itself stands beside the result.
func (s *Session) showState(a args) (any, error) {
	if !a.has("since") {
		a["since"] = json.Number("-1")
	}
	return nil, nil
}

// state shows what changed since the answer that the request names; everything where
// that is not the last one.
func (s *Session) state(a args) json.Appender {
	c := s.cluster()
	v := &s.view
	full := v.rev == 0 || a.number("since", -1, -1, 1<<30) != v.rev
	if full {
		*v = view{rev: v.rev, classes: map[string]int{}, templates: map[*state.Template]int{}, out: map[state.SetID]rolled{}}
	}
	v.rev++
	out := &shownState{stateAnswer{
		movedAnswer: s.where(), Rev: v.rev, Full: full, Branch: s.scenario.Branch(),
		Branches: s.scenario.Branches(), Position: s.scenario.Position(), Sets: []setAnswer{}, Removed: []int{},
	}}
	v.nodesOf(c, &out.stateAnswer)
	v.looseOf(c, &out.stateAnswer, full)
	for _, d := range c.Sets() {
		out.Sets = append(out.Sets, v.set(c, d))
	}
	for i, text := range v.fresh {
		if v.freshAs[i] {
			out.Classes = append(out.Classes, text.AppendJSON(nil))
		} else {
			out.Templates = append(out.Templates, text.AppendJSON(nil))
		}
	}
	v.fresh, v.freshAs = nil, nil
	return out
}

// nodesOf shows the nodes that changed. A node that is gone and still has pods is
// shown as gone.
func (v *view) nodesOf(c *core.Cluster, out *stateAnswer) {
	records := c.NodeRecords()
	var buffer []byte
	var pods []*state.Pod
	for i := range max(len(records), len(v.nodes)) {
		if i == len(v.nodes) {
			v.nodes = append(v.nodes, seenNode{})
		}
		seen := &v.nodes[i]
		var n *state.Node
		pods = pods[:0]
		if i < len(records) {
			n = records[i]
			for _, id := range c.PodIDs(state.NodeID(i)) {
				pods = append(pods, c.PodRecord(id))
			}
		}
		if n == seen.node && slices.Equal(pods, seen.pods) {
			continue
		}
		seen.node, seen.pods = n, append(seen.pods[:0], pods...)
		if n == nil && len(pods) == 0 {
			if seen.text != nil {
				out.Removed = append(out.Removed, i)
			}
			seen.text = nil
			continue
		}
		buffer = v.node(buffer[:0], c, state.NodeID(i), n, pods)
		if !bytes.Equal(buffer, seen.text) {
			seen.text = append([]byte(nil), buffer...)
			out.Nodes = append(out.Nodes, seen.text)
		}
	}
}

// looseOf shows the pods that are on no node and meant for none, where they changed.
func (v *view) looseOf(c *core.Cluster, out *stateAnswer, full bool) {
	text := []byte{}
	list := rawList{}
	for _, p := range c.PodRecords() {
		if p.Node == state.None && p.Target == state.None {
			list = append(list, v.pod(nil, p))
		}
	}
	text = list.AppendJSON(text)
	if full || !bytes.Equal(text, v.loose) {
		v.loose, out.Loose = text, &list
	}
}

// setAnswer is one DaemonSet.
type setAnswer struct {
	ID              int              `json:"id"`
	Namespace       string           `json:"namespace"`
	Name            string           `json:"name"`
	Desired         int32            `json:"desired"`
	Current         int32            `json:"current"`
	Ready           int32            `json:"ready"`
	UpToDate        int32            `json:"upToDate"`
	Available       int32            `json:"available"`
	Unavailable     int32            `json:"unavailable"`
	Misscheduled    int32            `json:"misscheduled"`
	Strategy        string           `json:"strategy"`
	MinReadySeconds int32            `json:"minReadySeconds"`
	Budget          budgetAnswer     `json:"budget"`
	Hash            string           `json:"hash"` // of the newest revision
	Images          []string         `json:"images"`
	Line            string           `json:"line"` // as kubectl rollout status has it
	Done            bool             `json:"done"`
	Since           seconds          `json:"since,omitempty"` // when it became so, where it is done
	Revisions       []revisionAnswer `json:"revisions"`
}

type revisionAnswer struct {
	Number int64  `json:"number"`
	Hash   string `json:"hash"`
	Name   string `json:"name"`
}

func (v *view) set(c *core.Cluster, d *state.DaemonSet) setAnswer {
	o, n := d.Object, daemon.CountsOf(&d.Status)
	line, _, err := daemon.RolloutStatus(d)
	if err != nil {
		line = ""
	}
	a := setAnswer{
		int(d.ID), o.Namespace, o.Name, n.Desired, n.Current, n.Ready, n.Updated, n.Available, n.Unavailable, n.Misscheduled,
		string(o.Spec.UpdateStrategy.Type), o.Spec.MinReadySeconds, budgetOf(c.Index(d.ID).Budget()), d.Hash,
		[]string{},
		line,
		progress.RolledOut(d),
		v.since(c, d),
		[]revisionAnswer{},
	}
	for i := range o.Spec.Template.Spec.Containers {
		a.Images = append(a.Images, o.Spec.Template.Spec.Containers[i].Image)
	}
	for _, r := range c.Revisions(o.Namespace) {
		if len(r.OwnerReferences) == 1 && r.OwnerReferences[0].Name == o.Name {
			a.Revisions = append(a.Revisions, revisionAnswer{r.Revision, r.Labels[api.ControllerRevisionHashLabelKey], r.Name})
		}
	}
	sort.Slice(a.Revisions, func(i, j int) bool { return a.Revisions[i].Number < a.Revisions[j].Number })
	return a
}

// node writes one node: {id, name, class, ready, …, pods}.
func (v *view) node(b []byte, c *core.Cluster, id state.NodeID, n *state.Node, pods []*state.Pod) []byte {
	b = strconv.AppendInt(append(b, `{"id":`...), int64(id), 10)
	b = json.AppendText(append(b, `,"name":`...), c.NodeName(id))
	if n == nil {
		b = append(b, `,"gone":true`...)
	} else {
		b = strconv.AppendInt(append(b, `,"class":`...), int64(v.class(n)), 10)
		b = json.AppendText(append(b, `,"ready":`...), string(n.Ready()))
		if n.Object.Spec.Unschedulable {
			b = append(b, `,"cordoned":true`...)
		}
		if n.Kubelet != state.KubeletRunning {
			b = append(b, `,"broken":true`...)
		}
	}
	var used state.Resources
	count := int64(0)
	for _, p := range pods {
		if p.Bound() && !p.Phase.Terminal() {
			used = used.Plus(p.Template.Requests)
			count++
		}
	}
	b = strconv.AppendInt(append(b, `,"used":[`...), used.MilliCPU, 10)
	b = strconv.AppendInt(append(b, ','), used.Memory, 10)
	b = strconv.AppendInt(append(b, ','), count, 10)
	b = append(b, `],"pods":[`...)
	sorted := slices.Clone(pods)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].ID < sorted[j].ID })
	for i, p := range sorted {
		if i > 0 {
			b = append(b, ',')
		}
		b = v.pod(b, p)
	}
	return append(b, "]}"...)
}

// class is the number of the class that a node belongs to: nodes of the same
// labels (the host name aside), taints and room.
func (v *view) class(n *state.Node) int {
	v.buffer = appendClass(v.buffer[:0], n)
	text := v.buffer
	if id, ok := v.classes[string(text)]; ok {
		return id
	}
	id := len(v.classes)
	v.classes[string(text)] = id
	v.fresh = append(v.fresh, rawItem(append(strconv.AppendInt([]byte(`{"id":`), int64(id), 10), text...)))
	v.freshAs = append(v.freshAs, true)
	return id
}

// rawItem is JSON already.
type rawItem []byte

// AppendJSON writes it.
func (r rawItem) AppendJSON(dst []byte) []byte { return append(dst, r...) }

func appendClass(b []byte, n *state.Node) []byte {
	b = append(b, `,"labels":{`...)
	first := true
	for _, k := range sortedKeys(n.Object.Labels) {
		if k == "kubernetes.io/hostname" {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = json.AppendText(append(json.AppendText(b, k), ':'), n.Object.Labels[k])
	}
	b = append(b, `},"taints":[`...)
	for i := range n.Object.Spec.Taints {
		t := &n.Object.Spec.Taints[i]
		if i > 0 {
			b = append(b, ',')
		}
		text := t.Key
		if t.Value != "" {
			text += "=" + t.Value
		}
		b = json.AppendText(b, text+":"+string(t.Effect))
	}
	b = strconv.AppendInt(append(b, `],"cpu":`...), n.Room.MilliCPU, 10)
	b = strconv.AppendInt(append(b, `,"memory":`...), n.Room.Memory, 10)
	return append(strconv.AppendInt(append(b, `,"pods":`...), n.Room.Pods, 10), '}')
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// pod writes one pod: [id, name, template, state, note].
func (v *view) pod(b []byte, p *state.Pod) []byte {
	b = strconv.AppendInt(append(b, '['), int64(p.ID), 10)
	b = json.AppendText(append(b, ','), p.Name)
	b = strconv.AppendInt(append(b, ','), int64(v.template(p)), 10)
	b = json.AppendText(append(b, ','), podState(p))
	return append(json.AppendText(append(b, ','), note(p)), ']')
}

// template is the number of what a pod was made from.
func (v *view) template(p *state.Pod) int {
	if id, ok := v.templates[p.Template]; ok {
		return id
	}
	id := len(v.templates)
	v.templates[p.Template] = id
	image := ""
	if list := p.Template.Spec.Containers; len(list) > 0 {
		image = list[0].Image
	}
	b := strconv.AppendInt([]byte(`{"id":`), int64(id), 10)
	b = strconv.AppendInt(append(b, `,"set":`...), int64(p.Set), 10)
	b = json.AppendText(append(b, `,"hash":`...), p.Template.Hash)
	b = json.AppendText(append(b, `,"image":`...), image)
	b = json.AppendText(append(b, `,"namespace":`...), p.Namespace)
	b = strconv.AppendInt(append(b, `,"cpu":`...), p.Template.Requests.MilliCPU, 10)
	b = strconv.AppendInt(append(b, `,"memory":`...), p.Template.Requests.Memory, 10)
	v.fresh, v.freshAs = append(v.fresh, rawItem(append(b, '}'))), append(v.freshAs, false)
	return id
}

// podState is what a pod is doing, in one word of the scenario files; Available is a
// Ready daemon pod that has been so for minReadySeconds.
func podState(p *state.Pod) string {
	switch {
	case p.Phase.Terminal():
		return p.Phase.String()
	case p.Terminating():
		return "Terminating"
	case !p.Bound():
		return "Pending"
	case p.Phase == state.Pending:
		return "Waiting"
	case p.Ready && p.Available:
		return "Available"
	case p.Ready:
		return "Ready"
	}
	return "NotReady"
}

// note is why a pod is as it is, in one word; "" for nothing out of the ordinary.
func note(p *state.Pod) string {
	switch {
	case p.StatusReason != "":
		return p.StatusReason
	case !p.Bound() && p.Unschedulable != "":
		return "Unschedulable"
	}
	for i := range p.Containers {
		if ct := &p.Containers[i]; ct.State != state.Up && ct.Reason != "" && ct.Reason != "Completed" && !strings.HasPrefix(ct.Reason, "ContainerCreating") {
			return ct.Reason
		}
	}
	return ""
}

package core

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/internal/oracle"
)

// The recordings of testdata/oracle: several DaemonSets, adoption and release,
// deletion in all ways, revision collisions, back-off. Their clock is that of the
// traces, and the clockwork around the engine is the same.

// tale is one of those scenarios and what the real controller did.
type tale struct {
	Name    string
	Kubelet recordedKubelet
	Nodes   []recordedNode
	Actions []taleAction
	steps   []taleStep
}

type taleAction struct {
	Do, Manifest, Set, Node, Pod, State, Image, Cascade string
	Labels                                              map[string]*string
	Taints                                              *[]api.Taint
	Spec                                                recordedNode
	Count                                               int
}

type taleStep struct {
	Do    string
	Tick  int64
	Syncs []*taleSync
	Sets  []struct {
		Name       string
		Generation int64
		Status     string
	}
	Revisions []struct {
		Set      string
		Revision int64
	}
	Pods []string
}

type taleSync struct {
	Tick                     int64
	Key                      string
	Creates, Deletes, Claims []string
	ControllerRevisions      []string
	Refused                  int
	Status                   string
	Failed                   bool
}

func (s *taleSync) empty() bool {
	return len(s.Creates)+len(s.Deletes)+len(s.Claims)+len(s.ControllerRevisions) == 0 && s.Status == "" && !s.Failed
}

// String puts a sync into one line.
func (s *taleSync) String() string {
	for _, list := range [][]string{s.Creates, s.Deletes, s.Claims, s.ControllerRevisions} {
		sort.Strings(list)
	}
	text := fmt.Sprintf("tick %d: %s: creates %v, deletes %v, claims %v, revisions %v, status %q", s.Tick, s.Key, s.Creates, s.Deletes, s.Claims, s.ControllerRevisions, s.Status)
	if s.Failed {
		text += ", failed"
	}
	return text
}

// arguedTales are those that cannot agree, each with the reason.
var arguedTales = map[string]string{
	"quota": "no API server here refuses a creation: quotas are not modelled",
}

func TestOracleControllerRecordings(t *testing.T) {
	tales := oracle.Lines[tale](t, oracle.Own(t, "controller.req.jsonl"))
	answers := oracle.Lines[struct{ Steps []taleStep }](t, oracle.Own(t, "controller.res.jsonl"))
	count := oracle.Count{Of: len(tales), Apart: append([]string{
		"syncs that do nothing are left out on both sides",
	}, apart[:1]...)}
	for i := range tales {
		s := &tales[i]
		s.steps = answers[i].Steps
		why, excepted := arguedTales[s.Name]
		switch err := newTeller(s).run(); {
		case excepted && err == nil:
			t.Errorf("%s agrees by now; it was an exception because %s", s.Name, why)
		case excepted:
			count.Exceptions = append(count.Exceptions, oracle.Exception{What: s.Name, Why: why})
		case err != nil:
			t.Errorf("%s: %v", s.Name, err)
		default:
			count.Agree++
		}
	}
	count.Tell(t, "controller")
}

// teller leads a cluster through a tale.
type teller struct {
	*replay
	tale  *tale
	acts  []*taleSync
	owned map[string]int64 // numbers of revisions, by name

	failing    [2]failing // here and in the recording
	collisions map[state.SetID]int32
}

func newTeller(s *tale) *teller {
	w := &teller{tale: s, replay: newReplay(&recording{Kubelet: s.Kubelet}), owned: map[string]int64{}, failing: [2]failing{{}, {}}, collisions: map[state.SetID]int32{}}
	w.c.Watch(w.note)
	return w
}

func (w *teller) run() error {
	for _, n := range w.tale.Nodes {
		w.addNode(n)
	}
	for i := range w.tale.steps {
		w.acts = nil
		a := &w.tale.Actions[i]
		if err := w.do(a); err != nil {
			return fmt.Errorf("step %d %s: %w", i, a.Do, err)
		}
		w.rest()
		if a.Do == "tick" {
			w.ticks(a.Count)
		}
		if err := w.agree(&w.tale.steps[i]); err != nil {
			return fmt.Errorf("step %d %s: %w", i, a.Do, err)
		}
	}
	return nil
}

// ticks lets seconds go by, with the recorder's pauses within each.
func (w *teller) ticks(n int) {
	for range n {
		end := w.c.now + state.Second
		for pause := state.Second / 100; w.c.now+pause < end; pause *= 2 {
			w.c.now += pause
			w.rest()
		}
		w.c.now = end
		w.rest()
	}
}

// rest runs everything until nothing changes any more.
func (w *teller) rest() {
	for range 200 {
		w.turns()
		if bound, moved := w.bind(), w.kubelets(); !bound && !moved {
			return
		}
	}
}

// turns lets the controller sync until its queue is empty. A sync that was due between
// two looks of the recorder finds available what is available now.
func (w *teller) turns() {
	for range 10_000 {
		for _, p := range w.c.PodRecords() {
			if p.AvailableAt <= w.c.now {
				w.c.turnPod(p.ID)
			}
		}
		it, ok := w.c.queue.next()
		switch {
		case !ok || it.due > w.c.now:
			return
		case it.kind == kindPod && w.c.pods[it.id].AvailableAt > w.c.now:
			w.hold(state.PodID(it.id))
			continue
		case it.kind == kindSet:
			w.acts = append(w.acts, &taleSync{Tick: int64(w.c.now / state.Second), Key: w.c.sets[it.id].Key()})
		}
		w.c.turn(w.c.now)
	}
}

// bind is the scheduler of the recording, which looks at nothing.
func (w *teller) bind() (bound bool) {
	for _, p := range w.c.PodRecords() {
		if !p.Bound() && w.c.node(p.Target) != nil {
			next := *p
			next.Node, next.Wake = p.Target, state.Never
			w.c.putPod(p.ID, &next)
			bound = true
		}
	}
	return bound
}

// note writes down what a sync did.
func (w *teller) note(e *Event) {
	if e.Object.Kind == "Pod" && (e.Verb == "delete" || e.Verb == "evict") {
		defer w.leave(e)
	}
	if e.Actor != DaemonSetController || len(w.acts) == 0 {
		return
	}
	sync := w.acts[len(w.acts)-1]
	switch {
	case e.Object.Kind == "ControllerRevision":
		sync.ControllerRevisions = append(sync.ControllerRevisions, w.noteRevision(e))
	case e.Verb == "create":
		p := w.c.pods[w.c.podID[podKey{e.Object.Namespace, e.Object.Name}]]
		sync.Creates = append(sync.Creates, w.nodeAndNumber(p))
	case e.Verb == "delete":
		sync.Deletes = append(sync.Deletes, w.nodeAndNumber(w.deleted(e)))
	case e.Verb == "adopt" || e.Verb == "release":
		sync.Claims = append(sync.Claims, e.Verb+" "+e.Node)
	case e.Verb == "fail":
		sync.Failed = true
		d := w.c.findSet(e.Object.Namespace, e.Object.Name)
		if n := d.Status.CollisionCount; n != nil && *n != w.collisions[d.ID] {
			w.collisions[d.ID] = *n
			sync.Status = statusLine(&d.Status) // the count is written by itself
		}
	case e.Verb == "status":
		sync.Status = statusLine(&w.c.findSet(e.Object.Namespace, e.Object.Name).Status)
	}
}

func (w *teller) noteRevision(e *Event) string {
	was := w.owned[e.Object.Name]
	for _, revision := range w.c.revisionsIn("default") {
		if revision.Name == e.Object.Name {
			w.owned[e.Object.Name] = revision.Number
		}
	}
	now := w.owned[e.Object.Name]
	if e.Verb == "update" {
		return fmt.Sprintf("update %d to %d", was, now)
	}
	return fmt.Sprint(e.Verb, " ", now)
}

// nodeAndNumber names a pod by its node and the number of its owner's revision; the
// first by name, where two have the pod's hash.
func (w *teller) nodeAndNumber(p *state.Pod) string {
	return fmt.Sprintf("%s/%d", w.c.nameOf(p), w.numberOf(p))
}

func (w *teller) numberOf(p *state.Pod) int64 {
	number, name := int64(0), ""
	for _, revision := range w.c.revisionsIn("default") {
		if p.Set != state.None && revision.Set == p.Set && revision.Hash == p.Hash() && (name == "" || revision.Name < name) {
			number, name = revision.Number, revision.Name
		}
	}
	return number
}

func statusLine(s *api.DaemonSetStatus) string {
	collisions := int32(0)
	if s.CollisionCount != nil {
		collisions = *s.CollisionCount
	}
	return fmt.Sprintf("desired %d, current %d, ready %d, up-to-date %d, available %d, unavailable %d, misscheduled %d, observed %d, collisions %d",
		s.DesiredNumberScheduled, s.CurrentNumberScheduled, s.NumberReady, s.UpdatedNumberScheduled, s.NumberAvailable, s.NumberUnavailable,
		s.NumberMisscheduled, s.ObservedGeneration, collisions)
}

// agree holds a step to the recording. Syncs of different DaemonSets have no order.
func (w *teller) agree(want *taleStep) error {
	var syncs []*taleSync
	for _, s := range w.acts {
		if !s.empty() {
			syncs = append(syncs, s)
		}
	}
	syncs, want.Syncs = w.failing[0].once(syncs), w.failing[1].once(want.Syncs)
	for _, list := range [][]*taleSync{syncs, want.Syncs} {
		slices.SortStableFunc(list, func(a, b *taleSync) int { return strings.Compare(a.Key, b.Key) })
	}
	if err := same("syncs", syncs, want.Syncs); err != nil {
		return err
	}
	var got, wanted []string
	for _, d := range w.c.Sets() {
		got = append(got, fmt.Sprintf("%s generation %d: %s", d.Object.Name, d.Object.Generation, statusLine(&d.Status)))
	}
	for _, d := range want.Sets {
		wanted = append(wanted, fmt.Sprintf("%s generation %d: %s", d.Name, d.Generation, d.Status))
	}
	for _, r := range w.c.revisionsIn("default") {
		got = append(got, fmt.Sprintf("revision %s/%d", w.nameOfSet(r.Set), r.Number))
	}
	for _, r := range want.Revisions {
		wanted = append(wanted, fmt.Sprintf("revision %s/%d", r.Set, r.Revision))
	}
	for _, p := range w.c.PodRecords() {
		got = append(got, w.podLine(p))
	}
	wanted = append(wanted, want.Pods...)
	sort.Strings(got)
	sort.Strings(wanted)
	return same("objects", got, wanted)
}

// failing are the keys whose last sync that did anything failed.
type failing map[string]bool

// once leaves out syncs that failed without doing anything right after another of
// their set that failed: how often one is tried again depends on how often its
// DaemonSet was written in between, and the engine leaves out what finds nothing to do.
func (f failing) once(syncs []*taleSync) (out []*taleSync) {
	for _, s := range syncs {
		if nothing := (&taleSync{Tick: s.Tick, Key: s.Key, Failed: true}).String() == s.String(); !nothing || !f[s.Key] {
			out = append(out, s)
		}
		f[s.Key] = s.Failed
	}
	return out
}

func (w *teller) nameOfSet(id state.SetID) string {
	if id == state.None {
		return ""
	}
	return strings.TrimPrefix(w.c.setName[id], "default/")
}

func (w *teller) podLine(p *state.Pod) string {
	text := fmt.Sprintf("%s %s/%d %s", w.c.nameOf(p), w.nameOfSet(p.Set), w.numberOf(p), p.Phase)
	for _, also := range []struct {
		is   bool
		word string
	}{{p.Ready, " ready"}, {!p.Bound(), " unbound"}, {p.Terminating(), " deleting"}} {
		if also.is {
			text += also.word
		}
	}
	return text
}

// do does what an action says.
func (w *teller) do(a *taleAction) error {
	switch a.Do {
	case "apply":
		var d api.DaemonSet
		if err := json.Unmarshal([]byte(a.Manifest), &d); err != nil {
			return err
		}
		d.Namespace = "default"
		if w.c.findSet("default", d.Name) == nil {
			return w.c.Create(&d)
		}
		return w.c.Update(&d)
	case "setImage":
		d := w.c.findSet("default", a.Set).Object.DeepCopy()
		d.Spec.Template.Spec.Containers[0].Image = a.Image
		return w.c.Update(d)
	case "addNode":
		w.addNode(a.Spec)
	case "removeNode":
		return w.removeNode(a.Node)
	case "setNode":
		return w.setNode(&recordedAction{Node: a.Node, Labels: a.Labels, Taints: a.Taints})
	case "createPod":
		return w.stray(a)
	case "label", "deletePod", "markPod":
		return w.pods(a)
	case "delete":
		return w.c.Delete("DaemonSet", "default", a.Set, DeleteOptions{Propagation: Propagation(a.Cascade)})
	case "collide":
		d := w.c.findSet("default", a.Set)
		o := d.Object.DeepCopy()
		o.Spec.Template.Spec.Containers[0].Image = a.Image
		taken := &api.ControllerRevision{Revision: 1}
		taken.Namespace, taken.Name = "default", a.Set+"-"+daemon.Hash(daemon.Patch(o), d.Status.CollisionCount)
		taken.Data.Raw = []byte(`{"spec":{"template":{"spec":{},"$patch":"replace"}}}`)
		return w.c.Create(taken)
	}
	return nil
}

// stray creates a pod that belongs to nobody and is not ready yet.
func (w *teller) stray(a *taleAction) error {
	o := &api.Pod{}
	o.Namespace, o.Name, o.Labels = "default", a.Pod, relabelled(nil, a.Labels)
	o.Spec.NodeName = a.Node
	o.Spec.Containers = []api.Container{{Name: "app", Image: a.Image}}
	if err := w.c.Create(o); err != nil {
		return err
	}
	id := w.c.podID[podKey{"default", a.Pod}]
	p := *w.c.pods[id]
	p.Phase, p.Ready, p.Wake = state.Pending, false, state.Never
	w.c.putPod(id, &p)
	return nil
}

func relabelled(labels map[string]string, change map[string]*string) map[string]string {
	out := map[string]string{}
	maps.Copy(out, labels)
	for k, v := range change {
		if out[k] = ""; v == nil {
			delete(out, k)
		} else {
			out[k] = *v
		}
	}
	return out
}

// pods does something to the pods that an action names, by name, if there are any.
func (w *teller) pods(a *taleAction) error {
	list := w.c.PodRecords()
	slices.SortFunc(list, func(a, b *state.Pod) int { return strings.Compare(a.Name, b.Name) })
	for _, p := range list {
		if p.Terminating() || a.Pod != "" && p.Name != a.Pod || a.Node != "" && w.c.nameOf(p) != a.Node || a.Set != "" && w.nameOfSet(p.Set) != a.Set {
			continue
		}
		var err error
		switch a.Do {
		case "label":
			if labels := relabelled(p.LabelSet(), a.Labels); !maps.Equal(labels, p.LabelSet()) {
				next := *p
				next.Labels = labels
				w.c.putPod(p.ID, &next)
			}
		case "deletePod":
			err = w.c.Delete("Pod", p.Namespace, p.Name, DeleteOptions{})
		default:
			w.pin(p, a.State)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

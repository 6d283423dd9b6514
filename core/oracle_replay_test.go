package core

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/state"
)

// The clockwork of the recordings. A tick is a second. After every action and
// every tick the controller syncs until its work queue is empty, then the
// scheduler tries the pending pods, then the kubelets move, and so on until
// nothing changes. The engine's own kubelets, node controller and scheduler rest.

// replay leads a cluster through a recording.
type replay struct {
	c     *Cluster
	s     *recording
	nodes map[string]*machine
	pods  map[state.PodID]*watched
	late  bool // the scheduler wrote something that the controller is told of later
	again bool // the controller wrote something that wakes it once more

	syncs   []recordedSync   // of this step
	events  []string         // the Events about the DaemonSet, of this step
	numbers map[string]int64 // revisions by name
	count   int              // how many syncs there were since the clockwork was wound up last
	hot     bool
}

// machine is a node as the recording keeps it.
type machine struct {
	ready, unreachable bool
	taints             []api.Taint // as the scenario wrote them
}

// watched is what the clockwork remembers of a pod: the ticks at which it was
// bound, was marked for deletion, and lost its node; -1 before that.
type watched struct {
	seen, leaving, lost int64
	pinned              bool
}

func newReplay(s *recording) *replay {
	r := &replay{
		s: s, nodes: map[string]*machine{}, pods: map[state.PodID]*watched{}, numbers: map[string]int64{},
		c: New(Options{Record: true, QPS: -1, ByName: true}),
	}
	r.c.Watch(r.tell)
	return r
}

// run replays the recording and tells the first difference.
func (r *replay) run() error {
	for i := range r.s.NodeCount {
		r.s.Nodes = append(r.s.Nodes, recordedNode{Name: fmt.Sprintf("node-%04d", i+1)})
	}
	for _, n := range r.s.Nodes {
		r.addNode(n)
	}
	actions := append([]recordedAction{{Do: "apply"}}, r.s.Actions...)
	for i := range r.s.steps {
		want := &r.s.steps[i]
		if err := r.step(&actions[i], want); err != nil {
			return fmt.Errorf("step %d %s: %w", i, want.Do, err)
		}
		if err := r.compare(want); err != nil {
			return fmt.Errorf("step %d %s: %w", i, want.Do, err)
		}
	}
	return nil
}

// step does one action and lets everything follow from it.
func (r *replay) step(a *recordedAction, want *recordedStep) error {
	r.syncs, r.events = nil, nil
	err := r.act(a)
	switch fails := strings.HasPrefix(want.Result, "error:"); {
	case fails && err == nil:
		return fmt.Errorf("no error, want %q", want.Result)
	case !fails && err != nil:
		return err
	case fails && a.Do != "undo": // nothing was written; kubectl's refusal to undo came late in the recording
		r.settle()
		return nil
	case a.Do == "settle":
		r.deliver()
		r.settle()
	}
	for r.c.Now() < state.Time(want.Tick)*state.Second {
		r.c.now += state.Second
		r.deliver()
		r.settle()
	}
	r.deliver()
	r.settle()
	return nil
}

// maxSyncs is how many syncs the recording let pass before it went on all the same.
const maxSyncs = 60

// settle runs the clockwork until nothing changes any more.
func (r *replay) settle() {
	r.count, r.hot = 0, false
	for {
		r.controller()
		if r.hot || !r.schedule() && !r.move() {
			return
		}
		r.deliver()
	}
}

// deliver tells the controller what the scheduler wrote about pods it did not bind.
func (r *replay) deliver() {
	if r.late {
		r.late = false
		r.wake()
	}
}

// wake puts the DaemonSet on the controller's work queue.
func (r *replay) wake() {
	if d := r.set(); d != nil {
		r.c.enqueue(d.ID, 0)
	}
}

// controller lets the controller sync until its queue is empty.
func (r *replay) controller() {
	for {
		it, ok := r.c.queue.next()
		switch {
		case r.count > maxSyncs && r.set().Sync.Stage == state.StageNone:
			r.hot = true
			return
		case !ok || it.due > r.c.now:
			return
		case it.kind == kindPod && r.c.pods[it.id].Wake <= r.c.now:
			r.hold(state.PodID(it.id))
			continue
		case it.kind == kindSet:
			r.count++
			r.syncs = append(r.syncs, recordedSync{Tick: int(r.c.now / state.Second)})
		}
		r.c.turn(r.c.now)
		if r.again && r.set().Sync.Stage == state.StageNone {
			r.again = false
			r.wake()
		}
	}
}

// hold keeps the engine's own scheduler and kubelet away from a pod.
func (r *replay) hold(id state.PodID) {
	next := *r.c.pods[id]
	next.Wake, next.EvictAt, next.CollectAt = state.Never, state.Never, state.Never
	r.c.putPod(id, &next)
}

// tell notes what a sync did. What it wrote to the DaemonSet and to revisions
// that were there before wakes the controller once more, as it does upstream; the
// engine leaves those syncs out, which find nothing to do.
func (r *replay) tell(e *Event) {
	if e.Object.Kind == "Pod" && e.Verb == "delete" {
		r.leave(e)
	}
	if e.Actor != DaemonSetController || len(r.syncs) == 0 {
		return
	}
	for _, report := range e.Reports {
		r.events = append(r.events, kindOfEvent(report))
	}
	sync := &r.syncs[len(r.syncs)-1]
	switch {
	case e.Object.Kind == "ControllerRevision":
		r.tellRevision(sync, e)
	case e.Verb == "create":
		sync.Creates = append(sync.Creates, recordedCall{Node: e.Node, Revision: r.revision(r.set().Hash)})
	case e.Verb == "delete":
		sync.Deletes = append(sync.Deletes, recordedCall{Node: e.Node, Revision: r.revision(r.deleted(e).Hash())})
	case e.Verb == "fail":
		sync.Error = e.Why.Text
	case e.Verb == "status":
		status := r.set().Status
		sync.Status = &status
		r.again = true
	}
}

// deleted is the record of a pod before the event of its deletion.
func (r *replay) deleted(e *Event) *state.Pod {
	for _, ch := range r.c.journal[e.from:e.to] {
		if p, ok := ch.before.(*state.Pod); ok && p.Name == e.Object.Name {
			return p
		}
	}
	panic("no change deletes pod " + e.Object.Name)
}

func (r *replay) tellRevision(sync *recordedSync, e *Event) {
	was := r.numbers[e.Object.Name]
	now := was
	for _, revision := range r.c.revisionsIn("default") {
		if revision.Name == e.Object.Name {
			now = revision.Number
		}
	}
	r.numbers[e.Object.Name] = now
	text := fmt.Sprint(e.Verb, " revision=", now)
	switch e.Verb {
	case "adopt", "release":
		text = fmt.Sprint("patch revision=", now)
	case "update":
		text = fmt.Sprintf("update revision=%d->%d", was, now)
	}
	sync.ControllerRevisions = append(sync.ControllerRevisions, text)
	r.again = r.again || e.Verb == "update" || e.Verb == "delete"
}

func kindOfEvent(report state.Report) string {
	if report.Warning {
		return "Warning " + report.Reason
	}
	return "Normal " + report.Reason
}

// revision is the number of the revision with a hash.
func (r *replay) revision(hash string) int64 {
	for _, revision := range r.c.revisionsIn("default") {
		if revision.Hash == hash {
			return revision.Number
		}
	}
	return 0
}

// set is the record of the recording's DaemonSet, nil while there is none.
func (r *replay) set() *state.DaemonSet {
	if sets := r.c.Sets(); len(sets) > 0 {
		return sets[0]
	}
	return nil
}

var errNoSuch = errors.New("no such thing")

// act does what the action says.
func (r *replay) act(a *recordedAction) error {
	switch a.Do {
	case "apply", "replace":
		return r.apply(a.recordedManifest)
	case "setImage":
		return r.edit(func(d *api.DaemonSet) { d.Spec.Template.Spec.Containers[0].Image = a.Image })
	case "restart":
		return r.edit(func(d *api.DaemonSet) {
			d.Spec.Template.Annotations = map[string]string{restartedAt: fmt.Sprint(r.c.Now() / state.Second)}
		})
	case "undo":
		return r.undo(a.ToRevision)
	case "delete":
		r.syncs = append(r.syncs, recordedSync{Tick: int(r.c.now / state.Second)}) // the controller finds nothing
		return r.c.Delete("DaemonSet", "default", r.set().Object.Name, DeleteOptions{Propagation: Propagation(a.Cascade)})
	case "addNode":
		r.addNode(a.Spec)
		return nil
	case "setNode":
		return r.setNode(a)
	case "removeNode":
		return r.removeNode(a.Node)
	case "deletePod":
		return r.eachPod(a, func(p *state.Pod) error {
			return r.c.Delete("Pod", p.Namespace, p.Name, DeleteOptions{})
		})
	case "markPod":
		return r.eachPod(a, func(p *state.Pod) error { return r.mark(p, a.State) })
	case "tick", "settle":
		return nil
	}
	return fmt.Errorf("unknown action %q", a.Do)
}

// eachPod does something with the pods that an action names: those of a node, or all.
func (r *replay) eachPod(a *recordedAction, do func(*state.Pod) error) error {
	pods := r.c.PodsOn(a.Node)
	if a.Node == "" {
		pods = r.c.PodRecords()
	}
	err := errNoSuch
	for _, p := range pods {
		if p.Terminating() {
			continue
		}
		if err = do(p); err != nil {
			return err
		}
	}
	return err
}

const restartedAt = "kubectl.kubernetes.io/restartedAt"

func (r *replay) apply(m recordedManifest) error {
	d, err := r.s.object(m)
	if err != nil {
		return err
	}
	have := r.set()
	if have == nil {
		return r.c.Create(d)
	}
	if at := have.Object.Spec.Template.Annotations[restartedAt]; at != "" { // apply keeps what it did not write
		d.Spec.Template.Annotations = map[string]string{restartedAt: at}
	}
	return r.update(d)
}

// update writes the DaemonSet. The recording's API server wrote it in any case, so
// that the controller hears of it even where nothing changed.
func (r *replay) update(d *api.DaemonSet) error {
	defer r.wake()
	return r.c.Update(d)
}

func (r *replay) edit(change func(*api.DaemonSet)) error {
	d := r.set().Object.DeepCopy()
	change(d)
	return r.update(d)
}

func (r *replay) undo(to int64) error {
	revisions := r.c.revisionsIn("default")
	sort.Slice(revisions, func(i, j int) bool { return revisions[i].Number > revisions[j].Number })
	for i, revision := range revisions {
		if revision.Number != to && !(to == 0 && i == 1) {
			continue
		}
		var patch struct {
			Spec struct{ Template api.PodTemplateSpec }
		}
		if err := json.Unmarshal([]byte(revision.Data), &patch); err != nil {
			return err
		}
		if have := daemon.Patch(r.set().Object); have == revision.Data {
			return nil // kubectl skips a rollback to the present template
		}
		return r.edit(func(d *api.DaemonSet) { d.Spec.Template = patch.Spec.Template })
	}
	return errNoSuch
}

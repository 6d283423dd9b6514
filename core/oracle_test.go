package core

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/state"
)

// The traces are answers of the real v1.37.2 DaemonSet controller to random
// scenarios. A tick is a second; the kubelet is ready and gone after so many
// ticks; nodes are visited by name and the client is not limited.

type oracleScenario struct {
	Name    string
	Kubelet struct {
		ReadyTicks, TerminateTicks, PodGCTicks int64
		Images                                 map[string]struct {
			ReadyTicks  *int64
			Never, Fail bool
		}
	}
	Nodes    []oracleNode
	Manifest string
	Actions  []oracleAction
}

type oracleNode struct {
	Name          string
	Labels        map[string]string
	Taints        []api.Taint
	Unschedulable bool
	Ready         *bool
	Unreachable   bool
	Allocatable   api.ResourceList
}

type oracleAction struct {
	Do            string
	Manifest      string
	Node, Pod     string
	Labels        map[string]*string
	Taints        *[]api.Taint
	Unschedulable *bool
	Ready         *bool
	Unreachable   *bool
	Allocatable   api.ResourceList
	Spec          oracleNode
	State         string
	Image         string
	ToRevision    int64
	Count, Max    int
}

type oracleStep struct {
	Do     string
	Tick   int
	Result string
	Syncs  []struct {
		Tick             int
		Creates, Deletes []struct {
			Node     string
			Revision int64
		}
		Status json.RawMessage
		Error  string
	}
	Generation    int64
	RolloutStatus string
	Revisions     []struct {
		Revision int64
	}
	Pods []struct {
		Node                              string
		Revision                          int64
		Phase                             string
		Ready, Available, Bound, Deleting bool
		Unschedulable                     string
	}
	MaxSurge, MaxUnavailable int
}

// shared finds a file of the shared material beside the checkout.
func shared(tb testing.TB, name string) string {
	tb.Helper()
	dir := os.Getenv("ROLLSCOPE_ORACLE")
	if dir == "" {
		root, err := filepath.Abs("..")
		if err != nil {
			tb.Fatal(err)
		}
		dir = filepath.Join(filepath.Dir(root), "shared", "oracle")
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		tb.Skipf("the recorded answers are not here: %s is missing (set ROLLSCOPE_ORACLE)", path)
	}
	return path
}

func readLines[T any](tb testing.TB, path string, each func(line []byte) T) []T {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var out []T
	s := bufio.NewScanner(f)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		out = append(out, each(s.Bytes()))
	}
	return out
}

func TestOracleTraces(t *testing.T) {
	scenarios := readLines(t, shared(t, "scenario.req.jsonl"), func(line []byte) oracleScenario {
		var r struct{ Scenario oracleScenario }
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		return r.Scenario
	})
	answers := readLines(t, shared(t, "scenario.res.jsonl"), func(line []byte) []oracleStep {
		var r struct{ Steps []oracleStep }
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		return r.Steps
	})
	agree := 0
	for i, s := range scenarios {
		if err := replayTrace(s, answers[i]); err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		agree++
	}
	t.Logf("%d of %d traces agree", agree, len(scenarios))
}

// replay drives a cluster through a recorded scenario.
type replay struct {
	c      *Cluster
	s      oracleScenario
	marked map[state.PodID]bool   // pods pinned to a state
	since  map[state.PodID]int64  // by pod, twice: the tick at which it was bound, and marked for deletion
	own    map[string][]api.Taint // taints that the scenario wrote
	state  map[string][2]bool     // ready, unreachable
}

func replayTrace(s oracleScenario, want []oracleStep) error {
	r := &replay{s: s, c: New(Options{Record: true, QPS: -1, ByName: true}), marked: map[state.PodID]bool{}, since: map[state.PodID]int64{}, own: map[string][]api.Taint{}, state: map[string][2]bool{}}
	if s.Kubelet.TerminateTicks == 0 {
		r.c.Watch(r.goAtOnce)
	}
	for _, n := range s.Nodes {
		if err := r.addNode(n); err != nil {
			return err
		}
	}
	var set api.DaemonSet
	if err := json.Unmarshal([]byte(s.Manifest), &set); err != nil {
		return err
	}
	actions := append([]oracleAction{{Do: "apply", Manifest: s.Manifest}}, s.Actions...)
	for i, step := range want {
		if err := r.step(actions[i], step); err != nil {
			return fmt.Errorf("step %d %s: %w", i, step.Do, err)
		}
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// goAtOnce is a kubelet that needs no time to stop a pod.
func (r *replay) goAtOnce(e *Event) {
	if e.Verb != "delete" || e.Object.Kind != "Pod" {
		return
	}
	if id, ok := r.c.podID[podKey{e.Object.Namespace, e.Object.Name}]; ok {
		if p := r.c.pods[id]; p.Terminating() && p.Bound() && !r.state[r.c.nameOf(p)][1] {
			r.c.putPod(id, nil)
		}
	}
}

// rest lets the controller and the scheduler come to rest, then moves every pod
// that has been long enough in its state, until nothing more happens.
func (r *replay) rest() error {
	for round := 0; ; round++ {
		if err := r.c.Advance(0, nil); err != nil {
			return err
		}
		if !r.kubelets() || round > hot {
			return nil
		}
	}
}

// hot is how often the recording let the controller sync in one tick.
const hot = 20

// tick moves on by a second. What falls on its end sees what the kubelets did.
func (r *replay) tick() error {
	end := r.c.Now() + state.Second
	if err := r.c.Advance(state.Second-1, nil); err != nil {
		return err
	}
	if err := r.c.Advance(1, nil); err != nil {
		return err
	}
	if r.c.now != end {
		return fmt.Errorf("the clock shows %v, want %v", r.c.now, end)
	}
	r.tryAgain()
	r.kubelets()
	return r.rest()
}

// tryAgain lets the scheduler try every pending pod, as the recording's does before anything else.
func (r *replay) tryAgain() {
	for _, p := range r.c.PodRecords() {
		if !p.Bound() && p.Attempts > 0 {
			r.c.schedule(p.ID)
		}
	}
}

// kubelets is the recording's kubelet: pods are ready so many ticks after they
// were bound and gone so many ticks after they were marked for deletion.
func (r *replay) kubelets() (moved bool) {
	now := int64(r.c.Now() / state.Second)
	for _, p := range r.c.PodRecords() {
		n := r.c.node(p.Node)
		if n == nil || r.state[n.Name()][1] || !r.state[n.Name()][0] {
			continue
		}
		key := p.ID * 2
		if p.Terminating() {
			key++
		}
		since, seen := r.since[key]
		if !seen {
			since = now
			r.since[key] = now
		}
		next := *p
		switch {
		case p.Terminating():
			if now-since >= r.s.Kubelet.TerminateTicks {
				r.c.putPod(p.ID, nil)
				moved = true
			}
			continue
		case r.marked[p.ID] || p.Ready || p.Phase.Terminal() || r.broken(p, &next) || now-since < r.readyTicks(p):
			continue
		}
		r.c.putPod(p.ID, &next)
		moved = true
	}
	return moved
}

func (r *replay) readyTicks(p *state.Pod) int64 {
	if k := r.s.Kubelet.Images[p.Template.Spec.Containers[0].Image]; k.ReadyTicks != nil {
		return *k.ReadyTicks
	}
	return r.s.Kubelet.ReadyTicks
}

// broken makes the next record of a pod whose time has come and says whether its image never gets there.
func (r *replay) broken(p, next *state.Pod) bool {
	k := r.s.Kubelet.Images[p.Template.Spec.Containers[0].Image]
	if k.Fail {
		next.Phase = state.Failed
		return false
	}
	next.Phase, next.Ready, next.ReadySince, next.Started = state.Running, true, r.c.Now(), r.c.Now()
	return k.Never
}

func (r *replay) addNode(n oracleNode) error {
	o := &api.Node{}
	o.Name, o.Labels = n.Name, n.Labels
	o.Spec.Unschedulable = n.Unschedulable
	o.Status.Allocatable = n.Allocatable
	if have, exists := r.c.Node(n.Name); exists {
		o.Status.Conditions = have.Object.Status.Conditions
		furnish(o)
		next := *have
		next.Object, next.Room = o, state.RoomOf(o)
		r.own[n.Name], r.state[n.Name] = n.Taints, [2]bool{n.Ready == nil || *n.Ready, n.Unreachable}
		r.settleFrom(&next)
		return nil
	}
	if err := r.c.Create(o); err != nil {
		return err
	}
	r.own[n.Name] = n.Taints
	r.state[n.Name] = [2]bool{n.Ready == nil || *n.Ready, n.Unreachable}
	r.settle(n.Name)
	return nil
}

// settle gives a node exactly the taints that the recording's nodes have: those
// written, and those of its state. No node controller was part of the recording.
func (r *replay) settle(name string) {
	n, _ := r.c.Node(name)
	r.settleFrom(n)
}

func (r *replay) settleFrom(n *state.Node) {
	name := n.Object.Name
	next := *n
	o := n.Object.DeepCopy()
	o.Spec.Taints = nil
	for _, t := range r.own[name] {
		switch strings.TrimPrefix(t.Key, "node.kubernetes.io/") {
		case "not-ready", "unreachable", "unschedulable": // follow from the node's state
		default:
			o.Spec.Taints = append(o.Spec.Taints, t)
		}
	}
	add := func(key string, effects ...api.TaintEffect) {
		for _, e := range effects {
			o.Spec.Taints = append(o.Spec.Taints, api.Taint{Key: "node.kubernetes.io/" + key, Effect: e})
		}
	}
	ready, unreachable := r.state[name][0], r.state[name][1]
	if !ready && !unreachable {
		add("not-ready", api.TaintEffectNoSchedule, api.TaintEffectNoExecute)
	}
	if unreachable {
		add("unreachable", api.TaintEffectNoSchedule, api.TaintEffectNoExecute)
	}
	if o.Spec.Unschedulable {
		add("unschedulable", api.TaintEffectNoSchedule)
	}
	next.Object, next.Wake, next.Pinned = o, state.Never, true
	next.Kubelet = state.KubeletSilent // the kubelet of the recording acts instead
	r.c.putNode(n.ID, &next)
	if unreachable {
		r.c.markPodsNotReady(n.ID)
	}
	r.keepPods(name)
}

// keepPods calls taint eviction off, which was no part of the recording.
func (r *replay) keepPods(node string) {
	for _, p := range r.c.PodsOn(node) {
		next := *p
		next.EvictAt = state.Never
		r.c.putPod(p.ID, &next)
	}
}

// step does one action and compares what came of it.
func (r *replay) step(a oracleAction, want oracleStep) error {
	from := len(r.c.Events())
	if strings.HasPrefix(want.Result, "error:") {
		return nil // nothing happened upstream; the wording is kubectl's affair
	}
	r.tryAgain()
	if err := r.act(a, want); err != nil {
		return err
	}
	if err := r.rest(); err != nil {
		return err
	}
	for r.c.Now() < state.Time(want.Tick)*state.Second {
		if err := r.tick(); err != nil {
			return err
		}
	}
	if got, wanted := r.calls(from), wantCalls(want); got != wanted {
		return fmt.Errorf("calls:\n got  %s\n want %s", got, wanted)
	}
	return r.compare(want)
}

// calls tells what the controller did since an event: per sync, creations and
// deletions sorted by node, then the status where it was written.
func (r *replay) calls(from int) string {
	var out []string
	var batch []string
	flush := func() {
		sort.Strings(batch)
		out = append(out, batch...)
		batch = nil
	}
	at := state.Time(-1)
	for _, e := range r.c.Events()[from:] {
		if e.Actor != DaemonSetController {
			continue
		}
		if e.At != at {
			flush()
			at = e.At
		}
		switch {
		case e.Verb == "create" && e.Object.Kind == "Pod":
			batch = append(batch, fmt.Sprintf("%d +%s", e.At/state.Second, e.Node))
		case e.Verb == "delete" && e.Object.Kind == "Pod":
			batch = append(batch, fmt.Sprintf("%d -%s", e.At/state.Second, e.Node))
		case e.Verb == "status":
			flush()
			out = append(out, e.Why.Text)
		}
	}
	flush()
	return strings.Join(out, "; ")
}

func wantCalls(step oracleStep) string {
	var out, batch []string
	flush := func() {
		sort.Strings(batch)
		out = append(out, batch...)
		batch = nil
	}
	at := -1
	for _, s := range step.Syncs {
		if s.Tick != at {
			flush()
			at = s.Tick
		}
		for _, c := range s.Creates {
			batch = append(batch, fmt.Sprintf("%d +%s", s.Tick, c.Node))
		}
		for _, d := range s.Deletes {
			batch = append(batch, fmt.Sprintf("%d -%s", s.Tick, d.Node))
		}
		if len(s.Status) > 0 {
			flush()
			var st api.DaemonSetStatus
			if err := json.Unmarshal(s.Status, &st); err != nil {
				panic(err)
			}
			out = append(out, countsText(daemon.CountsOf(&st)))
		}
	}
	flush()
	return strings.Join(out, "; ")
}

// act does what the action says.
func (r *replay) act(a oracleAction, want oracleStep) error {
	switch a.Do {
	case "apply", "replace":
		return r.apply(a.Manifest)
	case "setImage":
		return r.edit(func(d *api.DaemonSet) { d.Spec.Template.Spec.Containers[0].Image = a.Image })
	case "restart":
		return r.edit(func(d *api.DaemonSet) {
			d.Spec.Template.Annotations = map[string]string{restartedAt: fmt.Sprint(r.c.Now() / state.Second)}
		})
	case "undo":
		return r.undo(a.ToRevision)
	case "addNode":
		return r.addNode(a.Spec)
	case "setNode":
		return r.setNode(a)
	case "removeNode":
		return r.removeNode(a.Node)
	case "deletePod":
		for _, p := range r.c.PodsOn(a.Node) {
			if err := r.c.Delete("Pod", p.Namespace, p.Name, DeleteOptions{}); err != nil {
				return err
			}
		}
		return nil
	case "markPod":
		for _, p := range r.c.PodsOn(a.Node) {
			r.mark(p, a.State)
		}
		return nil
	case "tick", "settle":
		return nil
	}
	return fmt.Errorf("unknown action %q", a.Do)
}

func (r *replay) set() *api.DaemonSet {
	return r.c.sets[0].Object.DeepCopy()
}

func (r *replay) apply(manifest string) error {
	if manifest == "" {
		manifest = r.s.Manifest
	}
	var d api.DaemonSet
	if err := json.Unmarshal([]byte(manifest), &d); err != nil {
		return err
	}
	if len(r.c.sets) == 0 {
		return r.c.Create(&d)
	}
	if at := r.set().Spec.Template.Annotations[restartedAt]; at != "" { // apply keeps what it did not write
		d.Spec.Template.Annotations = map[string]string{restartedAt: at}
	}
	return r.c.Update(&d)
}

const restartedAt = "kubectl.kubernetes.io/restartedAt"

func (r *replay) edit(change func(*api.DaemonSet)) error {
	d := r.set()
	change(d)
	return r.c.Update(d)
}

func (r *replay) undo(to int64) error {
	revs := r.c.revisionsIn("default")
	sort.Slice(revs, func(i, j int) bool { return revs[i].Number > revs[j].Number })
	for i, rev := range revs {
		if rev.Number != to && !(to == 0 && i == 1) {
			continue
		}
		var patch struct {
			Spec struct{ Template api.PodTemplateSpec }
		}
		if err := json.Unmarshal([]byte(rev.Data), &patch); err != nil {
			return err
		}
		return r.edit(func(d *api.DaemonSet) { d.Spec.Template = patch.Spec.Template })
	}
	return fmt.Errorf("no revision %d", to)
}

func (r *replay) setNode(a oracleAction) error {
	now := r.state[a.Node]
	if a.Ready != nil {
		now = [2]bool{*a.Ready, now[1] && !*a.Ready}
	}
	if a.Unreachable != nil {
		now = [2]bool{!*a.Unreachable, *a.Unreachable}
	}
	r.state[a.Node] = now
	if a.Taints != nil {
		r.own[a.Node] = *a.Taints
	}
	n, _ := r.c.Node(a.Node)
	o := n.Object.DeepCopy()
	for _, k := range sortedKeys(a.Labels) {
		if o.Labels == nil {
			o.Labels = map[string]string{}
		}
		if v := a.Labels[k]; v != nil {
			o.Labels[k] = *v
		} else {
			delete(o.Labels, k)
		}
	}
	if a.Unschedulable != nil {
		o.Spec.Unschedulable = *a.Unschedulable
	}
	if a.Allocatable != nil {
		o.Status.Allocatable = a.Allocatable
	}
	next := *n
	next.Object, next.Room = o, state.RoomOf(o)
	r.settleFrom(&next)
	return nil
}

// removeNode removes a node; pod garbage collection comes after the ticks that
// the recording was made with.
func (r *replay) removeNode(name string) error {
	if _, exists := r.c.Node(name); !exists {
		return nil
	}
	if err := r.c.Delete("Node", "", name, DeleteOptions{}); err != nil {
		return err
	}
	for _, p := range r.c.PodsOn(name) {
		next := *p
		next.CollectAt = state.Never
		if p.Bound() {
			next.CollectAt = r.c.Now() + state.Time(r.s.Kubelet.PodGCTicks)*state.Second
		}
		r.c.putPod(p.ID, &next)
	}
	return nil
}

// mark pins a pod to a state, or lets it go again.
func (r *replay) mark(p *state.Pod, to string) {
	next := *p
	r.marked[p.ID] = to != "auto"
	ready := p.Ready
	switch to {
	case "failed":
		next.Phase, ready = state.Failed, false
	case "succeeded":
		next.Phase, ready = state.Succeeded, false
	case "notReady":
		next.Phase, ready = state.Running, false
	case "ready":
		next.Phase, ready = state.Running, !r.state[r.c.nameOf(p)][1]
	}
	if next.Ready != ready {
		next.Ready, next.ReadySince = ready, r.c.Now()
	}
	r.c.putPod(p.ID, &next)
}

// compare holds the state after a step to the recorded one.
func (r *replay) compare(want oracleStep) error {
	d := r.c.sets[0]
	if d.Object.Generation != want.Generation {
		return fmt.Errorf("generation %d, want %d", d.Object.Generation, want.Generation)
	}
	if line, _, _ := daemon.RolloutStatus(d); want.RolloutStatus != "" && !strings.HasPrefix(want.RolloutStatus, "error") && line != want.RolloutStatus {
		return fmt.Errorf("rollout status %q, want %q", line, want.RolloutStatus)
	}
	var numbers, wanted []int64
	byHash := map[string]int64{}
	for _, rev := range r.c.revisionsIn("default") {
		numbers = append(numbers, rev.Number)
		byHash[rev.Hash] = rev.Number
	}
	for _, rev := range want.Revisions {
		wanted = append(wanted, rev.Revision)
	}
	sort.Slice(numbers, func(i, j int) bool { return numbers[i] < numbers[j] })
	sort.Slice(wanted, func(i, j int) bool { return wanted[i] < wanted[j] })
	if fmt.Sprint(numbers) != fmt.Sprint(wanted) {
		return fmt.Errorf("revisions %v, want %v", numbers, wanted)
	}
	var got, pods []string
	for _, p := range r.c.PodRecords() {
		got = append(got, fmt.Sprintf("%s/%d %s ready=%v available=%v bound=%v deleting=%v", r.c.nameOf(p), byHash[p.Hash()], p.Phase, p.Ready, p.Available, p.Bound(), p.Terminating()))
	}
	for _, p := range want.Pods {
		pods = append(pods, fmt.Sprintf("%s/%d %s ready=%v available=%v bound=%v deleting=%v", p.Node, p.Revision, p.Phase, p.Ready, p.Available, p.Bound, p.Deleting))
	}
	sort.Strings(got)
	sort.Strings(pods)
	if strings.Join(got, "\n") != strings.Join(pods, "\n") {
		return fmt.Errorf("pods:\n  got  %s\n  want %s", strings.Join(got, "\n       "), strings.Join(pods, "\n       "))
	}
	return nil
}

package recorder

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing/synctest"
	"time"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/controller/daemon"
)

// driver leads one controller through a scenario.
type driver struct {
	s         *Scenario
	store     *store
	client    *client
	informers *informers
	gate      chan string   // a sync begins, and waits for open
	open      chan struct{} // lets it go on
	started   time.Time

	quota   int // creates of pods that are still allowed, -1 for any number
	names   int
	limit   int  // of syncs in one tick
	hot     bool // the controller did not come to rest
	seen    map[string]*watched
	syncs   []*Sync
	current *Sync
	spent   time.Duration // of the processor, while the controller worked
	mu      sync.Mutex    // guards failed, which the controller's goroutine sets
	failed  bool
}

// watched is what the kubelet remembers of a pod: when it was bound and marked
// for deletion, -1 before that, and whether its state is pinned.
type watched struct {
	bound, leaving int64
	pinned         bool
}

func newDriver(s *Scenario) *driver {
	return &driver{
		s: s, store: newStore(), client: &client{}, informers: newInformers(), gate: make(chan string), open: make(chan struct{}),
		started: time.Now(), quota: -1, limit: maxSyncs, seen: map[string]*watched{},
	}
}

// run starts the controller, does what the scenario says and stops it again.
func (d *driver) run(ctx context.Context, do func()) error {
	utilruntime.ErrorHandlers = []utilruntime.ErrorHandler{func(_ context.Context, err error, _ string, _ ...any) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.failed = d.failed || err != nil && strings.Contains(err.Error(), " failed with : ")
	}}
	klog.LogToStderr(false)
	klog.SetOutput(discard{})
	ctx, cancel := context.WithCancel(ctx)
	begin := func(key string) { d.gate <- key; <-d.open }
	f := d.informers
	c, err := daemon.NewDaemonSetsController(ctx, setInformer{f.sets, begin}, revisionInformer{f.revisions}, podInformer{f.pods}, nodeInformer{f.nodes},
		d.client, flowcontrol.NewBackOff(time.Second, 15*time.Minute))
	if err != nil {
		cancel()
		return err
	}
	done := make(chan struct{})
	go func() { defer close(done); c.Run(ctx, 1) }()
	do()
	cancel()
	d.drain(done)
	return nil
}

// drain lets what the controller has begun come to an end, in vain.
func (d *driver) drain(done chan struct{}) {
	for {
		synctest.Wait()
		for _, r := range d.client.take() {
			r.answer <- answer{nil, fmt.Errorf("the recording is over")}
		}
		select {
		case <-done:
			return
		case <-d.gate:
			d.open <- struct{}{}
		default:
			time.Sleep(time.Second) // what it waits for may be a moment
		}
	}
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }

func (d *driver) tick() int64 { return int64(time.Since(d.started) / time.Second) }

// maxSyncs bounds what may happen within one tick: a surge with Failed pods goes
// on without end. Such a scenario is not recorded.
const maxSyncs = 100

// controller answers calls and lets syncs begin until the controller rests.
func (d *driver) controller() {
	for n := 0; n < d.limit; {
		d.watchClock(synctest.Wait)
		if calls := d.client.take(); len(calls) > 0 {
			slices.SortStableFunc(calls, func(a, b *request) int {
				return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.verb, b.verb), cmp.Compare(a.name, b.name))
			})
			for _, r := range calls {
				o, err := d.serve(r)
				r.answer <- answer{o, err}
			}
			continue
		}
		d.endSync()
		told := d.informers.deliver(d.store, d.watchClock)
		d.watchClock(synctest.Wait)
		select {
		case key := <-d.gate:
			n++
			d.current = &Sync{Tick: d.tick(), Key: key}
			d.syncs = append(d.syncs, d.current)
			d.open <- struct{}{}
		default:
			if !told {
				return
			}
		}
	}
	d.hot = true
}

// watchClock counts the processor time that something takes. It is the
// controller's: what the driver does itself is not counted.
func (d *driver) watchClock(do func()) {
	if d.limit == maxSyncs { // nothing is measured
		do()
		return
	}
	start := processorTime()
	do()
	d.spent += processorTime() - start
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// endSync notes that the last sync failed, if it did.
func (d *driver) endSync() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.failed && d.current != nil {
		d.current.Failed = true
	}
	d.failed, d.current = false, nil
}

// serve is the API server.
func (d *driver) serve(r *request) (object, error) {
	have := d.store.find(r.kind, r.name)
	if r.verb != "create" && have == nil {
		return nil, apierrors.NewNotFound(apps.Resource(r.kind), r.name)
	}
	switch r.kind + " " + r.verb {
	case "pods create":
		return d.createPod(r.body.(*core.Pod))
	case "pods delete":
		p := have.(*core.Pod)
		d.current.Deletes = append(d.current.Deletes, fmt.Sprintf("%s/%d", target(p), d.revision(p)))
		d.deletePod(p)
		return p, nil
	case "daemonsets status":
		return d.writeStatus(have.(*apps.DaemonSet), r.body.(*apps.DaemonSet))
	case "controllerrevisions create":
		if have != nil {
			return nil, apierrors.NewAlreadyExists(apps.Resource(r.kind), r.name)
		}
		d.note("create", r.body)
		d.store.put(r.kind, r.body)
		return d.store.find(r.kind, r.name), nil
	case "controllerrevisions update":
		if have.GetResourceVersion() != r.body.GetResourceVersion() {
			return nil, apierrors.NewConflict(apps.Resource(r.kind), r.name, fmt.Errorf("stale"))
		}
		d.note(fmt.Sprintf("update %d to", have.(*apps.ControllerRevision).Revision), r.body)
		d.store.put(r.kind, r.body)
		return d.store.find(r.kind, r.name), nil
	case "controllerrevisions delete":
		d.note("delete", have)
		d.store.remove(r.kind, r.name)
		return have, nil
	case "pods patch", "controllerrevisions patch":
		return d.patch(r, have), nil
	}
	return have, nil // get
}

func (d *driver) note(verb string, revision object) {
	d.current.Revisions = append(d.current.Revisions, fmt.Sprintf("%s %d", verb, revision.(*apps.ControllerRevision).Revision))
}

func (d *driver) writeStatus(have, written *apps.DaemonSet) (object, error) {
	if have.ResourceVersion != written.ResourceVersion {
		return nil, apierrors.NewConflict(apps.Resource(sets), have.Name, fmt.Errorf("stale"))
	}
	have.Status = written.Status
	d.store.put(sets, have)
	d.current.Status = statusText(&have.Status)
	return d.store.find(sets, keyOf(have)), nil
}

// statusText writes a status as kubectl get ds orders it.
func statusText(s *apps.DaemonSetStatus) string {
	collisions := int32(0)
	if s.CollisionCount != nil {
		collisions = *s.CollisionCount
	}
	return fmt.Sprintf("desired %d, current %d, ready %d, up-to-date %d, available %d, unavailable %d, misscheduled %d, observed %d, collisions %d",
		s.DesiredNumberScheduled, s.CurrentNumberScheduled, s.NumberReady, s.UpdatedNumberScheduled, s.NumberAvailable, s.NumberUnavailable,
		s.NumberMisscheduled, s.ObservedGeneration, collisions)
}

func (d *driver) createPod(p *core.Pod) (object, error) {
	if d.quota == 0 {
		d.current.Refused++
		return nil, apierrors.NewForbidden(core.Resource(pods), "", fmt.Errorf("exceeded quota"))
	}
	if d.quota > 0 {
		d.quota--
	}
	d.names++
	p.Name = fmt.Sprintf("%s%06d", p.GenerateName, d.names)
	p.Status.Phase = core.PodPending
	d.store.put(pods, p)
	d.current.Creates = append(d.current.Creates, fmt.Sprintf("%s/%d", target(p), d.revision(p)))
	return d.store.find(pods, keyOf(p)), nil
}

// deletePod is what a DELETE without options does.
func (d *driver) deletePod(p *core.Pod) {
	gone := p.Spec.NodeName == "" || terminal(p) || d.s.Kubelet.TerminateTicks == 0
	switch {
	case gone:
		d.store.remove(pods, keyOf(p))
	case p.DeletionTimestamp == nil:
		grace := int64(30)
		at := metav1.NewTime(now().Add(30 * time.Second))
		p.DeletionTimestamp, p.DeletionGracePeriodSeconds = &at, &grace
		d.store.put(pods, p)
	}
}

func terminal(p *core.Pod) bool {
	return p.Status.Phase == core.PodFailed || p.Status.Phase == core.PodSucceeded
}

// patch adds and removes owners, and sets labels.
func (d *driver) patch(r *request, o object) object {
	for _, owner := range r.patch.Metadata.OwnerReferences {
		verb := "adopt"
		is := func(x metav1.OwnerReference) bool { return x.UID == owner.UID }
		if slices.ContainsFunc(o.GetOwnerReferences(), is) == (owner.Patch == "") {
			continue // a claim is sent again until the cache shows it
		}
		if owner.Patch == "delete" {
			verb = "release"
			o.SetOwnerReferences(slices.DeleteFunc(o.GetOwnerReferences(), is))
		} else {
			o.SetOwnerReferences(append(o.GetOwnerReferences(), owner.OwnerReference))
		}
		if p, ok := o.(*core.Pod); ok {
			d.current.Claims = append(d.current.Claims, verb+" "+target(p))
		} else {
			d.note(verb, o)
		}
	}
	labels := o.GetLabels()
	for k, v := range r.patch.Metadata.Labels {
		labels[k] = v
	}
	o.SetLabels(labels)
	d.store.put(r.kind, o)
	return d.store.find(r.kind, r.name)
}

// revision is the number of the revision that a pod belongs to, by owner and hash.
func (d *driver) revision(p *core.Pod) int64 {
	for _, o := range d.store.all(revisions) {
		owner, of := metav1.GetControllerOf(o), metav1.GetControllerOf(p)
		if owner != nil && of != nil && owner.UID == of.UID && o.GetLabels()[apps.ControllerRevisionHashLabelKey] == p.Labels[apps.ControllerRevisionHashLabelKey] {
			return o.(*apps.ControllerRevision).Revision
		}
	}
	return 0
}

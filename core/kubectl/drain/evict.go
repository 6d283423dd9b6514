package drain

import (
	"errors"
	"time"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/state"
)

// How often kubectl drain looks again.
//
// Upstream 1.37: kubectl pkg/drain/drain.go and pkg/cmd/drain/drain.go.
const (
	pollEvery  = time.Second
	retryEvery = 5 * time.Second
)

// errDeadline is what waiting for a pod ends with at the timeout.
var errDeadline = errors.New("context deadline exceeded")

// task is the eviction of one pod.
type task struct {
	pod     *api.Pod
	waiting bool       // the pod was evicted and goes
	next    state.Time // when to look again
	done    bool
	err     error
}

// evictAll evicts pods all at once and waits until they are gone. Evictions that
// a PodDisruptionBudget refuses are tried again.
//
// Upstream 1.37: kubectl pkg/drain/drain.go, evictPods.
func (d *drainer) evictAll(pods []*api.Pod) error {
	tasks := make([]*task, len(pods))
	for i, p := range pods {
		tasks[i] = &task{pod: p, next: d.Cluster.Now()}
	}
	d.run(tasks, d.turn)
	var errs session.Errors
	for _, t := range tasks {
		if t.err != nil {
			errs = append(errs, t.err)
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return errs
}

// run does what is due of all tasks, and lets time go on between, until all are
// done. turn does what is due of one; over says that there is no more waiting.
func (d *drainer) run(tasks []*task, turn func(t *task, over error)) {
	progress := d.Cluster.Now()
	d.deadline = state.Never
	if d.timeout > 0 {
		d.deadline = progress + d.timeout
	}
	for {
		now, next := d.Cluster.Now(), state.Never
		for _, t := range tasks {
			if !t.done && t.next <= now {
				turn(t, d.over(now-progress))
				if t.done {
					progress = now
				}
			}
			if !t.done {
				next = min(next, t.next)
			}
		}
		if next == state.Never {
			return
		}
		if err := d.Cluster.Advance(next-now, nil); err != nil {
			for _, t := range tasks {
				if !t.done {
					t.done, t.err = true, err
				}
			}
		}
	}
}

// over says why there is no more waiting, nil while there is. quiet is how long
// no pod was done with.
//
// Differs: without --timeout kubectl waits on where nothing more can happen.
func (d *drainer) over(quiet time.Duration) error {
	switch {
	case d.Stopped():
		return session.ErrStopped
	case d.timeout > 0:
		if d.Cluster.Now() >= d.deadline {
			return errDeadline
		}
	case quiet >= session.Patience:
		return fmt.Errorf("it is still there after %d hours, and kubectl would wait on; use --timeout", int(session.Patience.Hours()))
	case quiet > 0 && d.Cluster.Idle():
		return errors.New("nothing more can happen in the cluster, and kubectl would wait on; use --timeout")
	}
	return nil
}

// turn goes on with one eviction. over says that there is no more waiting.
func (d *drainer) turn(t *task, over error) {
	p := t.pod
	if t.waiting {
		d.await(t, over)
		return
	}
	dry := ""
	if d.results.DryRun() == session.ServerDryRun {
		dry = " (server dry run)"
	}
	d.Outf("evicting pod %s/%s%s", p.Namespace, p.Name, dry)
	if over != nil {
		if errors.Is(over, errDeadline) {
			over = fmt.Errorf("global timeout reached: %v", d.timeout)
		}
		t.done, t.err = true, fmt.Errorf("error when evicting pods/%q -n %q: %w", p.Name, p.Namespace, over)
		return
	}
	err := d.evict(p)
	status, _ := session.Status(err)
	switch {
	case err == nil && dry != "":
		t.done = true
	case err == nil:
		t.waiting = true
		d.await(t, nil)
	case session.IsNotFound(err):
		t.done = true
	case status != nil && status.Reason == "TooManyRequests":
		d.Errf("error when evicting pods/%q -n %q (will retry after %v): %v", p.Name, p.Namespace, retryEvery, err)
		t.next = d.Cluster.Now() + retryEvery
	default:
		t.done, t.err = true, fmt.Errorf("error when evicting pods/%q -n %q: %w", p.Name, p.Namespace, err)
	}
}

// await looks whether an evicted pod is gone.
func (d *drainer) await(t *task, over error) {
	p := t.pod
	switch {
	case errors.Is(over, errDeadline):
	case d.gone(p):
		t.done = true
		d.say(p, "evicted")
		return
	case d.skipped(p):
		t.done = true
		return
	case over == nil:
		t.next = min(d.Cluster.Now()+pollEvery, d.deadline)
		return
	}
	t.done, t.err = true, fmt.Errorf("error when waiting for pod %q in namespace %q to terminate: %w", p.Name, p.Namespace, over)
}

// gone says whether a pod is there no more; another one of that name may be.
func (d *drainer) gone(p *api.Pod) bool {
	o, err := kinds.Named("Pod").Find(d.Cluster, p.Namespace, p.Name)
	return err != nil || o.Meta.UID != p.UID
}

// skipped passes over a pod that takes too long to go, and says so.
func (d *drainer) skipped(p *api.Pod) bool {
	o, err := kinds.Named("Pod").Find(d.Cluster, p.Namespace, p.Name)
	if err != nil || !d.skips(o.Value.(*api.Pod)) {
		return false
	}
	d.Outf("pod %q has DeletionTimestamp older than %d seconds, skipping", p.Name, d.skipAfter)
	return true
}

// deleteAll deletes pods without regard to any PodDisruptionBudget and waits
// until they are gone.
//
// Upstream 1.37: kubectl pkg/drain/drain.go, deletePods.
func (d *drainer) deleteAll(pods []*api.Pod) error {
	dry := d.results.DryRun() == session.ServerDryRun
	var tasks []*task
	for _, p := range pods {
		c := d.Cluster
		if dry {
			c = c.Fork()
		}
		if err := c.Delete("Pod", p.Namespace, p.Name, d.deletion()); err != nil && !session.IsNotFound(err) {
			return err
		}
		tasks = append(tasks, &task{pod: p, next: d.Cluster.Now()})
	}
	if dry {
		return nil
	}
	d.run(tasks, func(t *task, over error) {
		switch {
		case errors.Is(over, errDeadline):
			t.done, t.err = true, over
		case d.gone(t.pod):
			t.done = true
			d.say(t.pod, "deleted")
		case d.skipped(t.pod):
			t.done = true
		case over != nil:
			t.done, t.err = true, over
		default:
			t.next = min(d.Cluster.Now()+pollEvery, d.deadline)
		}
	})
	for _, t := range tasks {
		if t.err != nil {
			return t.err
		}
	}
	return nil
}

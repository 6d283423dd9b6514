package core

import (
	"maps"
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// One sync of a DaemonSet: what the controller decides is made of API calls,
// and each waits for the client's rate limit. So a sync takes simulated time,
// and what happens meanwhile is seen by the next one.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, syncDaemonSet.

// startSync takes a DaemonSet off the work queue.
func (c *Cluster) startSync(id state.SetID) {
	d := *c.sets[id]
	if d.Sync.After <= c.now {
		d.Sync.After = state.Never
	}
	d.Sync.Due = state.Never
	if d.Foreground {
		c.putSet(id, &d)
		return
	}
	next := &d
	var adopted []state.PodID
	relabel := false
	if len(c.strays) > 0 || d.Sync.HistoryOf != d.Object {
		c.putSet(id, &d)
		var ok bool
		if relabel, ok = c.syncHistory(id); !ok {
			return
		}
		adopted = c.claimPods(id)
		claimed := *c.sets[id]
		next = &claimed
	}
	x := c.refreshed(id)
	plan, failed := c.decide(id, x)
	counts, live, adoptions := x.Status(), c.liveHashes(id), c.adoptions(id, adopted)
	if relabel { // the API server has the labels now; this sync goes by what it read before
		c.relabel(id, next.Hash)
		relabelled := *c.sets[id]
		next = &relabelled
	}
	next.Sync.Stage, next.Sync.Started, next.Sync.Of = state.StageCalls, c.now, next.Object
	next.Sync.Counts, next.Sync.Failed = counts, failed
	next.Sync.Live, next.Sync.Adopted = live, adoptions
	next.Sync.Calls = append(append([]state.Call(nil), plan.Creates...), plan.Deletes...)
	c.rememberFailures(next, plan)
	if len(next.Sync.Calls) == 0 {
		c.finishCalls(next)
		return
	}
	next.Sync.CallAt = c.reserve()
	c.putSet(id, next)
}

// decide runs manage and, when manage has nothing to do, the rolling update.
//
// Differs: upstream runs both in one sync when the informers are quick enough;
// here what manage did always postpones the rolling update to the next sync.
func (c *Cluster) decide(id state.SetID, x *daemon.Index) (plan daemon.Plan, failed bool) {
	plan = x.Manage(c.now, func(n state.NodeID) *state.BackOff { return c.backOffs[backOffID(id, n)] })
	if !plan.Empty() || c.sets[id].Object.Spec.UpdateStrategy.Type != api.RollingUpdateDaemonSetStrategyType {
		return plan, false
	}
	rolling, err := x.RollingUpdate()
	if err != nil {
		c.emit(Event{
			Actor: DaemonSetController, Object: setObject(c.sets[id]), Verb: "fail",
			Why: reason.Reason{Code: reason.SyncFailed, Text: err.Error()},
		})
		return plan, true
	}
	rolling.BackOffs = append(plan.BackOffs, rolling.BackOffs...)
	rolling.Reports = append(plan.Reports, rolling.Reports...)
	rolling.Requeue = plan.Requeue
	return rolling, false
}

// rememberFailures stores what manage noted about failed pods.
func (c *Cluster) rememberFailures(d *state.DaemonSet, plan daemon.Plan) {
	for i := range plan.BackOffs {
		c.putBackOff(&plan.BackOffs[i])
	}
	if plan.Requeue > 0 {
		d.Sync.After = min(d.Sync.After, c.now+plan.Requeue)
	}
	if len(plan.Reports) > 0 {
		c.emit(Event{
			Actor: DaemonSetController, Object: setObject(d), Verb: "report", Reports: plan.Reports,
			Why: reason.Reason{Code: reason.FoundFinishedPods, N: int64(len(plan.Reports))},
		})
	}
}

// refreshed is a set's index after all events were delivered to it.
func (c *Cluster) refreshed(id state.SetID) *daemon.Index { return c.refresh(c.sets[id]) }

func (c *Cluster) refresh(d *state.DaemonSet) *daemon.Index {
	c.sortNodes()
	x := c.index[d.ID]
	x.Refresh(view{c, d})
	return x
}

// underWay is a set as the sync under way took it up: with the spec of that moment.
func underWay(d *state.DaemonSet) *state.DaemonSet {
	if d.Sync.Of == nil || d.Sync.Of == d.Object {
		return d
	}
	taken := *d
	taken.Object = d.Sync.Of
	return &taken
}

// continueSync makes the next API call of a sync, or ends it.
func (c *Cluster) continueSync(id state.SetID) {
	d := *c.sets[id]
	if d.Sync.Stage == state.StageStatus {
		c.finishSync(&d)
		return
	}
	call := d.Sync.Calls[0]
	d.Sync.Calls = d.Sync.Calls[1:]
	if len(d.Sync.Calls) > 0 {
		d.Sync.CallAt = c.reserve()
	}
	c.putSet(id, &d)
	if call.Create && d.Template.Refused != nil {
		c.refusePod(&d, call)
	} else if call.Create {
		c.createDaemonPod(id, call)
	} else {
		c.deleteDaemonPod(id, call)
	}
	if len(d.Sync.Calls) == 0 && c.sets[id] != nil {
		last := *c.sets[id]
		c.finishCalls(&last)
	}
}

// finishCalls goes on to the status once all calls were made. Writing the status
// is a call too. The record is a new one, which nobody has seen.
func (c *Cluster) finishCalls(d *state.DaemonSet) {
	taken := underWay(d)
	if c.now > d.Sync.Started {
		d.Sync.Counts = c.refresh(taken).Status()
	} else {
		c.missAdopted(d)
	}
	c.cleanupHistory(d)
	if _, write := daemon.WriteStatus(taken, d.Sync.Counts, true); write {
		if at := c.reserve(); at > c.now {
			d.Sync.Stage, d.Sync.CallAt = state.StageStatus, at
			c.putSet(d.ID, d)
			return
		}
	}
	c.finishSync(d)
}

// finishSync writes the status where it differs and ends the sync. The record is
// a new one, which nobody has seen.
func (c *Cluster) finishSync(d *state.DaemonSet) {
	taken := underWay(d)
	status, write := daemon.WriteStatus(taken, d.Sync.Counts, true)
	if status.ObservedGeneration != d.Status.ObservedGeneration || write && d.Sync.Failed {
		// What the controller writes to the DaemonSet wakes it once more. Only here can
		// that sync find something to do: the back-off of failed pods goes by the
		// observed generation, so they wait no longer. And one that fails again makes the
		// wait for the next longer.
		c.queueUp(d, c.options.Latency)
	}
	d.Status = status
	d.Sync.Stage, d.Sync.Of, d.Sync.Calls, d.Sync.Live, d.Sync.Adopted = state.StageNone, nil, nil, nil, nil
	if wait := daemon.StatusRequeue(taken, d.Sync.Counts); wait > 0 {
		d.Sync.After = min(d.Sync.After, c.now+wait)
	}
	if d.Sync.Failed {
		d.Sync.After = min(d.Sync.After, c.now+retryDelay(d.Sync.Retries))
		d.Sync.Retries++
	} else {
		d.Sync.Retries = 0
	}
	d.Sync.Failed = false
	c.putSet(d.ID, d)
	if write {
		c.emit(Event{
			Actor: DaemonSetController, Object: setObject(d), Verb: "status",
			Why: reason.Reason{Code: reason.StatusWritten, Text: d.Sync.Counts.String()},
		})
	}
}

// retryDelay is how long a failed sync waits: 5 ms, doubled each time, at most 1000 s.
//
// Upstream 1.37: client-go util/workqueue/default_rate_limiters.go.
func retryDelay(retries int32) state.Time {
	return min(5*state.Second/1000<<min(retries, 30), 1000*state.Second)
}

// syncHistory makes the revisions right for the set's template and gives the
// set its current hash and template. It reports whether pods are to get that hash, as
// there were two revisions of the template, and whether the sync may go on; if not,
// the sync has failed and is retried.
//
// Upstream 1.37: pkg/controller/daemon/update.go, constructHistory.
func (c *Cluster) syncHistory(id state.SetID) (relabel, ok bool) {
	d := c.sets[id]
	if d.Sync.HistoryOf == d.Object {
		return false, true
	}
	plan := daemon.History(d, c.revisionsIn(d.Object.Namespace), daemon.Patch(d.Object), c.now)
	c.changeRevisions(plan.Changes)
	next := *c.sets[id]
	if plan.CollisionCount != nil { // it is written at once, and that wakes the controller
		c.charge(4) // the create that fails, a look at what is there, one at the set, and the status
		next.Status.CollisionCount = plan.CollisionCount
		c.queueUp(&next, c.options.Latency)
	}
	if plan.Err != nil {
		next.Sync.After = min(next.Sync.After, c.now+retryDelay(next.Sync.Retries))
		next.Sync.Retries++
		if len(plan.Changes) > 0 {
			c.queueUp(&next, c.options.Latency)
		}
		c.putSet(id, &next)
		c.emit(Event{
			Actor: DaemonSetController, Object: setObject(d), Verb: "fail",
			Why: reason.Reason{Code: reason.SyncFailed, Text: plan.Err.Error()},
		})
		if plan.Relabel {
			c.claimPods(id)
			c.relabel(id, plan.Current.Hash)
		}
		return false, false
	}
	next.Sync.HistoryOf = d.Object
	if r := plan.Current; r.ID != state.None && r.Set != id {
		next.Sync.HistoryOf = nil // it is somebody else's, who may delete it
		c.charge(2)               // the create that fails, and a look at what is there
	}
	next.Hash = plan.Hash
	next.Template = c.Template(d.Object, plan.Hash)
	c.putSet(id, &next)
	return plan.Relabel, true
}

// Template is what the pods of a DaemonSet share that are created now, with the priority
// that its class has now, and what the API server has against them.
func (c *Cluster) Template(ds *api.DaemonSet, hash string) *state.Template {
	t := daemon.Template(ds, hash, c.priority)
	value, never, found := c.class(t.Spec.PriorityClassName)
	t.Refused = strategy.RefusePod(t.Spec, value, never, found)
	return t
}

// admitAnew goes by the priority classes that there are now for what is created from now on.
func (c *Cluster) admitAnew() {
	for id, d := range c.sets {
		if d == nil || d.Template == nil || d.Sync.HistoryOf == nil {
			continue
		}
		next := *d
		next.Template = c.Template(d.Sync.HistoryOf, d.Hash)
		if was := d.Template; was.Priority != next.Template.Priority || was.PreemptNever != next.Template.PreemptNever || was.Refused != nil || next.Template.Refused != nil {
			c.putSet(state.SetID(id), &next)
		}
	}
}

// changeRevisions makes the calls about ControllerRevisions in order.
func (c *Cluster) changeRevisions(changes []daemon.RevisionChange) {
	c.charge(len(changes))
	adopting := func(ch daemon.RevisionChange) bool { return ch.Why.Code == reason.ClaimAdopted }
	if slices.ContainsFunc(changes, adopting) {
		c.charge(1)
	}
	for _, ch := range changes {
		r := *ch.Revision
		verb := "update"
		switch {
		case ch.Why.Code == reason.ClaimAdopted:
			verb = "adopt"
			c.putRevision(r.ID, &r)
		case ch.Why.Code == reason.ClaimReleased:
			verb = "release"
			c.putRevision(r.ID, &r)
		case ch.Delete:
			verb = "delete"
			c.putRevision(r.ID, nil)
		case r.ID == state.None:
			verb = "create"
			r.ID = state.RevisionID(len(c.revisions))
			r.Created = c.now
			c.putRevision(r.ID, &r)
		default:
			c.putRevision(r.ID, &r)
		}
		c.emit(Event{Actor: DaemonSetController, Object: Object{"ControllerRevision", r.Namespace, r.Name}, Verb: verb, Why: ch.Why})
	}
}

// revisionsIn are the revisions of a namespace, by ID.
func (c *Cluster) revisionsIn(namespace string) []*state.Revision {
	var out []*state.Revision
	for _, r := range c.revisions {
		if r != nil && r.Namespace == namespace {
			out = append(out, r)
		}
	}
	return out
}

// cleanupHistory deletes revisions beyond revisionHistoryLimit that no pod uses,
// as far as the sync can know: what it did itself a moment ago, it has not seen yet.
func (c *Cluster) cleanupHistory(d *state.DaemonSet) {
	if d.Sync.Failed {
		return
	}
	c.changeRevisions(daemon.Cleanup(d, c.oldRevisions(d.ID), func(hash string) bool {
		return c.live[liveKey{d.ID, hash}] > 0 || c.now == d.Sync.Started && d.Sync.Live[hash] > 0
	}))
}

// oldRevisions are a set's revisions without the current one.
func (c *Cluster) oldRevisions(id state.SetID) []*state.Revision {
	var old []*state.Revision
	for _, r := range c.revisions {
		if r != nil && r.Set == id && r.Hash != c.sets[id].Hash {
			old = append(old, r)
		}
	}
	return old
}

// liveHashes is how many pods carry each hash of an old revision now, nil where
// revisionHistoryLimit lets all of them stay anyway.
func (c *Cluster) liveHashes(id state.SetID) map[string]int {
	old := c.oldRevisions(id)
	if limit := c.sets[id].Object.Spec.RevisionHistoryLimit; limit == nil || len(old) <= int(*limit) {
		return nil
	}
	live := map[string]int{}
	for _, r := range old {
		live[r.Hash] = c.live[liveKey{id, r.Hash}]
	}
	return live
}

// relabel gives every pod of a set the current hash, as deduplication does.
func (c *Cluster) relabel(id state.SetID, hash string) {
	for pid, p := range c.pods {
		if p != nil && p.Set == id && p.Hash() != hash {
			next := *p
			next.Labels = withHash(p.LabelSet(), hash)
			c.charge(1)
			c.putPod(state.PodID(pid), &next)
		}
	}
}

func withHash(labels map[string]string, hash string) map[string]string {
	out := make(map[string]string, len(labels)+1)
	maps.Copy(out, labels)
	out["controller-revision-hash"] = hash
	return out
}

package core

import (
	"strconv"

	"github.com/rollscope/rollscope/core/api"
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
	c.putSet(id, &d)
	if d.Foreground {
		return
	}
	c.claimPods(id)
	if !c.syncHistory(id) {
		return
	}
	x := c.refreshed(id)
	plan, failed := c.decide(id, x)
	next := *c.sets[id]
	next.Sync.Stage, next.Sync.Started, next.Sync.Of = state.StageCalls, c.now, next.Object
	next.Sync.Counts, next.Sync.Failed = x.Status(), failed
	next.Sync.Live = c.liveHashes(id)
	next.Sync.Calls = append(append([]state.Call(nil), plan.Creates...), plan.Deletes...)
	next.Sync.CallAt = c.now
	c.rememberFailures(&next, plan)
	if len(next.Sync.Calls) > 0 {
		next.Sync.CallAt = c.reserve()
	}
	c.putSet(id, &next)
	if len(next.Sync.Calls) == 0 {
		c.finishCalls(id)
	}
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
		c.emit(Event{Actor: DaemonSetController, Object: setObject(c.sets[id]), Verb: "fail",
			Why: reason.Reason{Code: reason.SyncFailed, Text: err.Error()}})
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
		c.emit(Event{Actor: DaemonSetController, Object: setObject(d), Verb: "report", Reports: plan.Reports,
			Why: reason.Reason{Code: reason.FoundFinishedPods, N: int64(len(plan.Reports))}})
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
func (c *Cluster) underWay(id state.SetID) *state.DaemonSet {
	d := c.sets[id]
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
	if call.Create {
		c.createDaemonPod(id, call)
	} else {
		c.deleteDaemonPod(id, call)
	}
	if len(d.Sync.Calls) == 0 && c.sets[id] != nil {
		c.finishCalls(id)
	}
}

// finishCalls goes on to the status once all calls were made. Writing the
// status is a call too.
func (c *Cluster) finishCalls(id state.SetID) {
	c.cleanupHistory(id)
	next := *c.sets[id]
	if c.now > next.Sync.Started {
		next.Sync.Counts = c.refresh(c.underWay(id)).Status()
	}
	next.Sync.Stage = state.StageStatus
	next.Sync.CallAt = c.now
	if _, write := daemon.WriteStatus(c.underWay(id), next.Sync.Counts, true); write {
		next.Sync.CallAt = c.reserve()
	}
	if next.Sync.CallAt > c.now {
		c.putSet(id, &next)
		return
	}
	c.finishSync(&next)
}

// finishSync writes the status where it differs and ends the sync. The record is a new one.
func (c *Cluster) finishSync(d *state.DaemonSet) {
	taken := c.underWay(d.ID)
	status, write := daemon.WriteStatus(taken, d.Sync.Counts, true)
	d.Status = status
	d.Sync.Stage, d.Sync.Of, d.Sync.Calls, d.Sync.Live = state.StageNone, nil, nil, nil
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
		c.emit(Event{Actor: DaemonSetController, Object: setObject(d), Verb: "status",
			Why: reason.Reason{Code: reason.StatusWritten, Text: countsText(d.Sync.Counts)}})
	}
}

// countsText writes the counts as kubectl get ds orders them.
func countsText(s state.Counts) string {
	text := make([]byte, 0, 96)
	for i, n := range [...]int32{s.Desired, s.Current, s.Ready, s.Updated, s.Available, s.Misscheduled} {
		text = append(text, [...]string{"desired ", ", current ", ", ready ", ", up-to-date ", ", available ", ", misscheduled "}[i]...)
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return string(text)
}

// retryDelay is how long a failed sync waits: 5 ms, doubled each time, at most 1000 s.
//
// Upstream 1.37: client-go util/workqueue/default_rate_limiters.go.
func retryDelay(retries int32) state.Time {
	return min(5*state.Second/1000<<min(retries, 30), 1000*state.Second)
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

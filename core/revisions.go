package core

import (
	"maps"
	"slices"

	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// syncHistory makes the revisions right for the set's template and gives the
// set its current hash and template. It reports whether the sync may go on; if
// not, the sync has failed and is retried.
//
// Upstream 1.37: pkg/controller/daemon/update.go, constructHistory.
func (c *Cluster) syncHistory(id state.SetID) bool {
	d := c.sets[id]
	if d.Sync.HistoryOf == d.Object {
		return true
	}
	plan := daemon.History(d, c.revisionsIn(d.Object.Namespace), daemon.Patch(d.Object), c.now)
	c.changeRevisions(id, plan.Changes)
	next := *c.sets[id]
	if plan.CollisionCount != nil {
		next.Status.CollisionCount = plan.CollisionCount
	}
	if plan.Err != nil {
		next.Sync.After = min(next.Sync.After, c.now+retryDelay(next.Sync.Retries))
		next.Sync.Retries++
		c.putSet(id, &next)
		c.emit(Event{Actor: DaemonSetController, Object: setObject(d), Verb: "fail",
			Why: reason.Reason{Code: reason.SyncFailed, Text: plan.Err.Error()}})
		return false
	}
	next.Sync.HistoryOf = d.Object
	next.Hash = plan.Hash
	next.Template = daemon.Template(d.Object, plan.Hash, c.priority)
	c.putSet(id, &next)
	if plan.Relabel {
		c.relabel(id, plan.Hash)
	}
	return true
}

// changeRevisions makes the calls about ControllerRevisions in order.
func (c *Cluster) changeRevisions(id state.SetID, changes []daemon.RevisionChange) {
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
func (c *Cluster) cleanupHistory(id state.SetID) {
	d := c.sets[id]
	if d.Sync.Failed {
		return
	}
	c.changeRevisions(id, daemon.Cleanup(d, c.oldRevisions(id), func(hash string) bool {
		return c.live[liveKey{id, hash}] > 0 || c.now == d.Sync.Started && slices.Contains(d.Sync.Live, hash)
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

// liveHashes are the hashes of old revisions that pods carry now, nil where
// revisionHistoryLimit lets all of them stay anyway.
func (c *Cluster) liveHashes(id state.SetID) []string {
	old := c.oldRevisions(id)
	if limit := c.sets[id].Object.Spec.RevisionHistoryLimit; limit == nil || len(old) <= int(*limit) {
		return nil
	}
	var live []string
	for _, r := range old {
		if c.live[liveKey{id, r.Hash}] > 0 {
			live = append(live, r.Hash)
		}
	}
	return live
}

// relabel gives every pod of a set the current hash, as deduplication does.
func (c *Cluster) relabel(id state.SetID, hash string) {
	for pid, p := range c.pods {
		if p != nil && p.Set == id && p.Hash() != hash {
			next := *p
			next.Labels = withHash(p.LabelSet(), hash)
			c.putPod(state.PodID(pid), &next)
		}
	}
}

// claimPods adopts orphans that match the set's selector and releases pods whose
// labels match no more.
//
// Upstream 1.37: pkg/controller/controller_ref_manager.go, ClaimPods.
func (c *Cluster) claimPods(id state.SetID) {
	d := c.sets[id]
	if len(c.strays) == 0 {
		return
	}
	for _, pid := range slices.Sorted(maps.Keys(c.strays)) {
		p := c.pods[pid]
		if p.Namespace != d.Object.Namespace {
			continue
		}
		next := *p
		verb := "adopt"
		claim := daemon.Claim(d, p)
		switch claim.Action {
		case daemon.Adopt:
			next.Set = id
			next.Labels = p.LabelSet()
		case daemon.Release:
			verb, next.Set = "release", state.None
		default:
			continue
		}
		c.putPod(pid, &next)
		c.emit(Event{Actor: DaemonSetController, Object: podObject(p), Verb: verb, Node: c.nameOf(p), Why: claim.Why})
	}
}

func withHash(labels map[string]string, hash string) map[string]string {
	out := make(map[string]string, len(labels)+1)
	for k, v := range labels {
		out[k] = v
	}
	out["controller-revision-hash"] = hash
	return out
}

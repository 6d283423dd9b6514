package daemon

import (
	"maps"
	"sort"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// HistoryPlan is what a sync does about the revisions of a DaemonSet before
// anything else.
type HistoryPlan struct {
	// Changes are to be made in order.
	Changes []RevisionChange
	// Current is the revision of the present template as it is after Changes, with
	// ID None when it is created; nil with Err. Hash is its hash.
	Current *state.Revision
	Hash    string
	// Old are the other revisions the DaemonSet owns, by name.
	Old []*state.Revision
	// Relabel says that every pod of the DaemonSet with another hash gets Hash:
	// there were several revisions of the present template.
	Relabel bool
	// CollisionCount is the new status.collisionCount; nil when it stays.
	CollisionCount *int32
	// Err ends the sync once Changes are made; it is retried.
	Err error
}

// RevisionChange is one call about a ControllerRevision.
type RevisionChange struct {
	Revision *state.Revision // as it is to be stored; ID None when it is created
	Delete   bool            // remove it instead
	Why      reason.Reason
}

// History finds the revision of the present template among the revisions of the
// DaemonSet's namespace, or makes it. Revisions are claimed first, as pods are.
// The current one gets the highest number; going back to an earlier template
// therefore renumbers its revision and makes no new one. Patch is Patch(set.Object).
//
// Upstream 1.37: pkg/controller/daemon/update.go, constructHistory.
// Differs: revisions are looked at in order of name; upstream leaves the order open.
func History(set *state.DaemonSet, revisions []*state.Revision, patch string, now state.Time) HistoryPlan {
	var h HistoryPlan
	var mine, current []*state.Revision
	for _, r := range revisions {
		if ClaimRevision(set, r).Action != Ignore {
			mine = append(mine, r)
		}
	}
	claimed := mine[:0]
	for _, r := range byName(mine) {
		if r, yes := h.claim(set, r); yes {
			claimed = append(claimed, r)
		}
	}
	for _, r := range claimed {
		if r.Hash == "" {
			if r = h.change(labelled(r), reason.RevisionLabelled); h.Err != nil {
				return h
			}
		}
		if r.Data == patch {
			current = append(current, r)
		} else {
			h.Old = append(h.Old, r)
		}
	}
	next := int64(1)
	for _, r := range h.Old {
		next = max(next, r.Number+1)
	}
	if len(current) == 0 {
		h.snapshot(set, revisions, patch, next, now)
		return h
	}
	h.Current = h.keepOne(current)
	h.renumber(next)
	h.Hash = h.Current.Hash
	return h
}

// renumber gives the current revision a higher number, where it has none.
func (h *HistoryPlan) renumber(next int64) {
	from := h.Current.Number
	if from >= next {
		return
	}
	renumbered := *h.Current
	renumbered.Number = next
	if h.Current = h.change(&renumbered, reason.RevisionRenumbered); h.Err == nil {
		why := &h.Changes[len(h.Changes)-1].Why
		why.N, why.M = from, next
	}
}

// claim settles whose revision it is.
func (h *HistoryPlan) claim(set *state.DaemonSet, r *state.Revision) (*state.Revision, bool) {
	switch d := ClaimRevision(set, r); d.Action {
	case Keep:
		return r, true
	case Adopt, Release:
		owned := *r
		owned.Set = pick(d.Action == Adopt, set.ID, state.None)
		h.Changes = append(h.Changes, RevisionChange{Revision: &owned, Why: d.Why})
		return &owned, d.Action == Adopt
	}
	return r, false
}

// change writes a revision. The API server refuses that for one that was adopted a
// moment ago: what the sync holds of it is from before the adoption.
//
// Upstream 1.37: pkg/controller/daemon/update.go, constructHistory.
func (h *HistoryPlan) change(r *state.Revision, code reason.Code) *state.Revision {
	for i := range h.Changes {
		if ch := &h.Changes[i]; ch.Revision.ID == r.ID && r.ID != state.None && ch.Why.Code == reason.ClaimAdopted {
			h.Err = fmt.Errorf("failed to construct revisions of DaemonSet: Operation cannot be fulfilled on controllerrevisions.apps %q: "+
				"the object has been modified; please apply your changes to the latest version and try again", r.Name)
			return r
		}
	}
	h.Changes = append(h.Changes, RevisionChange{Revision: r, Why: reason.Reason{Code: code, Text: r.Name, N: r.Number}})
	return r
}

// labelled gives a revision without the hash label its own name as that label.
func labelled(r *state.Revision) *state.Revision {
	out := *r
	out.Hash = r.Name
	out.Labels = withLabel(r.Labels, api.ControllerRevisionHashLabelKey, r.Name)
	return &out
}

// keepOne keeps the revision with the highest number of several with the same data.
//
// Upstream 1.37: pkg/controller/daemon/update.go, dedupCurHistories.
func (h *HistoryPlan) keepOne(current []*state.Revision) *state.Revision {
	kept := current[0]
	for _, r := range current[1:] {
		if r.Number >= kept.Number {
			kept = r
		}
	}
	h.Relabel = len(current) > 1
	for _, r := range current {
		if r != kept {
			h.Changes = append(h.Changes, RevisionChange{
				Revision: r, Delete: true,
				Why: reason.Reason{Code: reason.RevisionDuplicate, Text: r.Name, N: r.Number, M: kept.Number},
			})
		}
	}
	return kept
}

// snapshot makes the revision. When its name is taken by another template the
// collision count goes up and the sync fails; the next one hashes with the new count.
//
// Upstream 1.37: pkg/controller/daemon/update.go, snapshot.
func (h *HistoryPlan) snapshot(set *state.DaemonSet, revisions []*state.Revision, patch string, number int64, now state.Time) {
	ds := set.Object
	hash := Hash(patch, set.Status.CollisionCount)
	r := &state.Revision{
		ID: state.None, Namespace: ds.Namespace, Name: ds.Name + "-" + hash, Set: set.ID, Number: number,
		Hash: hash, Data: patch, Annotations: ds.Annotations, Created: now,
		Labels: withLabel(ds.Spec.Template.Labels, api.ControllerRevisionHashLabelKey, hash),
	}
	for _, taken := range revisions {
		if taken.Namespace != r.Namespace || taken.Name != r.Name {
			continue
		}
		if taken.Data == patch {
			h.Current, h.Hash = taken, taken.Hash
			return
		}
		count := int32(1)
		if set.Status.CollisionCount != nil {
			count = *set.Status.CollisionCount + 1
		}
		h.CollisionCount = &count
		h.Err = fmt.Errorf("failed to construct revisions of DaemonSet: controllerrevisions.apps %q already exists", r.Name)
		return
	}
	h.Current, h.Hash = h.change(r, reason.RevisionCreated), hash
}

// Patch is what a revision stores of a DaemonSet: its template as a patch in
// canonical JSON, keys sorted, so that equal templates give equal bytes.
//
// Upstream 1.37: pkg/controller/daemon/update.go, getPatch.
func Patch(ds *api.DaemonSet) string {
	type template struct {
		Patch string `json:"$patch"`
		api.PodTemplateSpec
	}
	type spec struct {
		Template template `json:"template"`
	}
	type patch struct {
		Spec spec `json:"spec"`
	}
	out, err := api.CanonicalJSON(patch{spec{template{"replace", ds.Spec.Template}}})
	if err != nil {
		panic("daemon: a pod template that is not JSON: " + err.Error())
	}
	return string(out)
}

// Hash is the name of a revision's contents in its labels and those of its pods.
//
// Upstream 1.37: pkg/controller/controller_utils.go, ComputeHash.
// Differs: upstream hashes a dump of its Go types, so its hashes change from
// release to release; here the stored patch is hashed.
func Hash(patch string, collisionCount *int32) string {
	const prime = 16777619
	sum := uint32(2166136261) // FNV-1a
	for i := range len(patch) {
		sum = (sum ^ uint32(patch[i])) * prime
	}
	if collisionCount != nil {
		for i := range 8 {
			sum = (sum ^ uint32(uint64(uint32(*collisionCount))>>(8*i)&0xff)) * prime
		}
	}
	return safeEncode(strconv.FormatUint(uint64(sum), 10))
}

// safeEncode writes digits in an alphabet that spells no words.
//
// Upstream 1.37: apimachinery pkg/util/rand/rand.go, SafeEncodeString.
func safeEncode(digits string) string {
	const alphabet = "bcdfghjklmnpqrstvwxz2456789"
	out := make([]byte, len(digits))
	for i := range out {
		out[i] = alphabet[int(digits[i])%len(alphabet)]
	}
	return string(out)
}

// Cleanup is which of the old revisions go at the end of a sync: the lowest
// numbers beyond revisionHistoryLimit. One that a pod still carries is passed
// over, and a younger one goes in its place. The current one is not among old.
//
// Upstream 1.37: pkg/controller/daemon/update.go, cleanupHistory.
func Cleanup(set *state.DaemonSet, old []*state.Revision, live func(hash string) bool) []RevisionChange {
	limit := set.Object.Spec.RevisionHistoryLimit
	if limit == nil || len(old) <= int(*limit) {
		return nil
	}
	surplus := len(old) - int(*limit)
	sorted := byName(old)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].Number < sorted[j].Number })
	var gone []RevisionChange
	for _, r := range sorted {
		if surplus == 0 {
			break
		}
		if live(r.Hash) {
			continue
		}
		gone = append(gone, RevisionChange{
			Revision: r, Delete: true,
			Why: reason.Reason{Code: reason.RevisionBeyondLimit, Text: r.Name, N: r.Number, M: int64(*limit)},
		})
		surplus--
	}
	return gone
}

func byName(revisions []*state.Revision) []*state.Revision {
	sorted := append([]*state.Revision(nil), revisions...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].Name < sorted[j].Name })
	return sorted
}

func withLabel(labels map[string]string, key, value string) map[string]string {
	out := make(map[string]string, len(labels)+1)
	maps.Copy(out, labels)
	out[key] = value
	return out
}

// ClaimAction is what a DaemonSet does about an object it might own.
type ClaimAction uint8

// The actions. Only Keep and Adopt make the object one of the DaemonSet's.
const (
	Ignore  ClaimAction = iota
	Keep                // it is owned and matches the selector
	Adopt               // an orphan that matches: the owner reference is added
	Release             // owned, but it does not match any more: the owner reference is removed
)

// ClaimDecision is the action with its reason.
type ClaimDecision struct {
	Action ClaimAction
	Why    reason.Reason
}

// Claim decides whether a pod belongs to the DaemonSet.
//
// Upstream 1.37: pkg/controller/controller_ref_manager.go, ClaimObject.
func Claim(set *state.DaemonSet, p *state.Pod) ClaimDecision {
	o := owned{
		name: p.Name, namespace: p.Namespace, mine: p.Set == set.ID,
		other: p.Owner != nil || p.Set != state.None, leaving: p.Terminating(),
	}
	return o.claim(set, p.LabelSet())
}

// ClaimRevision decides whether a ControllerRevision belongs to the DaemonSet.
//
// Upstream 1.37: pkg/controller/controller_ref_manager.go, ClaimControllerRevisions.
func ClaimRevision(set *state.DaemonSet, r *state.Revision) ClaimDecision {
	o := owned{name: r.Name, namespace: r.Namespace, mine: r.Set == set.ID, other: r.Set != state.None}
	return o.claim(set, r.Labels)
}

// owned is what claiming needs to know of an object.
type owned struct {
	name, namespace string
	mine            bool // its controllerRef is the DaemonSet, by UID
	other           bool // it has a controllerRef
	leaving         bool // it is being deleted
}

func (o *owned) claim(set *state.DaemonSet, labels map[string]string) ClaimDecision {
	why := func(a ClaimAction, code reason.Code) ClaimDecision {
		return ClaimDecision{a, reason.Reason{Code: code, Pod: o.name, Text: set.Object.Name}}
	}
	if o.other && !o.mine {
		return why(Ignore, reason.ClaimOwnedByOther)
	}
	matches := set.Selector.Matches(labels)
	switch {
	case o.mine && matches:
		return why(Keep, reason.ClaimKept)
	case o.mine && set.Foreground:
		return why(Ignore, reason.ClaimSetDeleted)
	case o.mine:
		return why(Release, reason.ClaimReleased)
	case set.Foreground:
		return why(Ignore, reason.ClaimSetDeleted)
	case !matches || o.namespace != set.Object.Namespace:
		return why(Ignore, reason.ClaimNoMatch)
	case o.leaving:
		return why(Ignore, reason.ClaimLeaving)
	}
	return why(Adopt, reason.ClaimAdopted)
}

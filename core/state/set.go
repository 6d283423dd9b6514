package state

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
)

// DaemonSet is one DaemonSet with what its controller remembers about it.
type DaemonSet struct {
	ID SetID
	// Object holds metadata and spec, defaulted and valid. Its Status is not
	// used; Status below is.
	Object  *api.DaemonSet
	Status  api.DaemonSetStatus
	Created Time
	// Foreground says that the set is being deleted with --cascade=foreground:
	// it has a deletionTimestamp and its controller leaves it alone.
	Foreground bool

	// Selector is Object's label selector, ready to match.
	Selector *api.Selector
	// Hash is the current revision's hash and Template what new pods are made
	// from; "" and nil before the first sync.
	Hash     string
	Template *Template

	Sync Sync
}

// Key is namespace/name.
func (d *DaemonSet) Key() string { return d.Object.Namespace + "/" + d.Object.Name }

// Sync is what the controller keeps in memory for one DaemonSet.
type Sync struct {
	// Due is when the key is next taken off the work queue; Never when it is not on it.
	Due Time
	// After is the earliest pending delayed requeue (minReadySeconds, back-off); Never for none.
	After Time
	// Retries counts failed syncs in a row; each doubles the wait.
	Retries int32

	// Adds and Dels are the expectations: creations and deletions whose events
	// have not come in. Expected is when they were set.
	Adds, Dels int32
	Expected   Time

	// Calls are the API calls of the sync under way that are still to be made, in
	// order; nil when no sync is under way. Stage says which part of the sync they belong to.
	Calls []Call
	Stage Stage
}

// Stage is a part of a DaemonSet sync.
type Stage uint8

// The stages of a sync, in order. StageNone means that no sync is under way.
const (
	StageNone Stage = iota
	StageManage
	StageRollingUpdate
	StageStatus
)

// Call is one API call that a sync decided on.
type Call struct {
	Create bool   // create a pod for Node; otherwise delete Pod
	Node   NodeID // the node it is about
	Pod    PodID  // the pod to delete
	Why    reason.Reason
}

// Revision is one ControllerRevision of a DaemonSet.
type Revision struct {
	ID        RevisionID
	Namespace string
	Name      string
	Set       SetID // the owner, or None for an orphan
	Number    int64
	Hash      string // label controller-revision-hash
	// Data is the patch that the revision stores, as canonical JSON; two
	// revisions with equal Data are the same template.
	Data        string
	Labels      map[string]string
	Annotations map[string]string
	Created     Time
}

// BackOff is the controller's memory of failed daemon pods on one node.
type BackOff struct {
	Set        SetID
	Generation int64 // status.observedGeneration the entry belongs to
	Node       NodeID
	Window     Time
	Bumped     Time // when Window was last raised
}

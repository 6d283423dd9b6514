package state

import (
	"strconv"

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
	Deleted    Time // when that was asked for; without meaning otherwise

	// Selector is Object's label selector, ready to match.
	Selector api.Selector
	// Hash is the current revision's hash and Template what new pods are made
	// from; "" and nil before the first sync.
	Hash     string
	Template *Template

	Sync Sync
}

// Key is namespace/name.
func (d *DaemonSet) Key() string { return d.Object.Namespace + "/" + d.Object.Name }

// Sync is what the controller keeps in memory for one DaemonSet.
//
// Differs: there are no expectations and no consistency gate. A sync never
// starts before the events of the last one have come in, which is what those
// two bring about upstream.
type Sync struct {
	// Due is when the key is next taken off the work queue; Never when it is not on it.
	Due Time
	// Place orders those that are due at one moment: by when they were put there.
	Place uint16
	// After is the earliest pending delayed requeue (minReadySeconds, back-off); Never for none.
	After Time
	// Retries counts failed syncs in a row; each doubles the wait.
	Retries int32

	// Stage says whether a sync is under way and Started when it began.
	Stage   Stage
	Started Time
	// Of is the Object that the sync under way goes by, whatever was written
	// meanwhile; nil while there is none.
	Of *api.DaemonSet
	// Calls are the API calls of the sync under way that are still to be made, in
	// order, and CallAt is when the client may make the first of them.
	Calls  []Call
	CallAt Time
	// Counts are the status counts as they stood when the sync began.
	Counts Counts
	// Live is how many pods carried each hash of an old revision when the sync began;
	// nil where revisionHistoryLimit lets all of them stay anyway.
	Live map[string]int
	// Adopted are the nodes on which the sync under way adopted pods.
	Adopted []Adoption
	// Failed says that the sync under way ends with an error and is retried.
	Failed bool

	// HistoryOf is the Object that the revisions were last compared with; nil
	// when they have to be compared again.
	HistoryOf *api.DaemonSet
}

// Asleep says that no sync is under way, due or asked for.
func (s *Sync) Asleep() bool {
	return s.Stage == StageNone && s.Due == Never && s.After == Never
}

// Retries says that all the controller is going to do by itself is to try once more to
// create pods that the API server refuses.
func (d *DaemonSet) Retries() bool {
	s := &d.Sync
	return d.Template != nil && d.Template.Refused != nil && s.Retries > 0 && s.Stage == StageNone && s.Due == Never && s.After != Never
}

// Adoption is a node on which a sync adopted pods.
type Adoption struct {
	Node NodeID
	// Pods are all pods of the DaemonSet there as the sync saw them, and IDs are those
	// that it adopted.
	Pods []*Pod
	IDs  []PodID
}

// Counts are the numbers of a DaemonSet's status.
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, updateDaemonSetStatus.
type Counts struct {
	Desired, Current, Ready, Updated, Available, Unavailable, Misscheduled int32
}

// String writes the counts as kubectl get ds orders them.
func (s Counts) String() string {
	text := make([]byte, 0, 96)
	for i, n := range [...]int32{s.Desired, s.Current, s.Ready, s.Updated, s.Available, s.Misscheduled} {
		text = append(text, [...]string{"desired ", ", current ", ", ready ", ", up-to-date ", ", available ", ", misscheduled "}[i]...)
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return string(text)
}

// Stage is a part of a DaemonSet sync.
type Stage uint8

// The stages of a sync, in order. StageNone means that no sync is under way.
const (
	StageNone Stage = iota
	StageCalls
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

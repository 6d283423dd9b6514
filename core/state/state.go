// Package state holds the compact records a simulated cluster keeps of its
// objects: nodes, pods, templates, DaemonSets, revisions.
//
// A record is never edited once the cluster holds it. To change one, copy it,
// edit the copy and hand it to the cluster, which keeps the old one for winding
// back. What many pods have in common (spec, labels, requests) lives in one
// Template that they all point to, so that a cluster of 100,000 nodes fits in memory.
package state

import (
	"math"
	"time"
)

// Time is simulated time since the cluster's start, in nanoseconds.
type Time = time.Duration

// Never is the time of something that is not going to happen.
const Never Time = math.MaxInt64

// NodeID stands for a node's name. A node that leaves and comes back under the
// same name has the same NodeID, as pods refer to nodes by name.
type NodeID int32

// PodID stands for one pod; it is never used again after the pod is gone.
type PodID int32

// SetID stands for one DaemonSet, as its UID does: a DaemonSet that is deleted
// and created again under the same name has another SetID.
type SetID int32

// RevisionID stands for one ControllerRevision object.
type RevisionID int32

// None is the ID of nothing, for each kind of ID.
const None = -1

// Phase is a pod's phase.
type Phase uint8

// The phases of a pod, as in api.PodPhase.
const (
	Pending Phase = iota
	Running
	Succeeded
	Failed
)

// String is the phase as the API spells it.
func (p Phase) String() string {
	return [...]string{"Pending", "Running", "Succeeded", "Failed"}[p]
}

// Terminal says that a pod in this phase will never run again.
func (p Phase) Terminal() bool { return p >= Succeeded }

package state

import (
	"strconv"

	"github.com/rollscope/rollscope/core/api"
)

// Pod is one pod. A daemon pod has a Set; a pod of another workload has none.
type Pod struct {
	ID        PodID
	Namespace string
	Name      string
	// Set is the DaemonSet whose controllerRef the pod carries, or None.
	Set SetID
	// Owner is the controller of a pod that no DaemonSet owns, or nil.
	Owner    *api.OwnerReference
	Template *Template
	// Labels replace the template's labels where somebody edited them; nil otherwise.
	Labels map[string]string

	// Target is the node the pod is meant for: spec.nodeName, else the node that
	// its required affinity names; None where neither says.
	Target NodeID
	// Node is spec.nodeName: None until the scheduler binds the pod.
	Node    NodeID
	Created Time

	// Deleted is when the pod was marked for deletion (deletionTimestamp is
	// Deleted + GraceSeconds); Never while it is not.
	Deleted      Time
	GraceSeconds int64 // the grace of that deletion

	Phase         Phase
	StatusReason  string // status.reason: Evicted, OutOfcpu, …; "" for none
	StatusMessage string // status.message

	// Ready is the Ready condition; ReadySince is when it last changed.
	Ready      bool
	ReadySince Time
	// Available is Ready for minReadySeconds of the owning DaemonSet. The
	// cluster's clock sets it, at the moment it becomes true: AvailableAt, which
	// is Never while nothing is pending.
	Available   bool
	AvailableAt Time

	// Unschedulable is the message of PodScheduled=False; "" when the pod is
	// bound or was not tried yet.
	Unschedulable string
	// Attempts counts how often the scheduler tried and Tried is when it did last;
	// Nominated is the node it preempted for, or None.
	Attempts  int32
	Tried     Time
	Nominated NodeID
	// EvictAt is when taint eviction deletes the pod, CollectAt when pod garbage
	// collection removes it; Never while neither is going to.
	EvictAt, CollectAt Time
	// Disruption is the reason of the DisruptionTarget condition, "" for none.
	Disruption string

	// Started is when the kubelet took the pod (status.startTime); Never before.
	Started Time
	// Containers are init containers, then containers, as the kubelet reports
	// them; nil until it has taken the pod.
	Containers []Container
	// StopGrace is the grace period in seconds that the kubelet stops the
	// containers with; 0 while it does not.
	StopGrace int64
	// Mount counts failed volume set-ups; 0 when there was none.
	Mount int32

	// Pinned is a state that a user forced on the pod (break pod/…): the kubelet
	// leaves the pod alone until it is deleted.
	Pinned bool

	// Wake is when the scheduler (unbound) or the kubelet (bound) looks at the
	// pod next; Never when neither has cause to.
	Wake Time
	// Retry says that Wake is a repetition that changes nothing by itself
	// (crash loop, image back-off, scheduling retry): a cluster in which only
	// such wakes are left can go nowhere.
	Retry bool
}

// Container is the state of one container as the kubelet reports it.
type Container struct {
	State    ContainerState
	Since    Time   // when State began
	Reason   string // of waiting or terminated: ContainerCreating, CrashLoopBackOff, Completed, …
	Message  string
	ExitCode int32
	Restarts int32
	// Ready and Started are the fields of the same name in the container status.
	Ready   bool
	Started bool

	// Doing is what the kubelet is doing with the container, whatever State
	// shows, and Due is when that ends; Due has no meaning while it does nothing.
	// While Stopping or Killing, ExitCode is the code it is going to exit with.
	Doing Step
	Due   Time

	// Began is when the run that State shows began, Never before the first.
	Began Time
	// LastBegan and LastFinished are when the run before that one began and
	// ended, Never for the first run. While a container waits to be restarted,
	// State shows no run, and these are of its latest one.
	LastBegan    Time
	LastFinished Time
	LastReason   string
	LastExitCode int32
	// BackOff is the current crash-loop or image-pull window; BackOffAt is when it was last raised.
	BackOff   Time
	BackOffAt Time

	// Probe keeps each probe's run of results.
	Readiness, Liveness, Startup Probe
}

// Probe is the memory of one probe worker.
type Probe struct {
	Next   Time  // when it probes next; Never when it does not
	Passes int32 // consecutive successes
	Fails  int32 // consecutive failures
}

// ContainerState is waiting, running or terminated.
type ContainerState uint8

// The states of a container.
const (
	Waiting ContainerState = iota
	Up
	Terminated
)

// Step is what the kubelet is doing with a container.
type Step uint8

// The steps. A container goes through Pulling and Starting on its way up.
// BackingOff waits before the next try of a pull or a restart. Killing ends a run
// after a failed liveness or startup probe; Stopping ends the last run.
const (
	Idle Step = iota
	Pulling
	Starting
	BackingOff
	Killing
	Stopping
)

// Due is when something happens to the pod by itself; Never when nothing does.
func (p *Pod) Due() Time { return min(p.Wake, p.AvailableAt, p.EvictAt, p.CollectAt) }

// UID is the uid of the pod's API object, made from its ID.
func (p *Pod) UID() string {
	digits := strconv.FormatInt(int64(p.ID)+1, 16)
	return "e0000000-0000-4000-8000-" + "000000000000"[min(len(digits), 12):] + digits
}

// Terminating says that the pod is marked for deletion.
func (p *Pod) Terminating() bool { return p.Deleted != Never }

// Bound says that the pod has a node.
func (p *Pod) Bound() bool { return p.Node != None }

// LabelSet are the pod's labels.
func (p *Pod) LabelSet() map[string]string {
	if p.Labels != nil {
		return p.Labels
	}
	return p.Template.Meta.Labels
}

// Hash is the value of the label controller-revision-hash, "" for none.
func (p *Pod) Hash() string {
	if p.Labels != nil {
		return p.Labels[api.ControllerRevisionHashLabelKey]
	}
	return p.Template.Hash
}

// UsesImage says whether a container of the pod has the image.
func UsesImage(p *Pod, image string) bool {
	for _, list := range [...][]api.Container{p.Template.Spec.InitContainers, p.Template.Spec.Containers} {
		for i := range list {
			if list[i].Image == image {
				return true
			}
		}
	}
	return false
}

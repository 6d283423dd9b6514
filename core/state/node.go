package state

import (
	"slices"

	"github.com/rollscope/rollscope/core/api"
)

// Kubelet is what the kubelet of a node is doing.
type Kubelet uint8

const (
	// KubeletRunning: it works and posts that the node is ready.
	KubeletRunning Kubelet = iota
	// KubeletNotReady: it works, looks after its pods, and posts Ready=False itself.
	KubeletNotReady
	// KubeletSilent: it is gone. Nothing on the node starts, finishes or is reported.
	KubeletSilent
)

// Node is one machine with its Node object.
type Node struct {
	ID NodeID
	// Object is the Node as the API shows it: labels, taints, unschedulable,
	// allocatable, conditions. Shared and never edited in place.
	Object  *api.Node
	Created Time
	// Room is Object's allocatable in the scheduler's units.
	Room Room

	Kubelet Kubelet
	// Pinned says that a user broke the node and that what the cluster sees of it
	// stays as it is until it is mended: the node controller leaves it alone.
	Pinned bool
	// SilentSince is when the kubelet was heard for the last time; Never while it is heard.
	SilentSince Time
	// Images are the images present on the node, sorted.
	Images []string
	// Made are the paths that hostPath volumes have made on the node. Shared and never
	// edited in place.
	Made PathRules
	// PullFree is when the node's image puller is free again (pulls are serial).
	PullFree Time

	// UnreadySince is when Ready stopped being True; Never while it is True.
	UnreadySince Time
	// TaintAt is when the node controller adds the NoExecute taint for the
	// present condition; Never when none is due.
	TaintAt Time
	// Wake is when the node controller looks at the node next; Never when it has no cause to.
	Wake Time

	// Pressure is what the kubelet knows of running short of something; nil where it
	// never did. Shared and never edited in place.
	Pressure *Pressure
}

// Shortage is a resource that a machine runs out of.
type Shortage uint8

// The shortages, in the order in which a kubelet sees to them.
const (
	ShortOfMemory Shortage = iota
	ShortOfDisk
	ShortOfPIDs
	shortages
)

// Pressure is what the eviction loop of a kubelet remembers.
type Pressure struct {
	// Until is, for each Shortage, the time from which its condition is False again:
	// Never while the machine is short of it, 0 where the condition is not True.
	Until [shortages]Time
	// Checked is when the loop looked last, and Next when it looks again; Never
	// while it would find nothing to do.
	Checked, Next Time
}

// Lasts says that the machine is short of something now.
func (p *Pressure) Lasts() bool { return p != nil && slices.Contains(p.Until[:], Never) }

// Relief is when the next of its conditions turns False again; Never when none is going to.
func (p *Pressure) Relief() Time {
	at := Never
	for _, until := range p.Until {
		if until != 0 {
			at = min(at, until)
		}
	}
	return at
}

// Due is when something happens to the node by itself; Never when nothing does.
func (n *Node) Due() Time {
	if n.Pressure != nil {
		return min(n.Wake, n.Pressure.Next)
	}
	return n.Wake
}

// Name is the node's name.
func (n *Node) Name() string { return n.Object.Name }

// Ready is the status of the node's Ready condition; Unknown when there is none.
func (n *Node) Ready() api.ConditionStatus {
	for i := range n.Object.Status.Conditions {
		if c := &n.Object.Status.Conditions[i]; c.Type == api.NodeReady {
			return c.Status
		}
	}
	return api.ConditionUnknown
}

// HasImage says whether the image is present on the node.
func (n *Node) HasImage(image string) bool {
	return slices.Contains(n.Images, image)
}

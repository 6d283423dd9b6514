package state

import "slices"

import "github.com/rollscope/rollscope/core/api"

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
	// PullFree is when the node's image puller is free again (pulls are serial).
	PullFree Time

	// UnreadySince is when Ready stopped being True; Never while it is True.
	UnreadySince Time
	// TaintAt is when the node controller adds the NoExecute taint for the
	// present condition; Never when none is due.
	TaintAt Time
	// Wake is when the node controller looks at the node next; Never when it has no cause to.
	Wake Time
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

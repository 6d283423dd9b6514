package nodelifecycle

import "github.com/rollscope/rollscope/core/state"

// The sources of Events.
const (
	Source         = "node-controller"
	EvictionSource = "taint-eviction-controller"
	KubeletSource  = "kubelet"
)

// StatusReport is the node controller's Event about a node whose status changed: NodeNotReady.
//
// Upstream 1.37: pkg/controller/util/node/controller_utils.go, RecordNodeStatusChange.
func StatusReport(node, status string) state.Report {
	return state.Report{Reason: status, Message: "Node " + node + " status is now: " + status, Source: Source}
}

// KubeletReport is a kubelet's Event about its own node: NodeReady, NodeNotReady,
// NodeNotSchedulable, NodeSchedulable, NodeHasDiskPressure, …
//
// Upstream 1.37: pkg/kubelet/kubelet_node_status.go, recordNodeStatusEvent.
func KubeletReport(node, status string) state.Report {
	r := StatusReport(node, status)
	r.Source = KubeletSource
	return r
}

// CordonReport is the Event that follows a change of spec.unschedulable.
//
// Upstream 1.37: pkg/kubelet/kubelet_node_status.go, recordNodeSchedulableEvent.
func CordonReport(node string, unschedulable bool) state.Report {
	if unschedulable {
		return KubeletReport(node, "NodeNotSchedulable")
	}
	return KubeletReport(node, "NodeSchedulable")
}

// JoinReport and LeaveReport are the Events about a node that the controller sees
// for the first time, or no more.
//
// Upstream 1.37: pkg/controller/nodelifecycle/node_lifecycle_controller.go, monitorNodeHealth.
func JoinReport(node string) state.Report {
	return state.Report{Reason: "RegisteredNode", Message: "Node " + node + " event: Registered Node " + node + " in Controller", Source: Source}
}

// LeaveReport is the Event about a node that is gone.
func LeaveReport(node string) state.Report {
	return state.Report{Reason: "RemovingNode", Message: "Node " + node + " event: Removing Node " + node + " from Controller", Source: Source}
}

// PodReport is the Event about a pod that was marked not ready because of its node.
//
// Upstream 1.37: pkg/controller/util/node/controller_utils.go, MarkPodsNotReady.
func PodReport() state.Report {
	return state.Report{Warning: true, Reason: "NodeNotReady", Message: "Node is not ready", Source: Source}
}

// EvictionReport is the Event about a pod that taint eviction deletes.
//
// Upstream 1.37: pkg/controller/tainteviction/taint_eviction.go, emitPodDeletionEvent.
func EvictionReport(p *state.Pod) state.Report {
	return state.Report{Reason: "TaintManagerEviction", Message: "Marking for deletion Pod " + p.Namespace + "/" + p.Name, Source: EvictionSource}
}

// CancelReport is the Event about a pod whose deletion was called off.
//
// Upstream 1.37: pkg/controller/tainteviction/taint_eviction.go, emitCancelPodDeletionEvent.
func CancelReport(p *state.Pod) state.Report {
	return state.Report{Reason: "TaintManagerEviction", Message: "Cancelling deletion of Pod " + p.Namespace + "/" + p.Name, Source: EvictionSource}
}

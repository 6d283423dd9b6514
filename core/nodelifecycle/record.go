package nodelifecycle

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// kubeletConditions are the conditions that a kubelet posts, in its order, with
// what a healthy one says.
//
// Upstream 1.37: pkg/kubelet/nodestatus/setters.go.
var kubeletConditions = [...]api.NodeCondition{
	{Type: api.NodeMemoryPressure, Status: api.ConditionFalse, Reason: "KubeletHasSufficientMemory", Message: "kubelet has sufficient memory available"},
	{Type: api.NodeDiskPressure, Status: api.ConditionFalse, Reason: "KubeletHasNoDiskPressure", Message: "kubelet has no disk pressure"},
	{Type: api.NodePIDPressure, Status: api.ConditionFalse, Reason: "KubeletHasSufficientPID", Message: "kubelet has sufficient PID available"},
	{Type: api.NodeReady, Status: api.ConditionTrue, Reason: "KubeletReady", Message: "kubelet is posting ready status"},
}

// notReady is what a kubelet posts whose container network does not work.
var notReady = api.NodeCondition{
	Type: api.NodeReady, Status: api.ConditionFalse, Reason: "KubeletNotReady",
	Message: "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized",
}

// Join is the record of a machine whose Node object was just created. What the
// object does not say about conditions, a healthy kubelet fills in; an object that
// says the node is not ready brings such a kubelet, one that says Unknown brings a
// silent one. The object is kept and must not be edited afterwards.
//
// Upstream 1.37: plugin/pkg/admission/nodetaint/admission.go, Admit, and the
// passes of the node controller that follow.
func Join(id state.NodeID, object *api.Node, now state.Time) *state.Node {
	n := &state.Node{
		ID:           id,
		Created:      now,
		Kubelet:      state.KubeletRunning,
		SilentSince:  state.Never,
		UnreadySince: state.Never,
		TaintAt:      state.Never,
		Wake:         state.Never,
	}
	o := *object
	o.Status.Conditions = completed(o.Status.Conditions, now)
	n.Object = &o
	switch n.Ready() {
	case api.ConditionFalse:
		n.Kubelet = state.KubeletNotReady
	case api.ConditionUnknown:
		n.Kubelet, n.SilentSince = state.KubeletSilent, now
	}
	settle(n, now)
	if n.Ready() != api.ConditionTrue {
		n.Wake = nextMonitor(now)
	}
	return n
}

// completed adds the conditions of a healthy kubelet that are missing.
func completed(conditions []api.NodeCondition, now state.Time) []api.NodeCondition {
	out := append([]api.NodeCondition(nil), conditions...)
	for _, c := range kubeletConditions {
		if find(out, c.Type) == nil {
			c.LastHeartbeatTime, c.LastTransitionTime = state.Clock(now), state.Clock(now)
			out = append(out, c)
		}
	}
	return out
}

func find(conditions []api.NodeCondition, kind api.NodeConditionType) *api.NodeCondition {
	for i := range conditions {
		if conditions[i].Type == kind {
			return &conditions[i]
		}
	}
	return nil
}

// settle brings a record in line with its object, which is the record's own copy:
// room, NoSchedule taints, and how long the node has not been ready.
func settle(n *state.Node, now state.Time) {
	n.Room = state.RoomOf(n.Object)
	if taints, changed := Taints(n.Object, now); changed {
		n.Object.Spec.Taints = taints
	}
	switch ready := n.Ready() == api.ConditionTrue; {
	case ready:
		n.UnreadySince = state.Never
	case n.UnreadySince == state.Never:
		n.UnreadySince = now
	}
}

// edit copies a record together with its object, so that both can be edited; the
// lists inside the object are shared until they are replaced.
func edit(n *state.Node) *state.Node {
	next, object := *n, *n.Object
	next.Object = &object
	return &next
}

// Update is the record after the API took an edited object: labels, taints,
// spec.unschedulable, conditions, allocatable. The NoSchedule taints follow at
// once. The object is kept and must not be edited afterwards.
//
// Upstream 1.37: pkg/controller/nodelifecycle/node_lifecycle_controller.go, doNodeProcessingPassWorker.
func Update(n *state.Node, object *api.Node, now state.Time) *state.Node {
	next := *n
	o := *object
	next.Object = &o
	settle(&next, now)
	if next.Ready() != n.Ready() {
		next.Wake = nextMonitor(now)
	}
	return &next
}

// Silence is the record of a node whose kubelet just stopped. Nothing of it shows
// yet: the node controller finds out when the grace period is over.
func Silence(n *state.Node, now state.Time) *state.Node {
	next := *n
	next.Kubelet, next.Pinned, next.Pressure = state.KubeletSilent, false, nil
	next.SilentSince = now
	next.Wake = NoticeAt(&next)
	return &next
}

// Break is the record of a node whose kubelet is gone, as the cluster sees it once
// everything followed: conditions Unknown, both unreachable taints. Its pods are
// to be marked not ready. The node controller leaves the node as it is until Mend.
func Break(n *state.Node, now state.Time) *state.Node {
	next := edit(n)
	next.Kubelet, next.SilentSince, next.Pinned, next.Pressure = state.KubeletSilent, now, true, nil
	next.Object.Status.Conditions = unknown(next.Object, now)
	settle(next, now)
	taints := withoutEviction(next.Object.Spec.Taints, api.TaintNodeNotReady)
	next.Object.Spec.Taints = with(taints, api.TaintNodeUnreachable, api.TaintEffectNoExecute, now)
	next.TaintAt, next.Wake = state.Never, state.Never
	return next
}

// BreakNotReady is the record of a node whose kubelet works but reports that the
// node is not ready. The NoSchedule taint is there at once; the NoExecute taint
// follows when the node controller comes round. Its pods stay ready.
func BreakNotReady(n *state.Node, now state.Time) *state.Node {
	next := edit(n)
	next.Kubelet, next.SilentSince, next.Pinned = state.KubeletNotReady, state.Never, false
	next.Object.Status.Conditions = post(next.Object.Status.Conditions, notReady, now)
	settle(next, now)
	next.Wake = nextMonitor(now)
	return next
}

// Mend is the record of a node that is in order again, as the cluster sees it once
// everything followed: the kubelet runs and posts that it is ready and under no
// pressure, and the taints that said otherwise are gone. A kubelet that came under
// pressure (Press) and was there all the time keeps that condition for five minutes.
//
// Upstream 1.37: pkg/controller/nodelifecycle/node_lifecycle_controller.go, markNodeAsReachable.
func Mend(n *state.Node, now state.Time) *state.Node {
	next := edit(n)
	next.Kubelet, next.SilentSince, next.Pinned = state.KubeletRunning, state.Never, false
	next.Pressure = ease(n.Pressure, now)
	for _, c := range kubeletConditions {
		if held(next.Pressure, c.Type) {
			continue
		}
		next.Object.Status.Conditions = post(next.Object.Status.Conditions, c, now)
	}
	settle(next, now)
	next.Object.Spec.Taints = reachable(next.Object.Spec.Taints)
	next.TaintAt, next.Wake = state.Never, state.Never
	return next
}

// reachable is the list less the two NoExecute taints of the node controller.
func reachable(taints []api.Taint) []api.Taint {
	taints = withoutEviction(taints, api.TaintNodeUnreachable)
	return withoutEviction(taints, api.TaintNodeNotReady)
}

// post is the list with one condition as the kubelet posts it now.
func post(conditions []api.NodeCondition, c api.NodeCondition, now state.Time) []api.NodeCondition {
	at := state.Clock(now)
	c.LastHeartbeatTime, c.LastTransitionTime = at, at
	out := append([]api.NodeCondition(nil), conditions...)
	old := find(out, c.Type)
	if old == nil {
		return append(out, c)
	}
	if old.Status == c.Status {
		c.LastTransitionTime = old.LastTransitionTime
	}
	*old = c
	return out
}

// unknown is the list of conditions of a node whose kubelet is not heard any more.
//
// Upstream 1.37: pkg/controller/nodelifecycle/node_lifecycle_controller.go, tryUpdateNodeHealth.
func unknown(n *api.Node, now state.Time) []api.NodeCondition {
	out := append([]api.NodeCondition(nil), n.Status.Conditions...)
	for _, kind := range [...]api.NodeConditionType{
		api.NodeReady, api.NodeMemoryPressure, api.NodeDiskPressure, api.NodePIDPressure,
	} {
		c := find(out, kind)
		if c == nil {
			out = append(out, api.NodeCondition{
				Type: kind, Status: api.ConditionUnknown,
				Reason: "NodeStatusNeverUpdated", Message: "Kubelet never posted node status.",
				LastHeartbeatTime: n.CreationTimestamp, LastTransitionTime: state.Clock(now),
			})
			continue
		}
		if c.Status != api.ConditionUnknown {
			c.Status = api.ConditionUnknown
			c.Reason, c.Message = "NodeStatusUnknown", "Kubelet stopped posting node status."
			c.LastTransitionTime = state.Clock(now)
		}
	}
	return out
}

package nodelifecycle

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

const (
	monitorPeriod = 5 * state.Second
	graceTime     = 50 * state.Second // after the kubelet was heard last
	startupGrace  = 60 * state.Second // for a kubelet that never posted a status
)

// Decision is what the node controller makes of one node.
type Decision struct {
	// Node is the next record, with Wake set; the same one when nothing changes.
	Node *state.Node
	// MarkPodsNotReady says that all pods of the node get Ready=False; each that
	// changes gets the Event PodReport.
	MarkPodsNotReady bool
	// Zone is the zone with NextTaint moved on. Its counts are as they were: they
	// follow from Node.
	Zone    Zone
	Reports []state.Report // about the node
	Why     reason.Reason  // the zero Reason when nothing happened
}

// NoticeAt is when the node controller finds out that a silent kubelet is gone. It
// last heard of the kubelet in the first look at or after SilentSince, and gives
// it 50 s from then.
//
// Upstream 1.37: pkg/controller/nodelifecycle/node_lifecycle_controller.go, tryUpdateNodeHealth.
// Differs: upstream compares with "more than 50 s", and its looks are 5 s and a
// little more apart, so that the tenth look after the last sign of life is the one.
func NoticeAt(n *state.Node) state.Time {
	heard := (n.SilentSince + monitorPeriod - 1) / monitorPeriod * monitorPeriod
	if find(n.Object.Status.Conditions, api.NodeReady) == nil {
		return heard + startupGrace
	}
	return heard + graceTime
}

// Sync is the node controller's look at one node. It is due at the node's Wake, and
// for nodes that are not ready also when their zone's state has changed (Changed).
//
// Upstream 1.37: pkg/controller/nodelifecycle/node_lifecycle_controller.go,
// monitorNodeHealth, processTaintBaseEviction and doNoExecuteTaintingPass.
// Differs: a zone whose state changes keeps the time of its next taint, where
// upstream starts a new limiter; leaving full disruption gives silent kubelets no
// new grace period.
func Sync(n *state.Node, z Zone, now state.Time) Decision {
	d := Decision{Node: n, Zone: z}
	if n.Pinned {
		d.sleep(state.Never)
		return d
	}
	if n.Kubelet == state.KubeletSilent && !lost(n.Object) {
		if at := NoticeAt(n); now < at {
			d.sleep(at)
			return d
		}
		d.notice(now)
		d.Zone = z.Minus(n).Plus(d.Node)
	}
	if d.Node.Ready() == api.ConditionTrue {
		d.release(reason.NodeReachable)
	} else {
		d.taint(now)
	}
	z.NextTaint = d.Zone.NextTaint
	d.Zone = z
	return d
}

// lost says that the node controller has noticed a silent kubelet.
func lost(n *api.Node) bool {
	c := find(n.Status.Conditions, api.NodeReady)
	return c != nil && c.Status == api.ConditionUnknown
}

// sleep sets when the node is looked at next.
func (d *Decision) sleep(until state.Time) {
	if d.Node.Wake != until {
		next := *d.Node
		next.Wake = until
		d.Node = &next
	}
}

// notice turns the conditions of a silent node to Unknown; the NoSchedule taint follows.
func (d *Decision) notice(now state.Time) {
	wasReady := d.Node.Ready() == api.ConditionTrue
	next := edit(d.Node)
	next.Object.Status.Conditions = unknown(next.Object, now)
	settle(next, now)
	d.Node = next
	d.Why = reason.Reason{Code: reason.NodeLost, Node: next.Name(), N: int64((now - next.SilentSince) / state.Second)}
	if wasReady {
		d.MarkPodsNotReady = true
		d.Reports = append(d.Reports, StatusReport(next.Name(), "NodeNotReady"))
	}
}

// release takes away the NoExecute taints and the place in the queue for one.
func (d *Decision) release(why reason.Code) {
	taints := d.Node.Object.Spec.Taints
	if left := reachable(taints); len(left) != len(taints) {
		next := edit(d.Node)
		next.Object.Spec.Taints = left
		d.Node = next
		d.explain(why)
	}
	d.wait(state.Never)
}

// wait sets when the node's turn for the NoExecute taint comes.
func (d *Decision) wait(until state.Time) {
	if d.Node.TaintAt != until || d.Node.Wake != until {
		next := *d.Node
		next.TaintAt, next.Wake = until, until
		d.Node = &next
	}
}

// explain gives the reason, unless there is one already.
func (d *Decision) explain(why reason.Code) {
	if d.Why.Code == "" {
		d.Why = reason.Reason{Code: why, Node: d.Node.Name(), Text: d.Zone.Name, N: int64(d.Zone.NotReady), M: int64(d.Zone.Nodes)}
	}
}

// taint gives a node that is not ready its NoExecute taint. The opposite taint is
// swapped at once; a new one waits for its turn in the zone.
func (d *Decision) taint(now state.Time) {
	key, opposite := api.TaintNodeNotReady, api.TaintNodeUnreachable
	if d.Node.Ready() == api.ConditionUnknown {
		key, opposite = opposite, key
	}
	taints := d.Node.Object.Spec.Taints
	interval := d.Zone.Interval()
	switch {
	case d.Zone.Halted:
		d.release(reason.NodeEvictionsHalted)
	case has(taints, opposite, api.TaintEffectNoExecute):
		d.apply(key, opposite, reason.NodeTaintSwapped, now)
	case has(taints, key, api.TaintEffectNoExecute):
		d.wait(state.Never)
	case interval == state.Never:
		d.explain(reason.NodeTaintHeld)
		d.wait(state.Never)
	case d.Node.TaintAt == state.Never:
		d.wait(max(after(now, taintPassPeriod), d.Zone.NextTaint) + state.Time(d.Zone.Waiting)*interval)
	case now < max(d.Node.TaintAt, d.Zone.NextTaint):
		d.wait(max(d.Node.TaintAt, d.Zone.NextTaint))
	default:
		d.apply(key, opposite, reason.NodeTainted, now)
		d.Zone.NextTaint = now + interval
	}
}

// apply adds a NoExecute taint and removes its opposite.
func (d *Decision) apply(key, opposite string, why reason.Code, now state.Time) {
	next := edit(d.Node)
	taints := with(next.Object.Spec.Taints, key, api.TaintEffectNoExecute, now)
	next.Object.Spec.Taints = withoutEviction(taints, opposite)
	d.Node = next
	if d.Why.Code == "" {
		d.Why = reason.Reason{Code: why, Node: next.Name(), Text: key + ":NoExecute"}
	}
	d.wait(state.Never)
}

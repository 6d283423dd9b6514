package nodelifecycle

import (
	"reflect"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

const second = state.Second

func object(name string, edits ...func(*api.Node)) *api.Node {
	o := &api.Node{}
	o.Name = name
	o.Labels = map[string]string{}
	for _, e := range edits {
		e(o)
	}
	return o
}

func condition(kind api.NodeConditionType, status api.ConditionStatus) func(*api.Node) {
	return func(n *api.Node) {
		n.Status.Conditions = append(n.Status.Conditions, api.NodeCondition{Type: kind, Status: status})
	}
}

func tainted(key string, effect api.TaintEffect) func(*api.Node) {
	return func(n *api.Node) { n.Spec.Taints = append(n.Spec.Taints, api.Taint{Key: key, Effect: effect}) }
}

func cordoned(n *api.Node) { n.Spec.Unschedulable = true }

// spelt is a list of taints as kubectl spells them.
func spelt(taints []api.Taint) []string {
	out := []string{}
	for i := range taints {
		out = append(out, taints[i].String())
	}
	return out
}

func TestNoScheduleTaintsFollowConditions(t *testing.T) {
	const prefix = "node.kubernetes.io/"
	cases := []struct {
		name string
		node *api.Node
		want []string
	}{
		{"a healthy node", object("n", condition(api.NodeReady, api.ConditionTrue)), []string{}},
		{"NotReady", object("n", condition(api.NodeReady, api.ConditionFalse)), []string{prefix + "not-ready:NoSchedule"}},
		{"Unknown", object("n", condition(api.NodeReady, api.ConditionUnknown)), []string{prefix + "unreachable:NoSchedule"}},
		{
			"pressure", object("n", condition(api.NodeMemoryPressure, api.ConditionTrue), condition(api.NodeDiskPressure, api.ConditionTrue),
				condition(api.NodePIDPressure, api.ConditionTrue), condition(api.NodeNetworkUnavailable, api.ConditionTrue)),
			[]string{prefix + "memory-pressure:NoSchedule", prefix + "disk-pressure:NoSchedule", prefix + "pid-pressure:NoSchedule", prefix + "network-unavailable:NoSchedule"},
		},
		{"unknown pressure is none", object("n", condition(api.NodeMemoryPressure, api.ConditionUnknown)), []string{}},
		{"cordoned", object("n", cordoned), []string{prefix + "unschedulable:NoSchedule"}},
		{"one that is not justified goes", object("n", tainted(api.TaintNodeUnreachable, api.TaintEffectNoSchedule)), []string{}},
		{"other effects stay", object("n", tainted(api.TaintNodeUnreachable, api.TaintEffectNoExecute)), []string{prefix + "unreachable:NoExecute"}},
		{"other keys stay, in front", object("n", tainted("dedicated", api.TaintEffectNoSchedule), cordoned), []string{"dedicated:NoSchedule", prefix + "unschedulable:NoSchedule"}},
		{
			"one that is there stays where it is", object("n", cordoned, tainted(api.TaintNodeUnschedulable, api.TaintEffectNoSchedule), tainted("dedicated", api.TaintEffectNoExecute)),
			[]string{prefix + "unschedulable:NoSchedule", "dedicated:NoExecute"},
		},
		{"NotReady turns Unknown", object("n", condition(api.NodeReady, api.ConditionUnknown), tainted(api.TaintNodeNotReady, api.TaintEffectNoSchedule)), []string{prefix + "unreachable:NoSchedule"}},
	}
	for _, c := range cases {
		before := spelt(c.node.Spec.Taints)
		got, changed := Taints(c.node, 7*second)
		if !reflect.DeepEqual(spelt(got), c.want) || changed == reflect.DeepEqual(before, c.want) {
			t.Errorf("%s: %v (changed %v), want %v", c.name, spelt(got), changed, c.want)
		}
		if !reflect.DeepEqual(spelt(c.node.Spec.Taints), before) {
			t.Errorf("%s: the node itself was edited", c.name)
		}
		if again, changed := Taints(&api.Node{Spec: api.NodeSpec{Taints: got, Unschedulable: c.node.Spec.Unschedulable}, Status: c.node.Status}, 0); changed {
			t.Errorf("%s: a second pass changes it to %v", c.name, spelt(again))
		}
	}
}

func TestAMachineJoinsAsItsObjectSays(t *testing.T) {
	cases := []struct {
		name    string
		object  *api.Node
		kubelet state.Kubelet
		taints  []string
		wake    state.Time
	}{
		{"nothing said", object("n"), state.KubeletRunning, []string{}, state.Never},
		{"ready", object("n", condition(api.NodeReady, api.ConditionTrue)), state.KubeletRunning, []string{}, state.Never},
		{"the taint of admission goes", object("n", tainted(api.TaintNodeNotReady, api.TaintEffectNoSchedule)), state.KubeletRunning, []string{}, state.Never},
		{"not ready", object("n", condition(api.NodeReady, api.ConditionFalse)), state.KubeletNotReady, []string{"node.kubernetes.io/not-ready:NoSchedule"}, 15 * second},
		{"unknown", object("n", condition(api.NodeReady, api.ConditionUnknown)), state.KubeletSilent, []string{"node.kubernetes.io/unreachable:NoSchedule"}, 15 * second},
	}
	for _, c := range cases {
		n := Join(3, c.object, 12*second)
		if n.ID != 3 || n.Kubelet != c.kubelet || n.Wake != c.wake || !reflect.DeepEqual(spelt(n.Object.Spec.Taints), c.taints) {
			t.Errorf("%s: kubelet %v, wake %v, taints %v", c.name, n.Kubelet, n.Wake, spelt(n.Object.Spec.Taints))
		}
		if len(n.Object.Status.Conditions) != 4 || (n.UnreadySince == state.Never) != (n.Ready() == api.ConditionTrue) {
			t.Errorf("%s: %v, unready since %v", c.name, n.Object.Status.Conditions, n.UnreadySince)
		}
	}
}

func TestABrokenNodeIsSeenAsItWillBeOnceNoticed(t *testing.T) {
	whole := Join(0, object("n3", tainted("dedicated", api.TaintEffectNoSchedule)), 0)
	broken := Break(whole, 40*second)
	want := []string{"dedicated:NoSchedule", "node.kubernetes.io/unreachable:NoSchedule", "node.kubernetes.io/unreachable:NoExecute"}
	if !reflect.DeepEqual(spelt(broken.Object.Spec.Taints), want) || broken.Ready() != api.ConditionUnknown || broken.Kubelet != state.KubeletSilent || broken.UnreadySince != 40*second {
		t.Errorf("%v %s %+v", spelt(broken.Object.Spec.Taints), broken.Ready(), broken)
	}
	ready := find(broken.Object.Status.Conditions, api.NodeReady)
	if ready.Reason != "NodeStatusUnknown" || ready.Message != "Kubelet stopped posting node status." || ready.LastTransitionTime != state.Clock(40*second) {
		t.Errorf("%+v", ready)
	}
	if d := Sync(broken, Zone{Halted: true}, 45*second); d.Node != broken || d.Why.Code != "" {
		t.Errorf("the node controller takes part: %+v", d)
	}
	if len(whole.Object.Spec.Taints) != 1 || whole.Ready() != api.ConditionTrue {
		t.Error("the old record was edited")
	}
	mended := Mend(broken, 90*second)
	if !reflect.DeepEqual(spelt(mended.Object.Spec.Taints), want[:1]) || mended.Ready() != api.ConditionTrue || mended.Kubelet != state.KubeletRunning ||
		mended.UnreadySince != state.Never || mended.SilentSince != state.Never || mended.Pinned || mended.Wake != state.Never {
		t.Errorf("%v %+v", spelt(mended.Object.Spec.Taints), mended)
	}
	for _, c := range mended.Object.Status.Conditions {
		if c.Reason == "NodeStatusUnknown" {
			t.Errorf("%+v", c)
		}
	}
}

func TestUpdateLetsTheTaintsFollow(t *testing.T) {
	n := Join(0, object("n1"), 0)
	o := *n.Object
	o.Spec.Unschedulable = true
	o.Status.Allocatable = api.ResourceList{api.ResourceCPU: api.MustParseQuantity("3")}
	next := Update(n, &o, 5*second)
	if want := []string{"node.kubernetes.io/unschedulable:NoSchedule"}; !reflect.DeepEqual(spelt(next.Object.Spec.Taints), want) || next.Room.MilliCPU != 3000 || next.Wake != state.Never {
		t.Errorf("%v, %d", spelt(next.Object.Spec.Taints), next.Room.MilliCPU)
	}
	if added := next.Object.Spec.Taints[0].TimeAdded; added == nil || *added != state.Clock(5*second) {
		t.Errorf("added at %v", added)
	}
	o = *next.Object
	o.Spec.Unschedulable = false
	if last := Update(next, &o, 6*second); len(last.Object.Spec.Taints) != 0 {
		t.Errorf("%v", spelt(last.Object.Spec.Taints))
	}
}

func TestReportsSayWhatKubernetesSays(t *testing.T) {
	p := &state.Pod{Namespace: "default", Name: "a"}
	for _, c := range []struct {
		got  state.Report
		want state.Report
	}{
		{StatusReport("n1", "NodeNotReady"), state.Report{Reason: "NodeNotReady", Message: "Node n1 status is now: NodeNotReady", Source: "node-controller"}},
		{KubeletReport("n1", "NodeReady"), state.Report{Reason: "NodeReady", Message: "Node n1 status is now: NodeReady", Source: "kubelet"}},
		{CordonReport("n1", true), state.Report{Reason: "NodeNotSchedulable", Message: "Node n1 status is now: NodeNotSchedulable", Source: "kubelet"}},
		{CordonReport("n1", false), state.Report{Reason: "NodeSchedulable", Message: "Node n1 status is now: NodeSchedulable", Source: "kubelet"}},
		{JoinReport("n1"), state.Report{Reason: "RegisteredNode", Message: "Node n1 event: Registered Node n1 in Controller", Source: "node-controller"}},
		{LeaveReport("n1"), state.Report{Reason: "RemovingNode", Message: "Node n1 event: Removing Node n1 from Controller", Source: "node-controller"}},
		{PodReport(), state.Report{Warning: true, Reason: "NodeNotReady", Message: "Node is not ready", Source: "node-controller"}},
		{EvictionReport(p), state.Report{Reason: "TaintManagerEviction", Message: "Marking for deletion Pod default/a", Source: "taint-eviction-controller"}},
		{CancelReport(p), state.Report{Reason: "TaintManagerEviction", Message: "Cancelling deletion of Pod default/a", Source: "taint-eviction-controller"}},
	} {
		if c.got != c.want {
			t.Errorf("got %+v, want %+v", c.got, c.want)
		}
	}
}

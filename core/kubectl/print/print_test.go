package print_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/kubectl/print"
)

var now = time.Date(2026, 1, 1, 0, 0, 30, 500e6, time.UTC)

func before(d time.Duration) api.Time { return api.NewTime(now.Add(-d)) }

func TestDurationsAreShortenedAsKubectlDoes(t *testing.T) {
	const hour, day = time.Hour, 24 * time.Hour
	for _, c := range []struct {
		d    time.Duration
		want string
	}{
		{-2 * time.Second, "<invalid>"},
		{-time.Second, "0s"},
		{0, "0s"},
		{1999 * time.Millisecond, "1s"},
		{119 * time.Second, "119s"},
		{2 * time.Minute, "2m"},
		{599 * time.Second, "9m59s"},
		{10*time.Minute + 5*time.Second, "10m"},
		{179 * time.Minute, "179m"},
		{3 * hour, "3h"},
		{3*hour + 5*time.Minute, "3h5m"},
		{8*hour + 59*time.Minute, "8h"},
		{47 * hour, "47h"},
		{48 * hour, "2d"},
		{49 * hour, "2d1h"},
		{8*day - time.Hour, "7d23h"},
		{8 * day, "8d"},
		{729 * day, "729d"},
		{730 * day, "2y"},
		{731 * day, "2y1d"},
		{8 * 365 * day, "8y"},
		{9*365*day + day, "9y"},
	} {
		if got := print.Duration(c.d); got != c.want {
			t.Errorf("%v: got %s, want %s", c.d, got, c.want)
		}
	}
}

func daemonSet() *api.DaemonSet {
	ds := &api.DaemonSet{ObjectMeta: api.ObjectMeta{
		Name: "agent", Namespace: "tools", CreationTimestamp: before(90 * time.Second),
		Labels: map[string]string{"b": "2", "example.test/a": "1"},
	}}
	ds.Spec.Selector = &api.LabelSelector{MatchLabels: map[string]string{"app": "agent"}}
	ds.Spec.Template.Spec.NodeSelector = map[string]string{"disk": "ssd", "arch": "arm"}
	ds.Spec.Template.Spec.Containers = []api.Container{{Name: "a", Image: "i:1"}, {Name: "b", Image: "j:2"}}
	ds.Status = api.DaemonSetStatus{DesiredNumberScheduled: 10, CurrentNumberScheduled: 9, NumberReady: 8, UpdatedNumberScheduled: 7, NumberAvailable: 6}
	return ds
}

func TestTableHasItsColumnsWidthsAndOptions(t *testing.T) {
	table := print.DaemonSets([]*api.DaemonSet{daemonSet()}, now)
	for _, c := range []struct {
		name, want string
		options    print.Options
	}{
		{"plain", "" +
			"NAME    DESIRED   CURRENT   READY   UP-TO-DATE   AVAILABLE   NODE SELECTOR       AGE\n" +
			"agent   10        9         8       7            6           arch=arm,disk=ssd   90s\n", print.Options{}},
		{
			"wide", "" +
				"NAME    DESIRED   CURRENT   READY   UP-TO-DATE   AVAILABLE   NODE SELECTOR       AGE   CONTAINERS   IMAGES    SELECTOR\n" +
				"agent   10        9         8       7            6           arch=arm,disk=ssd   90s   a,b          i:1,j:2   app=agent\n",
			print.Options{Wide: true},
		},
		{
			"everything else", "" +
				"tools   daemonset.apps/agent   10    9     8     7     6     arch=arm,disk=ssd   90s   1           b=2,example.test/a=1\n",
			print.Options{NoHeaders: true, WithNamespace: true, ShowLabels: true, Labels: []string{"example.test/a", "none"}, Kind: "daemonset.apps"},
		},
	} {
		if d := cmp.Diff(c.want, table.Text(c.options)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
	if got := print.DaemonSets(nil, now).Text(print.Options{}); got != "" {
		t.Errorf("a table without rows has text: %q", got)
	}
}

func TestCellEndsAtALineBreak(t *testing.T) {
	e := &api.Event{Type: "Normal", Reason: "R", Message: "first\nsecond\tthird", LastTimestamp: before(time.Minute)}
	want := "LAST SEEN   TYPE     REASON   OBJECT   MESSAGE\n60s         Normal   R                 first...\n"
	if d := cmp.Diff(want, print.Events([]*api.Event{e}, now).Text(print.Options{})); d != "" {
		t.Error(d)
	}
}

func TestEventsShowWhoSawThemHowOften(t *testing.T) {
	e := &api.Event{
		ObjectMeta: api.ObjectMeta{Name: "e1"}, Type: "Warning", Reason: "BackOff", Message: "m", Count: 3,
		FirstTimestamp: before(100 * time.Second), LastTimestamp: before(5 * time.Second),
		InvolvedObject: api.ObjectReference{Kind: "Pod", Name: "p", FieldPath: "spec.containers{a}"},
		Source:         api.EventSource{Component: "kubelet", Host: "n1"},
	}
	want := "" +
		"LAST SEEN   TYPE      REASON    OBJECT   SUBOBJECT            SOURCE        MESSAGE   FIRST SEEN   COUNT   NAME\n" +
		"5s          Warning   BackOff   pod/p    spec.containers{a}   kubelet, n1   m         100s         3       e1\n"
	if d := cmp.Diff(want, print.Events([]*api.Event{e}, now).Text(print.Options{Wide: true})); d != "" {
		t.Error(d)
	}
}

func TestNodesShowReadinessAndRoles(t *testing.T) {
	node := func(name string, ready api.ConditionStatus, edit func(*api.Node)) *api.Node {
		n := &api.Node{ObjectMeta: api.ObjectMeta{Name: name}}
		if ready != "" {
			n.Status.Conditions = []api.NodeCondition{{Type: api.NodeReady, Status: ready}}
		}
		edit(n)
		return n
	}
	nodes := []*api.Node{
		node("a", api.ConditionTrue, func(n *api.Node) {
			n.Labels = map[string]string{"node-role.kubernetes.io/z": "", "kubernetes.io/role": "edge", "node-role.kubernetes.io/": ""}
			n.Status.NodeInfo = api.NodeSystemInfo{KubeletVersion: "v1", KernelVersion: "6", Architecture: "arm64"}
			n.Status.Addresses = []api.NodeAddress{{Type: api.NodeInternalIP, Address: "1.2.3.4"}}
		}),
		node("b", api.ConditionUnknown, func(n *api.Node) { n.Spec.Unschedulable = true }),
		node("c", "", func(n *api.Node) { n.CreationTimestamp = before(time.Minute) }),
	}
	want := "" +
		"NAME   STATUS                        ROLES    AGE         VERSION   INTERNAL-IP   EXTERNAL-IP   OS-IMAGE    KERNEL-VERSION   CONTAINER-RUNTIME\n" +
		"a      Ready                         edge,z   <unknown>   v1        1.2.3.4       <none>        <unknown>   6 (arm64)        <unknown>\n" +
		"b      NotReady,SchedulingDisabled   <none>   <unknown>             <none>        <none>        <unknown>   <unknown>        <unknown>\n" +
		"c      Unknown                       <none>   60s                   <none>        <none>        <unknown>   <unknown>        <unknown>\n"
	if d := cmp.Diff(want, print.Nodes(nodes, now).Text(print.Options{Wide: true})); d != "" {
		t.Error(d)
	}
}

func TestOtherKindsHaveTheirTables(t *testing.T) {
	yes, never, half := true, api.PreemptNever, api.FromString("50%")
	revision := &api.ControllerRevision{ObjectMeta: api.ObjectMeta{Name: "agent-1", OwnerReferences: []api.OwnerReference{
		{APIVersion: "apps/v1", Kind: "DaemonSet", Name: "agent", Controller: &yes},
	}}, Revision: 7}
	class := &api.PriorityClass{ObjectMeta: api.ObjectMeta{Name: "high"}, Value: 100, PreemptionPolicy: &never}
	budget := &api.PodDisruptionBudget{ObjectMeta: api.ObjectMeta{Name: "b"}, Spec: api.PodDisruptionBudgetSpec{MinAvailable: &half}}
	got := print.Revisions([]*api.ControllerRevision{revision, {}}, now).Text(print.Options{}) +
		print.PriorityClasses([]*api.PriorityClass{class}, now).Text(print.Options{}) +
		print.PodDisruptionBudgets([]*api.PodDisruptionBudget{budget}, now).Text(print.Options{})
	want := "" +
		"NAME      CONTROLLER             REVISION   AGE\n" +
		"agent-1   daemonset.apps/agent   7          <unknown>\n" +
		"          <none>                 0          <unknown>\n" +
		"NAME   VALUE   GLOBAL-DEFAULT   AGE         PREEMPTIONPOLICY\n" +
		"high   100     false            <unknown>   Never\n" +
		"NAME   MIN AVAILABLE   MAX UNAVAILABLE   ALLOWED DISRUPTIONS   AGE\n" +
		"b      50%             N/A               0                     <unknown>\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

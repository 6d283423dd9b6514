package daemon

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

var (
	notReady     = api.Taint{Key: api.TaintNodeNotReady, Effect: api.TaintEffectNoSchedule}
	dead         = api.Taint{Key: "dead", Effect: api.TaintEffectNoExecute}
	noNetwork    = api.Taint{Key: api.TaintNodeNetworkUnavailable, Effect: api.TaintEffectNoSchedule}
	cordon       = api.Taint{Key: api.TaintNodeUnschedulable, Effect: api.TaintEffectNoSchedule}
	notReadyDead = api.Taint{Key: api.TaintNodeNotReady, Effect: api.TaintEffectNoExecute}
)

// Each line is one sync of the real controller: the pods of node 0, 1, … (states
// as for cluster.pod, several pods of one node with a plus sign, "-" for none),
// and what one sync does. "|" ends the nodes that exist.
var oneSync = []struct {
	name   string
	pods   string
	setup  []func(*cluster)
	want   string
	status string // what is mentioned of desired, current, misscheduled, ready, updated, available, unavailable
}{
	{"1 a node that is not ready gets no pod", "- -", with(taint0(notReady)), "+1 -0", "desired 1 current 1 misscheduled 0 ready 0 updated 1 available 0 unavailable 1"},
	{"2 and its pod is misscheduled", "R R", with(taint0(notReady)), "+0 -0", "desired 1 current 1 misscheduled 1 ready 1"},
	{"3 an untolerated NoExecute taint deletes", "R R", with(taint0(dead)), "+0 -1", "desired 1 current 1 misscheduled 0"},
	{"4 a pod being deleted holds its node", "RD", nil, "+0 -0", "desired 1 current 1 ready 1 available 1"},
	{"4 surge does not wait for it", "RD", with(surge), "+1 -0", ""},
	{"5 an ended pod being deleted does not hold its node", "FD", nil, "+1 -0", ""},
	{"5 nor with surge", "FD", with(surge), "+1 -0", ""},
	{"6 unavailable old pods go at once", "O O O RO RO", nil, "+0 -3", ""},
	{"7 and use the budget up", "O O RO RO RO", with(strategy(4, 0)), "+0 -4", ""},
	{"8 an old failed pod goes", "FO RO", nil, "+0 -1", ""},
	{"9 a pod stuck in deletion stalls the rollout", "OD RO RO", with(taint0(notReady)), "+0 -0", ""},
	{"9 unless the budget is larger", "OD RO RO", with(taint0(notReady), strategy(2, 0)), "+0 -1", ""},
	{"9 surge passes by", "OD RO RO", with(taint0(notReady), surge), "+1 -0", ""},
	{"10 an unready old pod on a tainted node goes first", "O RO RO", with(taint0(notReady)), "+0 -1", ""},
	{"10 with surge another node starts too", "O RO RO", with(taint0(notReady), surge), "+1 -1", ""},
	{"11 a rollout deletes what it cannot recreate", "RO R R", with(taint0(notReady)), "+0 -1", "desired 2 current 2 misscheduled 0"},
	{"12 no node fits any more", "RO RO RO", with(surge, nowhere), "+0 -3", "desired 0 current 0"},
	{"13 surge gives up a spare pod", "RO RO RO", with(surge, taint0(notReady)), "+1 -1", ""},
	{"14 surge waits for the new pod", "RO+", with(surge), "+0 -0", "ready 1 updated 0 available 1"},
	{"15 and for it to be available", "RO+r", with(surge), "+0 -0", ""},
	{"16 the old pod of a pair goes when not ready", "O+", with(surge), "+0 -1", ""},
	{"17 surge replaces all unready pods at once", "O O O O", with(surge), "+4 -0", ""},
	{"18 of two new pods the younger goes", "R+R", with(surge), "+0 -1", ""},
	{"19 surge makes a new pod beside a failed one", "F", with(surge), "+1 -1", ""},
	{
		"20 surge fails over a node that is gone", "RO | RO", with(surge),
		`+0 -0 error: couldn't get node for nodeName "n001": node "n001" not found`, "",
	},
	{"20 without surge the pod there is just replaced", "R | RO", nil, "+0 -1", ""},
	{"21 a pending pod of a node that is gone goes", "R | U", nil, "+0 -1", ""},
	{"22 OnDelete fills empty nodes only", "RO RO -", with(onDelete), "+1 -0", "updated 1"},
	{"25 a template that names its node", "- - -", with(onNode1), "+1 -0", "desired 1"},
	{"27 the network taint keeps pods away", "-", with(taint0(noNetwork)), "+0 -0", ""},
	{"27 but not from the host's network", "-", with(taint0(noNetwork), onHost), "+1 -0", ""},
	{"28 a cordon does not", "-", with(taint0(cordon)), "+1 -0", ""},
	{"29 tolerating everything", "-", with(taint0(notReady, notReadyDead, dead), stoic), "+1 -0", "desired 1"},
	{"excess without surge: the oldest stays, ready or not", "+R+R", nil, "+0 -2", "ready 0"},
	{"a pod that is not bound comes last", "U+R", nil, "+0 -1", "ready 1"},
	{"succeeded pods go without back-off", "S", nil, "+0 -1", ""},
	{"surge as 10% of nothing replaces", "| RO", with(surgeTenPercent), "+0 -0", "desired 0"},
}

func TestOneSync(t *testing.T) {
	for _, v := range oneSync {
		t.Run(strings.ReplaceAll(v.name, " ", "-"), func(t *testing.T) {
			c := podsOf(v.pods)
			for _, change := range v.setup {
				change(c)
			}
			x := NewIndex()
			if got := fmt.Sprint(c.sync(x, 0, memory{})); got != v.want {
				t.Errorf("%s: did %s, want %s", v.pods, got, v.want)
			}
			if got := mentioned(x.Status(), v.status); got != v.status {
				t.Errorf("%s: status %s, want %s", v.pods, got, v.status)
			}
			for _, w := range x.Waiting(100) {
				if plain(t, state.Call{Create: w.Pod == state.None, Node: w.Node, Why: w.Why}); w.Why.Sentence("en") == "" {
					t.Errorf("%+v says nothing", w)
				}
			}
		})
	}
}

// Set-ups of the vectors.

func with(all ...func(*cluster)) []func(*cluster) { return all }

func taint0(taints ...api.Taint) func(*cluster) {
	return func(c *cluster) {
		object := c.nodes[0].Object.DeepCopy()
		object.Spec.Taints = taints
		c.nodes[0] = &state.Node{Object: object}
	}
}

func strategy(unavailable, surge int32) func(*cluster) {
	return func(c *cluster) {
		c.edit(func(ds *api.DaemonSet) { ds.Spec.UpdateStrategy = rolling(unavailable, surge) })
	}
}

func spec(change func(*api.PodSpec)) func(*cluster) {
	return func(c *cluster) { c.edit(func(ds *api.DaemonSet) { change(&ds.Spec.Template.Spec) }) }
}

func surgeTenPercent(c *cluster) {
	c.edit(func(ds *api.DaemonSet) {
		ten := api.FromString("10%")
		ds.Spec.UpdateStrategy = rolling(0, 0)
		ds.Spec.UpdateStrategy.RollingUpdate.MaxSurge = &ten
	})
}

func onDelete(c *cluster) {
	c.edit(func(ds *api.DaemonSet) { ds.Spec.UpdateStrategy = api.DaemonSetUpdateStrategy{Type: "OnDelete"} })
}

var (
	surge   = strategy(0, 1)
	nowhere = spec(func(s *api.PodSpec) { s.NodeSelector = map[string]string{"no": "where"} })
	onNode1 = spec(func(s *api.PodSpec) { s.NodeName = "n001" })
	onHost  = spec(func(s *api.PodSpec) { s.HostNetwork = true })
	stoic   = spec(func(s *api.PodSpec) { s.Tolerations = []api.Toleration{{Operator: api.TolerationOpExists}} })
)

// podsOf reads the notation of TestOneSync.
func podsOf(text string) *cluster {
	c := newCluster(0)
	gone := false
	for _, node := range strings.Fields(text) {
		if node == "|" {
			gone = true
			continue
		}
		id := c.addNode()
		if gone {
			c.nodes[id] = nil
		}
		if node == "-" {
			continue
		}
		for _, states := range strings.Split(node, "+") {
			c.pod(id, states)
		}
	}
	return c
}

// mentioned prints the counts that a text names.
func mentioned(c state.Counts, text string) string {
	var out []string
	words := strings.Fields(text)
	for i := 0; i < len(words); i += 2 {
		n := map[string]int32{
			"desired": c.Desired, "current": c.Current, "misscheduled": c.Misscheduled, "ready": c.Ready,
			"updated": c.Updated, "available": c.Available, "unavailable": c.Unavailable,
		}[words[i]]
		out = append(out, words[i], fmt.Sprint(n))
	}
	return strings.Join(out, " ")
}

func TestTheFirst250NodesGetTheirPodsFirst(t *testing.T) {
	c, x := newCluster(300), NewIndex()
	for i, want := range []string{"+250 -0", "+50 -0", "+0 -0"} {
		if got := fmt.Sprint(c.sync(x, 0, memory{})); got != want {
			t.Errorf("sync %d did %s, want %s", i+1, got, want)
		}
		if i == 0 && (x.Status().Desired != 300 || x.Status().Current != 250) {
			t.Errorf("status after the first sync: %+v", x.Status())
		}
	}
}

func TestSurgeBesideFailedPodsHasNoLimit(t *testing.T) {
	c, x, m := podsOf("F"), NewIndex(), memory{}
	c.edit(func(ds *api.DaemonSet) { ds.Spec.UpdateStrategy = rolling(0, 1) })
	for i, want := range []string{"+1 -1", "+1 -0", "+1 -0", "+1 -0"} {
		if got := fmt.Sprint(c.sync(x, 0, m)); got != want {
			t.Errorf("sync %d did %s, want %s", i+1, got, want)
		}
		c.change(len(c.pods)-1, func(p *state.Pod) { p.Phase = state.Failed })
		x.Touch(0)
	}
}

func TestAFailedPodIsDeletedAtOnceAndThenAfterLongerAndLongerWindows(t *testing.T) {
	c, x, m := podsOf("F"), NewIndex(), memory{}
	now, window := state.Time(0), state.Second
	for round := range 12 {
		if got := fmt.Sprint(c.sync(x, now, m)); got != "+0 -1" {
			t.Fatalf("round %d at %v: did %s", round, now, got)
		}
		if m[0].Window != window || m[0].Bumped != now {
			t.Fatalf("round %d: memory %+v, want window %v", round, m[0], window)
		}
		c.pod(0, "F")
		x.Touch(0)
		if s := c.sync(x, now+window-1, m); fmt.Sprint(s) != "+0 -0" || s.requeue != window {
			t.Fatalf("round %d inside the window: did %s, again after %v", round, s, s.requeue)
		}
		now += window
		window = min(2*window, 900*state.Second)
	}
	if got := fmt.Sprint(c.sync(x, now+1800*state.Second, m)); got != "+0 -1" || m[0].Window != state.Second {
		t.Errorf("after half an hour without a failure: did %s, window %v", got, m[0].Window)
	}
}

func TestAnotherGenerationForgetsTheBackOff(t *testing.T) {
	c, x, m := podsOf("F"), NewIndex(), memory{0: {Set: 7, Window: 900 * state.Second}}
	if got := fmt.Sprint(c.sync(x, 1, m)); got != "+0 -0" {
		t.Fatalf("in back-off: did %s", got)
	}
	set := *c.set
	set.Status.ObservedGeneration = 1
	c.set = &set
	if got := fmt.Sprint(c.sync(x, 1, m)); got != "+0 -1" || m[0].Generation != 1 || m[0].Window != state.Second {
		t.Errorf("after an edit: did %s, memory %+v", got, m[0])
	}
}

func TestSlowStartStopsAfterTheBatchThatFails(t *testing.T) {
	for _, v := range []struct{ n, quota, calls int }{
		{100, 1, 3}, {100, 2, 3}, {100, 3, 7}, {100, 10, 15}, {100, 0, 1}, {100, 100, 100}, {5, 4, 5}, {0, 0, 0}, {4, 3, 4},
	} {
		made := 0
		calls := SlowStart(v.n, func(int) bool { made++; return made > v.quota })
		if calls != v.calls || calls != made {
			t.Errorf("%d creations, %d allowed: %d calls, want %d", v.n, v.quota, calls, v.calls)
		}
	}
}

// One quiet sync lies between a pod's creation and its being ready; "r" marks it.
func TestRolloutTraces(t *testing.T) {
	for _, v := range []struct {
		nodes              int
		unavailable, surge int32
		want               string
	}{
		{5, 1, 0, "-1 +1 r -1 +1 r -1 +1 r -1 +1 r -1 +1 r"},
		{5, 2, 0, "-2 +2 r -2 +2 r -1 +1 r"},
		{5, 0, 2, "+2 r -2 +2 r -2 +1 r -1"},
		{3, 0, 1, "+1 r -1 +1 r -1 +1 r -1"},
	} {
		c, x := newCluster(v.nodes), NewIndex()
		c.edit(func(ds *api.DaemonSet) { ds.Spec.UpdateStrategy = rolling(v.unavailable, v.surge) })
		for id := range v.nodes {
			c.pod(state.NodeID(id), "RO")
		}
		var trace []string
		for quiet := 0; quiet < 2; {
			s := c.sync(x, 0, memory{})
			if s.creates+s.deletes > 0 {
				trace, quiet = append(trace, short(s)), 0
				continue
			}
			if waiting := x.Waiting(1); len(waiting) > 0 {
				trace = append(trace, "r")
			}
			quiet++
			c.settle(x)
		}
		if got := strings.Join(trace, " "); got != v.want {
			t.Errorf("%d nodes, %d unavailable, %d surge:\n got %s\nwant %s", v.nodes, v.unavailable, v.surge, got, v.want)
		}
		if !x.Done() || len(x.Waiting(9)) > 0 {
			t.Errorf("%d nodes, %d unavailable, %d surge: not done, waiting for %v", v.nodes, v.unavailable, v.surge, x.Waiting(9))
		}
	}
}

func short(s synced) string {
	var parts []string
	if s.creates > 0 {
		parts = append(parts, fmt.Sprint("+", s.creates))
	}
	if s.deletes > 0 {
		parts = append(parts, fmt.Sprint("-", s.deletes))
	}
	return strings.Join(parts, "")
}

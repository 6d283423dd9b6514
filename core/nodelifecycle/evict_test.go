package nodelifecycle

import (
	"reflect"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

func toleration(key string, op api.TolerationOperator, effect api.TaintEffect, seconds ...int64) api.Toleration {
	t := api.Toleration{Key: key, Operator: op, Effect: effect}
	if len(seconds) > 0 {
		t.TolerationSeconds = &seconds[0]
	}
	return t
}

func tolerating(list ...api.Toleration) *state.Pod {
	return &state.Pod{
		Namespace: "default", Name: "a", Node: 0, Deleted: state.Never, EvictAt: state.Never, CollectAt: state.Never,
		Template: &state.Template{Spec: &api.PodSpec{Tolerations: list}},
	}
}

func carrying(taints ...func(*api.Node)) *state.Node {
	return &state.Node{Object: object("n", taints...)}
}

const (
	exists    = api.TolerationOpExists
	equal     = api.TolerationOpEqual
	noExecute = api.TaintEffectNoExecute
)

func TestTaintEvictionGoesByTheFirstTolerationThatMatches(t *testing.T) {
	unreachable := tainted(api.TaintNodeUnreachable, noExecute)
	cases := []struct {
		name  string
		pod   *state.Pod
		node  *state.Node
		delay state.Time
		evict bool
	}{
		{"no taint", tolerating(), carrying(), 0, false},
		{"NoSchedule does not evict", tolerating(), carrying(tainted("dedicated", api.TaintEffectNoSchedule)), 0, false},
		{"not tolerated", tolerating(), carrying(unreachable), 0, true},
		{"a daemon pod stays for ever", tolerating(toleration(api.TaintNodeUnreachable, exists, noExecute)), carrying(unreachable), 0, false},
		{"any other pod stays five minutes", tolerating(toleration(api.TaintNodeUnreachable, exists, noExecute, 300)), carrying(unreachable), 300 * second, true},
		{
			"the author's own toleration, earlier in the list, decides",
			tolerating(toleration(api.TaintNodeUnreachable, "", noExecute, 30), toleration(api.TaintNodeUnreachable, exists, noExecute)), carrying(unreachable), 30 * second, true,
		},
		{
			"so does one for every effect",
			tolerating(toleration(api.TaintNodeUnreachable, exists, "", 30), toleration(api.TaintNodeUnreachable, exists, noExecute)), carrying(unreachable), 30 * second, true,
		},
		{
			"later in the list it does not",
			tolerating(toleration(api.TaintNodeUnreachable, exists, noExecute), toleration(api.TaintNodeUnreachable, equal, noExecute, 30)), carrying(unreachable), 0, false,
		},
		{"zero seconds", tolerating(toleration(api.TaintNodeUnreachable, exists, noExecute, 0)), carrying(unreachable), 0, true},
		{"negative seconds", tolerating(toleration(api.TaintNodeUnreachable, exists, noExecute, -5)), carrying(unreachable), 0, true},
		{
			"the shorter of two", tolerating(toleration(api.TaintNodeUnreachable, exists, noExecute, 60), toleration("maint", exists, noExecute, 20)),
			carrying(unreachable, tainted("maint", noExecute)), 20 * second, true,
		},
		{
			"for ever and for a time", tolerating(toleration(api.TaintNodeUnreachable, exists, noExecute), toleration("maint", exists, noExecute, 20)),
			carrying(unreachable, tainted("maint", noExecute)), 20 * second, true,
		},
		{
			"one of two not tolerated", tolerating(toleration(api.TaintNodeUnreachable, exists, noExecute)),
			carrying(unreachable, tainted("maint", noExecute)), 0, true,
		},
		{"everything tolerated", tolerating(toleration("", exists, "")), carrying(unreachable, tainted("maint", noExecute)), 0, false},
	}
	for _, c := range cases {
		if delay, evict := Evict(c.pod, c.node); delay != c.delay || evict != c.evict {
			t.Errorf("%s: %v %v, want %v %v", c.name, delay, evict, c.delay, c.evict)
		}
	}
}

func TestARunningTimerIsNeitherExtendedNorShortened(t *testing.T) {
	now := 100 * second
	both := tolerating(toleration("a", exists, noExecute, 300), toleration("b", exists, noExecute, 20), toleration("c", exists, noExecute))
	running := *both
	running.EvictAt = 250 * second
	cases := []struct {
		name string
		pod  *state.Pod
		node *state.Node
		want state.Time
	}{
		{"it starts", both, carrying(tainted("a", noExecute)), 400 * second},
		{"it goes on", &running, carrying(tainted("a", noExecute)), 250 * second},
		{"a shorter toleration comes too late", &running, carrying(tainted("a", noExecute), tainted("b", noExecute)), 250 * second},
		{"all taints are gone", &running, carrying(), state.Never},
		{"what is left is tolerated for ever", &running, carrying(tainted("c", noExecute)), state.Never},
		{"a taint that is not tolerated", &running, carrying(tainted("a", noExecute), tainted("d", noExecute)), now},
	}
	for _, c := range cases {
		if got := EvictionAt(c.pod, c.node, now); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := EvictionAt(tolerating(toleration("a", exists, noExecute, 1<<62)), carrying(tainted("a", noExecute)), now); got != state.Never {
		t.Errorf("a toleration of aeons ends at %v", got)
	}
}

func TestPodsOfAMissingNodeAreCollectedWithinFortyToEightySeconds(t *testing.T) {
	for _, c := range []struct{ gone, want state.Time }{
		{0, 60 * second}, {1, 60 * second}, {19 * second, 60 * second}, {20 * second, 80 * second}, {33 * second, 80 * second},
	} {
		got := CollectAt(c.gone)
		if got != c.want || got-c.gone < 40*second || got-c.gone > 80*second {
			t.Errorf("gone at %v: collected at %v, want %v", c.gone, got, c.want)
		}
	}
}

func TestWhatPodGarbageCollectionTakes(t *testing.T) {
	out := func(ready api.ConditionStatus) *state.Node {
		return carrying(tainted(api.TaintNodeOutOfService, noExecute), condition(api.NodeReady, ready))
	}
	pod := func(edit func(*state.Pod)) *state.Pod {
		p := tolerating()
		edit(p)
		return p
	}
	terminating := func(p *state.Pod) { p.Deleted = 0 }
	cases := []struct {
		name string
		pod  *state.Pod
		node *state.Node
		at   state.Time
		why  reason.Code
	}{
		{"a bound pod", tolerating(), out(api.ConditionTrue), state.Never, ""},
		{"its node is missing", tolerating(), nil, 80 * second, reason.NodeOfPodGone},
		{"its node has been missing for a while", pod(func(p *state.Pod) { p.CollectAt = 60 * second }), nil, 60 * second, reason.NodeOfPodGone},
		{"terminating without a node", pod(func(p *state.Pod) { p.Node, p.Deleted = state.None, 0 }), nil, 40 * second, reason.PodUnboundCollected},
		{"pending without a node", pod(func(p *state.Pod) { p.Node = state.None }), nil, state.Never, ""},
		{"terminating, out of service", pod(terminating), out(api.ConditionUnknown), 40 * second, reason.PodOutOfService},
		{"terminating, out of service but ready", pod(terminating), out(api.ConditionTrue), state.Never, ""},
		{"out of service, not terminating", tolerating(), out(api.ConditionUnknown), state.Never, ""},
		{"terminating on a silent node", pod(terminating), carrying(condition(api.NodeReady, api.ConditionUnknown)), state.Never, ""},
	}
	for _, c := range cases {
		if at, why := Collect(c.pod, c.node, 25*second); at != c.at || why != c.why {
			t.Errorf("%s: %v %q, want %v %q", c.name, at, why, c.at, c.why)
		}
	}
}

func TestTheOldestEndedPodsGoFirstAndEvictedOnesBeforeThem(t *testing.T) {
	ended := func(id state.PodID, name string, created state.Time, why string) *state.Pod {
		return &state.Pod{ID: id, Name: name, Created: created, Phase: state.Failed, StatusReason: why}
	}
	pods := []*state.Pod{
		ended(1, "b", 10*second, ""), ended(2, "a", 10*second+1, ""), ended(3, "c", 5*second, ""), ended(4, "d", 50*second, "Evicted"), ended(5, "e", 60*second, ""),
	}
	if got, want := Surplus(pods, 1), []state.PodID{4, 3, 2, 1}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Surplus(pods, 5); got != nil {
		t.Errorf("%v", got)
	}
}

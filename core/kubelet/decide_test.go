package kubelet

import (
	"slices"
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// TestASyncAtTheWrongTimeHandsTheRecordBack: nothing due, nothing changed, the same pointer.
func TestASyncAtTheWrongTimeHandsTheRecordBack(t *testing.T) {
	s := newStory(t)
	p := s.bind("a", plain)
	for _, at := range [...]state.Time{300 * time.Millisecond, 5 * state.Second} {
		s.until(at)
		o := s.observed(0)
		if d := Sync(o); d.Pod != o.Pod || d.Node != nil || d.Reports != nil || d.Why.Code != "" {
			t.Errorf("at %v: %+v", at, d)
		}
	}
	if p.Containers != nil {
		t.Error("the bound record was edited")
	}
}

// TestALateSyncGoesOnFromNow: a kubelet that was away catches up at the moment it is back.
func TestALateSyncGoesOnFromNow(t *testing.T) {
	s := newStory(t)
	s.image("app:v1", func(b *state.Behaviour) { b.ReadyAfter = 20 * state.Second })
	s.bind("a", `{"containers":[{"name":"app","image":"app:v1","readinessProbe":{"httpGet":{"port":80},"successThreshold":2}}]}`)
	s.now = 95 * state.Second
	s.settle()
	s.until(10 * time.Minute)
	p := s.pods[0]
	if !p.Ready || p.Containers[0].Began != 95*state.Second || p.ReadySince != 125*state.Second {
		t.Errorf("ready %v since %v, runs since %v\n%s", p.Ready, p.ReadySince, p.Containers[0].Began, s.out.String())
	}
}

// TestANodeThatTookReadinessAwayGivesItBack: the node controller marks the pods of
// a silent node; the kubelet corrects that when it is back.
func TestANodeThatTookReadinessAwayGivesItBack(t *testing.T) {
	s := newStory(t)
	s.bind("a", plain)
	s.until(time.Minute)
	marked := *s.pods[0]
	marked.Ready, marked.ReadySince = false, s.now
	s.pods[0] = &marked
	s.now = 5 * time.Minute
	if d := Sync(s.observed(0)); !d.Pod.Ready || d.Pod.ReadySince != s.now || marked.Ready {
		t.Errorf("ready %v since %v", d.Pod.Ready, d.Pod.ReadySince)
	}
}

// TestAPinnedPodIsLeftAloneUntilItIsDeleted covers what break pod/… does.
func TestAPinnedPodIsLeftAloneUntilItIsDeleted(t *testing.T) {
	s := newStory(t)
	s.bind("a", plain)
	s.until(time.Minute)
	pinned := *s.pods[0]
	pinned.Pinned, pinned.Ready = true, false
	s.pods[0] = &pinned
	if d := Sync(s.observed(0)); d.Pod != &pinned {
		t.Error("a pinned pod was touched")
	}
	s.remove("a", 30)
	s.until(time.Minute + state.Second)
	if s.pods[0] != nil {
		t.Error("a pinned pod cannot be deleted")
	}
}

// TestEvictionRanksByRequestThenPriority: pods that request nothing of what is
// short go first, critical pods never.
func TestEvictionRanksByRequestThenPriority(t *testing.T) {
	s := newStory(t)
	s.bind("important", `{"priority":1000,"containers":[{"name":"app","image":"app:v1"}]}`)
	s.bind("modest", `{"containers":[{"name":"app","image":"app:v1","resources":{"requests":{"memory":"1Mi"}}}]}`)
	s.bind("plain", plain)
	s.bind("critical", `{"priority":2000000000,"containers":[{"name":"app","image":"app:v1"}]}`)
	s.until(state.Second)
	s.bind("young", plain)
	for signal, want := range map[Signal][]state.PodID{
		LowMemory: {4, 2, 0, 1},
		LowDisk:   {4, 2, 1, 0},
		LowPIDs:   {4, 2, 1, 0},
	} {
		if got := EvictUnderPressure(s.node, s.pods, signal); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", signal, got, want)
		}
	}
	p, report, why := Evicted(s.pods[2], LowMemory, s.now)
	if p.Phase != state.Failed || p.StatusReason != "Evicted" || p.Ready || p.Wake != state.Never ||
		p.Containers[0].State != state.Terminated || !report.Warning || why.Text != "memory" {
		t.Errorf("%+v %+v %+v", p, report, why)
	}
}

// TestQOSClasses follows the three classes and what mixes them.
func TestQOSClasses(t *testing.T) {
	for text, want := range map[string]api.PodQOSClass{
		`{"containers":[{"name":"a"}]}`: api.PodQOSBestEffort,
		`{"containers":[{"name":"a","resources":{"requests":{"nvidia.com/gpu":"1"}}}]}`:                                             api.PodQOSBestEffort,
		`{"containers":[{"name":"a","resources":{"requests":{"cpu":"0"}}}]}`:                                                        api.PodQOSBestEffort,
		`{"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}`:                                                        api.PodQOSBurstable,
		`{"containers":[{"name":"a","resources":{"limits":{"cpu":"1"}}}]}`:                                                          api.PodQOSBurstable,
		`{"containers":[{"name":"a","resources":{"limits":{"cpu":"1","memory":"1Gi"}}}]}`:                                           api.PodQOSGuaranteed,
		`{"containers":[{"name":"a","resources":{"limits":{"cpu":"1","memory":"1Gi"},"requests":{"cpu":"1000m","memory":"1Gi"}}}]}`: api.PodQOSGuaranteed,
		`{"containers":[{"name":"a","resources":{"limits":{"cpu":"1","memory":"1Gi"},"requests":{"cpu":"500m","memory":"1Gi"}}}]}`:  api.PodQOSBurstable,
		`{"containers":[{"name":"a","resources":{"limits":{"cpu":"1","memory":"1Gi"}}},{"name":"b"}]}`:                              api.PodQOSBurstable,
		`{"initContainers":[{"name":"i"}],"containers":[{"name":"a","resources":{"limits":{"cpu":"1","memory":"1Gi"}}}]}`:           api.PodQOSBurstable,
		`{"resources":{"limits":{"cpu":"1","memory":"1Gi"},"requests":{"cpu":"1","memory":"1Gi"}},"containers":[{"name":"a"}]}`:     api.PodQOSGuaranteed,
		`{"resources":{"requests":{"cpu":"1"}},"containers":[{"name":"a","resources":{"limits":{"cpu":"1","memory":"1Gi"}}}]}`:      api.PodQOSBurstable,
	} {
		if got := QOS(spec(t, text)); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// TestACriticalPodTakesTheNearestVictims follows the order of upstream's preemption.
func TestACriticalPodTakesTheNearestVictims(t *testing.T) {
	request := func(id int, cpu, memory string) *state.Pod {
		p := newPod(id, "p", spec(t, `{"containers":[{"name":"a","resources":{"requests":{"cpu":"`+cpu+`","memory":"`+memory+`"}}}]}`))
		p.Started = 0
		return p
	}
	critical := newPod(9, "critical", spec(t, `{"priority":2000000000,"containers":[{"name":"a"}]}`))
	plainPod := newPod(8, "besteffort", spec(t, plain))
	plainPod.Started = 0
	others := []*state.Pod{request(0, "100m", "1Gi"), request(1, "1", "1Gi"), request(2, "1", "3Gi"), request(3, "4", "8Gi"), plainPod}
	cpu := func(request int64) shortage { return shortage{"cpu", request, 0, 0} }
	for _, c := range []struct {
		short []shortage
		want  []state.PodID
	}{
		{[]shortage{cpu(50)}, []state.PodID{0}},
		{[]shortage{cpu(1000)}, []state.PodID{1}},
		{[]shortage{cpu(1000), {"memory", 2 << 30, 0, 0}}, []state.PodID{2}},
		{[]shortage{cpu(4100)}, []state.PodID{3, 0}},
		{[]shortage{{"pods", 1, 110, 110}}, []state.PodID{8}},
	} {
		if got, lacking := makeRoom(critical, others, c.short); !slices.Equal(got, c.want) || lacking != "" {
			t.Errorf("%v: %v %s, want %v", c.short, got, lacking, c.want)
		}
	}
}

// TestImageNames covers what makes a name unusable.
func TestImageNames(t *testing.T) {
	for image, want := range map[string]string{
		"app": "", "app:V1": "", "registry.example/team/app:v1": "", "registry.example:5000/app@sha256:abc": "",
		"Registry/app": "", "localhost/app": "",
		"App:v1":                   "invalid reference format: repository name (library/App) must be lowercase",
		"registry.example/Team/ap": "invalid reference format: repository name (Team/ap) must be lowercase",
		"":                         "invalid reference format",
		"my app:v1":                "invalid reference format",
		"{{ .image }}":             "invalid reference format",
	} {
		if got := malformed(image); got != want {
			t.Errorf("%q: %q, want %q", image, got, want)
		}
	}
}

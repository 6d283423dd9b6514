package kubelet

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// clock turns simulated time into the timestamps of these tests.
func clock(t state.Time) api.Time {
	return api.NewTime(time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC).Add(t).Truncate(time.Second))
}

// show writes a pod's status down as JSON.
func (s *story) show(title string, p *state.Pod) {
	text, err := json.MarshalIndent(Status(p, s.node, clock), "", " ")
	if err != nil {
		s.t.Fatal(err)
	}
	s.out.WriteString("# " + title + "\n" + string(text) + "\n")
	if why, ok := Waits(p, s.node, s.rules, s.now); ok {
		s.out.WriteString("waits: " + why.Sentence(reason.English) + "\n")
	}
}

// TestStatus shows the API status of pods in all walks of life.
func TestStatus(t *testing.T) {
	s := newStory(t)
	s.mute = true
	s.node.Object.Status.Addresses = []api.NodeAddress{{Type: api.NodeHostName, Address: "n1"}, {Type: api.NodeInternalIP, Address: "192.0.2.1"}}
	s.image("slow:v1", func(b *state.Behaviour) { b.Pull, b.ReadyAfter = 10*state.Second, 5*state.Second })
	s.image("bad:v1", func(b *state.Behaviour) { b.CrashAfter, b.Exit = 2*state.Second, 3 })
	s.image("setup:v1", func(b *state.Behaviour) { b.CrashAfter, b.Exit = 3*state.Second, 0 })
	pending := newPod(7, "pending", spec(t, plain))
	pending.Node = state.None
	s.show("not bound, not tried", pending)
	pending.Unschedulable = "0/1 nodes are available: 1 Insufficient cpu."
	s.show("unschedulable", pending)
	s.bind("app", `{"hostNetwork":true,"initContainers":[{"name":"proxy","image":"proxy:v1","restartPolicy":"Always"},{"name":"setup","image":"setup:v1"}],
		"containers":[{"name":"app","image":"slow:v1","resources":{"limits":{"cpu":"1","memory":"1Gi"}}}]}`)
	s.bind("bad", `{"restartPolicy":"Always","containers":[{"name":"app","image":"bad:v1"}]}`)
	s.bind("big", `{"containers":[{"name":"app","image":"app:v1","resources":{"requests":{"cpu":"9"}}}]}`)
	s.bind("gate", `{"readinessGates":[{"conditionType":"example/lb"}],"containers":[{"name":"app","image":"app:v1"}]}`)
	s.bind("job", `{"restartPolicy":"Never","containers":[{"name":"app","image":"setup:v1"}]}`)
	s.until(3 * time.Second)
	s.show("an init container runs", s.pods[0])
	s.show("refused", s.pods[2])
	s.show("waits for a readiness gate", s.pods[3])
	s.until(10 * time.Second)
	s.show("waits for its image", s.pods[0])
	s.show("crash loop", s.pods[1])
	s.show("job done", s.pods[4])
	s.until(17 * time.Second)
	evicted, _, _ := Evicted(s.pods[3], LowMemory, s.now)
	s.show("runs, not ready", s.pods[0])
	s.show("evicted", evicted)
	s.until(30 * time.Second)
	s.show("ready", s.pods[0])
	s.compare("status")
}

// TestWaits puts into a sentence what pods wait for.
func TestWaits(t *testing.T) {
	s := newStory(t)
	s.mute = true
	s.paths = hostPaths{}
	s.image("slow:v1", func(b *state.Behaviour) { b.Pull, b.ReadyAfter = 20*state.Second, 40*state.Second })
	s.image("bad:v1", func(b *state.Behaviour) { b.CrashAfter, b.Exit = 2*state.Second, 3 })
	s.image("gone:v1", func(b *state.Behaviour) { b.PullFails = true })
	s.image("dull:v1", func(b *state.Behaviour) { b.NeverReady = true })
	s.image("long:v1", func(b *state.Behaviour) { b.CrashAfter, b.Exit = time.Hour, 0 })
	for _, text := range [...]string{
		`{"containers":[{"name":"app","image":"slow:v1"}]}`,
		`{"containers":[{"name":"app","image":"bad:v1"}]}`,
		`{"containers":[{"name":"app","image":"gone:v1"}]}`,
		`{"containers":[{"name":"app","image":"dull:v1"}]}`,
		`{"containers":[{"name":"app","image":"App"}]}`,
		`{"containers":[{"name":"app","image":"app:v9","imagePullPolicy":"Never"}]}`,
		`{"containers":[{"name":"app","image":"slow:v1","startupProbe":{"failureThreshold":90}}]}`,
		`{"readinessGates":[{"conditionType":"example/lb"}],"containers":[{"name":"app","image":"app:v1"}]}`,
		`{"initContainers":[{"name":"setup","image":"long:v1"}],"containers":[{"name":"app","image":"app:v1"}]}`,
		`{"volumes":[{"name":"v","hostPath":{"path":"/v","type":"File"}}],"containers":[{"name":"app","image":"app:v1"}]}`,
		`{"containers":[{"name":"app","image":"app:v1"}]}`,
	} {
		s.bind(string(rune('a'+len(s.pods))), text)
	}
	for _, at := range [...]state.Time{500 * time.Millisecond, 12 * state.Second, 30 * state.Second} {
		s.until(at)
		for _, p := range s.pods {
			if why, ok := Waits(p, s.node, s.rules, s.now); ok {
				s.out.WriteString(s.now.String() + " " + why.Sentence(reason.English) + "\n")
			}
		}
	}
	s.compare("waits")
}

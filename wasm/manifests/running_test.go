package manifests

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

const agent = `# What runs on every node.
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: agents}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata:
      labels: {app: agent} # flow style stays
    spec:
      containers:
      - name: agent
        image: "registry.example/agent:v1" # the image
        resources:
          requests: {cpu: 100m}
`

// after runs commands on a cluster with agent applied, and gives the session.
func after(t testing.TB, commands ...string) *scenario.Session {
	t.Helper()
	text := "# A test\n\n$ kubectl apply -f agent.yaml\n...\n"
	for _, c := range commands {
		text += "$ " + c + "\n...\n"
	}
	f, err := transcript.Parse("test.txtar", []byte(text+"-- agent.yaml --\n"+agent))
	if err != nil {
		t.Fatal(err)
	}
	s := scenario.Open(f, scenario.Options{})
	for {
		out, ok := s.Next()
		if !ok {
			return s
		}
		if out.Failed {
			t.Fatal(out.Output)
		}
	}
}

func TestWhatRunsIsTheFileWithTheValuesOfTheCluster(t *testing.T) {
	for name, c := range map[string]struct {
		commands []string
		old, new string
	}{
		"nothing changed": {},
		"an image":        {[]string{"kubectl set image ds/agent -n agents agent=registry.example/agent:v2"}, "agent:v1\"", "agent:v2\""},
		"a quantity":      {[]string{`kubectl patch ds agent -n agents -p '{"spec":{"template":{"spec":{"containers":[{"name":"agent","resources":{"requests":{"cpu":"200m"}}}]}}}}'`}, "cpu: 100m", "cpu: 200m"},
	} {
		s := after(t, c.commands...)
		got := RunningIn(s.Cluster(), []manifest.File{{Name: "agent.yaml", Content: []byte(agent)}})
		want := []Running{{"agent.yaml", strings.Replace(agent, c.old, c.new, 1), true}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestWhatRunsIsWrittenAnewWhereTheFileHasNoPlaceForIt(t *testing.T) {
	s := after(t, `kubectl patch ds agent -n agents -p '{"spec":{"minReadySeconds":5,"updateStrategy":{"rollingUpdate":{"maxUnavailable":2}}}}'`)
	got := RunningIn(s.Cluster(), []manifest.File{{Name: "agent.yaml", Content: []byte(agent)}})
	want := []Running{{"agent.yaml", `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
  namespace: agents
spec:
  minReadySeconds: 5
  selector:
    matchLabels:
      app: agent
  template:
    metadata:
      labels:
        app: agent
    spec:
      containers:
      - image: registry.example/agent:v1
        name: agent
        resources:
          requests:
            cpu: 100m
  updateStrategy:
    rollingUpdate:
      maxUnavailable: 2
`, false}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := RunningIn(s.Cluster(), nil); len(got) != 1 || got[0].Content != want[0].Content {
		t.Errorf("without a file: %v", got)
	}
}

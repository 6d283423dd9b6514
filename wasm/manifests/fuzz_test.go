package manifests

import (
	"testing"

	"github.com/rollscope/rollscope/core/api/manifest"
)

// Whatever the files say, what comes out means what the cluster runs.
func FuzzRunning(f *testing.F) {
	s := after(f, "kubectl set image ds/agent -n agents agent=registry.example/agent:v2")
	live := s.Cluster().Sets()[0].Object.DeepCopy()
	bare(live)
	f.Add(agent)
	f.Add("---\n" + agent + "---\n" + agent)
	f.Add(`{"kind":"List","apiVersion":"v1","items":[{"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"agent","namespace":"agents"},"spec":{"template":{"spec":{"containers":[{"image":"'"}]}}}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		out := RunningIn(s.Cluster(), []manifest.File{{Name: "agent.yaml", Content: []byte(text)}})
		if len(out) != 1 {
			t.Fatalf("%d files", len(out))
		}
		if ds, _, ok := find(out[0].Name, out[0].Content, live); !ok || len(differences(ds, live)) > 0 {
			t.Errorf("%v: %q", out[0].Written, out[0].Content)
		}
	})
}

package plan_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/plan/pools"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

var rewrite = flag.Bool("update", false, "rewrite the golden files with what the plans are now")

// mixed is a small cluster in which not every node takes part.
const mixed = `pools:
- {name: worker, count: 12, zones: [a, b, c]}
- {name: arm, count: 2, labels: {kubernetes.io/arch: arm64}}
- {name: windows, labels: {kubernetes.io/os: windows}}
- {name: control-plane, count: 3, taints: [node-role.kubernetes.io/control-plane:NoSchedule]}
- {name: gpu, count: 2, taints: [nvidia.com/gpu=present:NoSchedule]}
- {name: small, allocatable: {cpu: 50m, memory: 64Mi}}
- {name: gone, ready: false}
`

func mixedNodes(t *testing.T) []any {
	t.Helper()
	f := pools.Read("mixed.yaml", []byte(mixed))
	if len(f.Findings) > 0 {
		t.Fatal(f.Findings)
	}
	return objects(f.Nodes)
}

func TestPlansReadAsTheyDid(t *testing.T) {
	slow := state.DefaultBehaviour()
	slow.Pull, slow.ReadyAfter = 4*state.Second, 10*state.Second
	linux := func(ds *api.DaemonSet) *api.DaemonSet {
		ds.Spec.Template.Spec.NodeSelector = map[string]string{"kubernetes.io/os": "linux"}
		return ds
	}
	gates := plan.Gates{MaxDuration: 60 * state.Second}
	gates.MinAvailable, _ = plan.ParseThreshold("95%")
	port := func(image string) *api.DaemonSet {
		ds := agent(image, "0", "1")
		ds.Spec.Template.Spec.Containers[0].Ports = []api.ContainerPort{{ContainerPort: 9100, HostPort: 9100}}
		return ds
	}
	volumes := linux(agent("agent:v2", "1", "0"))
	volumes.Spec.Template.Spec.Volumes = []api.Volume{{Name: "v"}}
	volumes.Spec.Template.Spec.Volumes[0].PersistentVolumeClaim = &api.PersistentVolumeClaimVolumeSource{ClaimName: "claim"}
	for name, in := range map[string]plan.Input{
		"update": {
			New: agent("agent:v2", "10%", "0"), Old: agent("agent:v1", "10%", "0"), Cluster: objects(pools.Same(30)),
			Images: []state.ImageRule{{Image: "agent:v2", Behaviour: slow}}, Gates: gates,
		},
		"surge":         {New: agent("agent:v2", "0", "25%"), Old: agent("agent:v1", "0", "25%"), Cluster: objects(pools.Same(30)), Orders: 3},
		"surge-on-port": {New: port("agent:v2"), Old: port("agent:v1"), Cluster: objects(pools.Same(3))},
		"mixed":         {New: linux(agent("agent:v2", "2", "0")), Old: linux(agent("agent:v1", "2", "0")), Cluster: mixedNodes(t)},
		"first":         {New: volumes, Cluster: mixedNodes(t)},
		"node-breaks": {
			New: agent("agent:v2", "1", "0"), Old: agent("agent:v1", "1", "0"), Cluster: objects(pools.Same(6)),
			Faults: []plan.Fault{{Node: "node-3", Kind: core.Silent, At: 3 * state.Second}},
		},
		"nowhere": {New: func() *api.DaemonSet {
			ds := agent("agent:v1", "1", "0")
			ds.Spec.Template.Spec.NodeSelector = map[string]string{"disk": "ssd"}
			return ds
		}(), Cluster: objects(pools.Same(2))},
	} {
		t.Run(name, func(t *testing.T) {
			r := run(t, in)
			text, err := json.MarshalIndent(plan.Report{Version: plan.Version, Plans: []*plan.Result{r}, OK: r.OK}, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+".txt", r.Text(reason.English))
			golden(t, name+".zh.txt", r.Text(reason.Chinese))
			golden(t, name+".md", r.Markdown(reason.English))
			golden(t, name+".json", string(text)+"\n")
		})
	}
}

// golden compares a text with the file that holds it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *rewrite {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func TestTextOfManifestsSteersNothing(t *testing.T) {
	in := update(2, "1", "0")
	in.New.Spec.Template.Spec.Containers[0].Image = "agent\x1b[31m|<b>`"
	r := run(t, in)
	for _, text := range []string{r.Text(reason.English), r.Markdown(reason.English)} {
		for _, c := range text {
			if c < ' ' && c != '\n' {
				t.Errorf("a control character came through: %q", text)
			}
		}
	}
	if md := r.Markdown(reason.English); !containsAll(md, `\|&lt;b&gt;\`+"`") {
		t.Errorf("not escaped:\n%s", md)
	}
}

func containsAll(text string, parts ...string) bool {
	for _, part := range parts {
		if !strings.Contains(text, part) {
			return false
		}
	}
	return true
}

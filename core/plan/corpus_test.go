package plan_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/plan/pools"
	"github.com/rollscope/rollscope/core/reason"
)

// forty is a cluster of 40 nodes as they are found: several kinds of machines, taints,
// one node that is cordoned and one that is not ready.
const forty = `pools:
- {name: worker, count: 20, zones: [a, b, c], labels: {node-role.kubernetes.io/worker: ""}}
- {name: arm, count: 5, labels: {kubernetes.io/arch: arm64}}
- {name: windows, count: 3, labels: {kubernetes.io/os: windows}, taints: [os=windows:NoSchedule]}
- {name: control-plane, count: 3, labels: {node-role.kubernetes.io/control-plane: ""}, taints: [node-role.kubernetes.io/control-plane:NoSchedule]}
- {name: gpu, count: 3, labels: {nvidia.com/gpu.present: "true"}, taints: [nvidia.com/gpu=present:NoSchedule], allocatable: {cpu: 16, memory: 64Gi, nvidia.com/gpu: 4}}
- {name: small, count: 3, allocatable: {cpu: 250m, memory: 256Mi, pods: 8}}
- {name: batch, taints: [dedicated=batch:NoExecute]}
- {name: cordoned, unschedulable: true}
- {name: gone, ready: false}
`

// TestEveryManifestOfTheCorpusCanBePlanned plans the first roll-out and an update of
// DaemonSets that people publish.
func TestEveryManifestOfTheCorpusCanBePlanned(t *testing.T) {
	f := pools.Read("forty.yaml", []byte(forty))
	if len(f.Nodes) != 40 || len(f.Findings) > 0 {
		t.Fatalf("%d nodes, %v", len(f.Nodes), f.Findings)
	}
	outcomes := map[plan.Outcome]int{}
	files, invalid := 0, 0
	var slowest time.Duration
	err := filepath.WalkDir(sharedFile(t, "corpus"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".yaml") {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		report := manifest.Check(manifest.Read([]manifest.File{{Name: path, Content: content}}), manifest.Files{})
		for i := range report.Objects {
			ds, ok := report.Objects[i].Object.Object.(*api.DaemonSet)
			if !ok || report.Objects[i].Verdict != manifest.Valid {
				if ok {
					invalid++
				}
				continue
			}
			for _, old := range []*api.DaemonSet{nil, older(ds)} {
				from := time.Now()
				r, err := plan.Run(plan.Input{New: ds, Old: old, Cluster: objects(f.Nodes)})
				if err != nil {
					t.Errorf("%s, %s: %v", path, ds.Name, err)
					continue
				}
				took := time.Since(from)
				slowest = max(slowest, took)
				if took > time.Second && runtime.GOARCH != "wasm" {
					t.Errorf("%s, %s: took %v", path, ds.Name, took)
				}
				outcomes[r.Outcome]++
				if r.Text(reason.English) == "" || r.Markdown(reason.Chinese) == "" {
					t.Errorf("%s, %s: nothing to read", path, ds.Name)
				}
				if r.Outcome == plan.Stuck && len(r.Blocked.Waiting) == 0 {
					t.Errorf("%s, %s: stuck, and nobody knows why", path, ds.Name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d invalid DaemonSets; plans: %v; the slowest took %v", files, invalid, outcomes, slowest)
}

// older is the same DaemonSet with other images.
func older(ds *api.DaemonSet) *api.DaemonSet {
	old := ds.DeepCopy()
	for i := range old.Spec.Template.Spec.Containers {
		old.Spec.Template.Spec.Containers[i].Image = "example.com/older:v1"
	}
	return old
}

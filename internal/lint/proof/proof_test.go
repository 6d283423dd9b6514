package proof

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/policies"
)

// without are the rules of the two groups that have no proof, and why.
var without = map[string]string{
	"RS406": "a process that is killed at once loses what it has not written; pods come and go as ever",
}

// small is a cluster on which two pods of the bad manifest of RS307 do not fit.
func small(t *testing.T) Given {
	t.Helper()
	read := func(text string) api.Quantity {
		q, err := api.ParseQuantity(text)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	n := &api.Node{}
	n.APIVersion, n.Kind, n.Name = "v1", "Node", "n1"
	n.Labels = map[string]string{"kubernetes.io/os": "linux"}
	n.Status.Allocatable = api.ResourceList{"cpu": read("1"), "memory": read("2Gi"), "pods": read("110")}
	class := &api.PriorityClass{Value: 1000}
	class.APIVersion, class.Kind, class.Name = "scheduling.k8s.io/v1", "PriorityClass", "node-agents"
	return Given{Nodes: []*api.Node{n}, Classes: []*api.PriorityClass{class}}
}

func proof(t *testing.T, r *policies.Rule, name string) *Proof {
	t.Helper()
	path := filepath.Join("..", "..", "..", "policies", "rules", r.Group, r.Slug, name+".yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file := policies.Read(path, text)
	if len(file.Sets) != 1 {
		t.Fatalf("%s: %d DaemonSets", path, len(file.Sets))
	}
	var given Given
	if r.Sees == "cluster" {
		given = small(t)
	}
	p, ok := Of(r.ID, file.Sets[0], given)
	if !ok {
		t.Fatalf("%s: no proof of %s", path, r.ID)
	}
	return p
}

// The verdict of the lint is the outcome of the simulator.
func TestBadManifestsDoHarmAndGoodOnesNone(t *testing.T) {
	rules, err := policies.Rules()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules {
		if r.Group != "surge" && r.Group != "rollout" {
			continue
		}
		if why := without[r.ID]; why != "" {
			if slices.Contains(Rules(), r.ID) {
				t.Errorf("%s has a proof, although %s", r.ID, why)
			}
			continue
		}
		if p := proof(t, r, "bad"); !p.Shows {
			t.Errorf("%s: bad.yaml is %q, which is not what the rule warns of:\n%s", r.ID, p.Harm, p.Content)
		} else {
			replays(t, r.ID+" bad", p)
		}
		if p := proof(t, r, "good"); p.Harm != None {
			t.Errorf("%s: good.yaml is %s:\n%s", r.ID, p.Harm, p.Content)
		} else {
			replays(t, r.ID+" good", p)
		}
	}
}

// replays holds a proof to being a scenario that passes, whatever the order of the nodes.
func replays(t *testing.T, name string, p *Proof) {
	t.Helper()
	f, err := transcript.Parse(p.Name, p.Content)
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, p.Content)
		return
	}
	for seed := range uint64(2 * orders) {
		if report := scenario.Run(f, scenario.Options{Seed: seed}); !report.OK() {
			t.Errorf("%s: the proof does not pass under node order %d:\n%s", name, seed, report.Diff())
			return
		}
	}
}

package recorder

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"

	apps "k8s.io/api/apps/v1"
)

// rollout is one measured update of all nodes.
type rollout struct {
	Nodes    int     `json:"nodes"`
	Strategy string  `json:"strategy"`
	Real     float64 `json:"realSeconds"`
	Ticks    int64   `json:"ticks"`
}

var strategies = map[string]string{
	"maxUnavailable 10%": `{"rollingUpdate":{"maxUnavailable":"10%"}}`,
	"maxSurge 25%":       `{"rollingUpdate":{"maxUnavailable":0,"maxSurge":"25%"}}`,
}

// TestBenchReal measures updates and writes them to the file that
// ROLLSCOPE_BENCH names. Counted is the processor time of the controller alone, with
// its informers' stores; the API server, scheduler and kubelets around it are not.
func TestBenchReal(t *testing.T) {
	file := os.Getenv("ROLLSCOPE_BENCH")
	if file == "" {
		t.Skip("`make bench-real` measures")
	}
	var all []rollout
	for _, n := range []int{100, 1000, 5000} {
		for _, name := range []string{"maxUnavailable 10%", "maxSurge 25%"} {
			r := rollout{Nodes: n, Strategy: name}
			synctest.Test(t, func(t *testing.T) { measure(t, &r) })
			t.Logf("%d nodes, %s: %.3f s of processor time, %d s of cluster time", r.Nodes, r.Strategy, r.Real, r.Ticks)
			all = append(all, r)
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// measure rolls a DaemonSet out and then an update of it.
func measure(t *testing.T, r *rollout) {
	d := newDriver(&Scenario{Kubelet: Kubelet{ReadyTicks: 1, TerminateTicks: 1}})
	d.limit = 1_000_000
	for _, i := range []*informer{d.informers.nodes, d.informers.pods} {
		i.index.open = true
	}
	err := d.run(t.Context(), func() {
		for i := range r.Nodes {
			d.must(&Action{Do: "addNode", Spec: Node{Name: fmt.Sprintf("node-%06d", i)}})
		}
		d.must(&Action{Do: "apply", Manifest: manifest("agent", "agent", "one", strategies[r.Strategy])})
		d.until(t)
		d.spent = 0
		from := d.tick()
		d.must(&Action{Do: "setImage", Set: "agent", Image: "two"})
		d.until(t)
		r.Real, r.Ticks = d.spent.Seconds(), d.tick()-from
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (d *driver) must(a *Action) {
	if err := d.act(a); err != nil {
		panic(err)
	}
}

// until goes on until every node has an available pod of the newest revision.
func (d *driver) until(t *testing.T) {
	for range 200 {
		d.settle()
		s := d.store.of[sets]["default/agent"].(*apps.DaemonSet)
		n := s.Status.DesiredNumberScheduled
		if s.Status.ObservedGeneration == s.Generation && n > 0 && s.Status.UpdatedNumberScheduled == n && s.Status.NumberAvailable == n {
			return
		}
		d.ticks(1)
	}
	t.Fatal("the rollout does not end: " + strings.TrimSpace(fmt.Sprint(d.store.of[sets])))
}

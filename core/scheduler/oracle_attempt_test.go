package scheduler

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/internal/oracle"
)

// attemptRequest is a daemon pod for the first node, and what is there already.
type attemptRequest struct {
	Nodes      int
	CPU, Slots string
	Taints     []api.Taint
	Labels     bool
	Pods       []attemptPod
	Budgets    []struct {
		App     string
		Allowed int32
	}
	Pod attemptPod
}

type attemptPod struct {
	Name, App, CPU          string
	Priority, Port          int32
	Started                 int
	Leaving, Never, Selects bool
}

type attemptAnswer struct {
	Bound   bool
	Message string
	Victims []string
}

// made is the pod as a record.
func (p *attemptPod) made(id state.PodID, now state.Time) *state.Pod {
	edits := []edit{requests("cpu", p.CPU)}
	if p.Port > 0 {
		edits = append(edits, hostPort(p.Port, ""))
	}
	if p.Selects {
		edits = append(edits, selector("disk", "ssd"))
	}
	t := template(p.Priority, edits...)
	t.Meta.Labels = map[string]string{"app": p.App}
	t.PreemptNever = p.Never
	made := pod(id, p.Name, t)
	made.Started = now - state.Time(p.Started)*state.Second
	if p.Leaving {
		made.Deleted, made.GraceSeconds, made.Disruption = now, 30, "PreemptionByScheduler"
	}
	return made
}

// observed is what the scheduler sees of the request.
func (r *attemptRequest) observed() Observed {
	const now = 10_000 * state.Second
	target := node(func(n *api.Node) {
		n.Name, n.Labels, n.Spec.Taints = "node-0", map[string]string{}, r.Taints
		n.Status.Allocatable = api.ResourceList{api.ResourceCPU: api.MustParseQuantity(r.CPU), api.ResourcePods: api.MustParseQuantity(r.Slots)}
		if r.Labels {
			n.Labels["disk"] = "ssd"
		}
	})
	o := Observed{Pod: r.Pod.made(100, now), Target: target, Nodes: r.Nodes, Now: now}
	o.Pod.Started = state.Never
	for i := range r.Pods {
		p := r.Pods[i].made(state.PodID(i), now)
		p.Node, p.Phase = 0, state.Running
		o.Pods = append(o.Pods, p)
	}
	var budgets []Budget
	for _, b := range r.Budgets {
		label := api.LabelSelector{MatchLabels: map[string]string{"app": b.App}}
		budgets = append(budgets, Budget{Namespace: "default", Selector: api.SelectorFrom(&label), Allowed: b.Allowed})
	}
	if len(budgets) > 0 {
		o.Budgets = Budgets(budgets)
	}
	return o
}

// TestOracleAttempts holds first attempts to those of the real scheduler: bound or
// not, the text of FailedScheduling, and the victims of preemption.
func TestOracleAttempts(t *testing.T) {
	requests := oracle.Lines[attemptRequest](t, oracle.Own(t, "scheduler.req.jsonl"))
	answers := oracle.Lines[attemptAnswer](t, oracle.Own(t, "scheduler.res.jsonl"))
	count := oracle.Count{Of: len(requests)}
	for i := range requests {
		o := requests[i].observed()
		d := Schedule(o)
		got := attemptAnswer{Bound: d.Bind, Message: d.Message}
		for _, id := range d.Victims {
			got.Victims = append(got.Victims, fmt.Sprint("p", id))
		}
		slices.Sort(got.Victims)
		if diff := cmp.Diff(answers[i], got); diff != "" {
			t.Errorf("attempt %d (-real +ours):\n%s", i, diff)
		} else {
			count.Agree++
		}
	}
	count.Tell(t, "attempts")
}

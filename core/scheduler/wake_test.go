package scheduler

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// A pod that one change makes schedulable must be woken by that change, or it
// would stay pending for five minutes in vain.
func TestNoPodSleepsThroughTheChangeThatHelpsIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var pods []*state.Pod
		for i := range rapid.IntRange(0, 4).Draw(t, "pods") {
			pods = append(pods, bind(pod(state.PodID(i), fmt.Sprint("p", i), ruledTemplate(t))))
		}
		on := randomNode(t)
		waiting := pod(99, "waiting", ruledTemplate(t))
		o := Observed{Pod: waiting, Target: on, Pods: pods, Nodes: 2}
		before := Schedule(o)
		if before.Bind {
			return
		}
		waiting.Unschedulable, waiting.Attempts = before.Message, 1

		var change Change
		switch rapid.SampledFrom([]string{"gone", "came", "node"}).Draw(t, "change") {
		case "gone":
			if len(pods) == 0 {
				return
			}
			change.Gone, o.Pods = pods[0], pods[1:]
		case "came":
			change.Came = bind(pod(50, "came", ruledTemplate(t)))
			o.Pods = append(append([]*state.Pod(nil), pods...), change.Came)
		default:
			change.Before, change.After = on, randomNode(t)
			o.Target = change.After
		}
		if after := Schedule(o); after.Bind && !Wakes(waiting, change) {
			t.Fatalf("refused with %q, it now fits and is not woken", before.Message)
		}
	})
}

// ruledTemplate is a template that any filter may refuse.
func ruledTemplate(t *rapid.T) *state.Template {
	edits := []edit{requests("cpu", fmt.Sprintf("%dm", 400*rapid.IntRange(0, 3).Draw(t, "cpu")), "example.test/gpu", fmt.Sprint(rapid.IntRange(0, 1).Draw(t, "gpu")))}
	rules := map[string]edit{
		"port": hostPort(80, ""), "selector": selector("disk", "ssd"), "spread": spread("rack", 0), "domains": spread(api.LabelHostname, 2),
		"apart": antiAffinity("agent", api.LabelHostname), "together": affinity("web", api.LabelHostname), "rack": affinity("agent", "rack"),
		"cordon": tolerations(daemonTolerations(false)...),
	}
	for _, name := range []string{"port", "selector", "spread", "domains", "apart", "together", "rack", "cordon"} {
		if rapid.IntRange(0, 5).Draw(t, name) == 0 {
			edits = append(edits, rules[name])
		}
	}
	p := template(0, edits...)
	if rapid.Bool().Draw(t, "web") {
		p.Meta.Labels = map[string]string{"app": "web"}
	}
	return p
}

func randomNode(t *rapid.T) *state.Node {
	edits := []func(*api.Node){offers("cpu", fmt.Sprintf("%dm", 400*rapid.IntRange(1, 5).Draw(t, "node cpu"))), offers("pods", fmt.Sprint(rapid.IntRange(1, 6).Draw(t, "places")))}
	rare := func(name string, e func(*api.Node)) {
		if rapid.IntRange(0, 3).Draw(t, name) == 0 {
			edits = append(edits, e)
		}
	}
	rare("cordoned", cordoned)
	rare("tainted", taint("dedicated", "gpu", api.TaintEffectNoSchedule))
	rare("unreachable", taint(api.TaintNodeUnreachable, "", api.TaintEffectNoExecute))
	rare("labelled", func(n *api.Node) { n.Labels["disk"] = "ssd" })
	rare("racked", func(n *api.Node) { n.Labels["rack"] = "r1" })
	rare("without a host name", func(n *api.Node) { delete(n.Labels, api.LabelHostname) })
	rare("without devices", offers("example.test/gpu", "0"))
	return node(edits...)
}

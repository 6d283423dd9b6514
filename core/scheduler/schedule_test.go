package scheduler

import (
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

func TestBackOffDoublesUpToTenSeconds(t *testing.T) {
	for attempts, want := range []state.Time{0, 1, 2, 4, 8, 10, 10} {
		if got := BackOff(int32(attempts)); got != want*state.Second {
			t.Errorf("after %d attempts %v, want %d s", attempts, got, want)
		}
	}
	if got := BackOff(1 << 30); got != 10*state.Second {
		t.Errorf("after very many attempts %v", got)
	}
}

func TestUnschedulablePodsAreFlushedAfterFiveMinutes(t *testing.T) {
	for _, c := range []struct{ now, want state.Time }{{0, 330}, {1, 330}, {29, 330}, {30, 360}, {31, 360}} {
		if got := flush(c.now * state.Second); got != c.want*state.Second {
			t.Errorf("tried at %d s: flushed at %v, want %d s", c.now, got, c.want)
		}
	}
}

func TestOnlyAClusterWithoutNodesWaitsForBackOff(t *testing.T) {
	p := pod(1, "a", template(0))
	p.Attempts = 2
	d := Schedule(Observed{Pod: p, Now: 10*state.Second + state.Second/2})
	if want := 15 * state.Second; d.Retry != want { // 10.5 s + 4 s is in the window of 14 s, which has to pass
		t.Errorf("retry at %v, want %v", d.Retry, want)
	}
	p.Unschedulable, p.Attempts, p.Tried = d.Message, 3, 10*state.Second+state.Second/2
	if got := BackOffEnd(p); got != d.Retry {
		t.Errorf("back-off ends at %v, want %v", got, d.Retry)
	}
	p.Unschedulable = "0/1 nodes are available: 1 Too many pods."
	if got := BackOffEnd(p); got != p.Tried {
		t.Errorf("an idle scheduler waits until %v", got)
	}
}

func TestWhatWakesAPendingPod(t *testing.T) {
	cpu := template(0, requests("cpu", "1500m"))
	refused := func(t *state.Template, on *state.Node, others ...*state.Pod) *state.Pod {
		p := pod(1, "a", t)
		d := Schedule(Observed{Pod: p, Target: on, Pods: others, Nodes: 2})
		p.Unschedulable, p.Attempts = d.Message, 1
		return p
	}
	other := func(t *state.Template) *state.Pod { return bind(pod(2, "b", t)) }
	elsewhere := other(cpu)
	elsewhere.Node = 7
	ported := template(0, hostPort(80, ""))
	apart := template(0, antiAffinity("agent", api.LabelHostname))
	together := template(0, affinity("web", api.LabelHostname))
	web := template(0)
	web.Meta.Labels = map[string]string{"app": "web"}
	tainted := node(taint("dedicated", "gpu", api.TaintEffectNoSchedule))
	cases := []struct {
		name   string
		pod    *state.Pod
		change Change
		want   bool
	}{
		{"room: a pod of the node is gone", refused(cpu, node(), other(cpu)), Change{Gone: other(template(0))}, true},
		{"room: a pod of another node is gone", refused(cpu, node(), other(cpu)), Change{Gone: elsewhere}, false},
		{"room: the node grew", refused(cpu, node(offers("cpu", "1"))), Change{Before: node(offers("cpu", "1")), After: node()}, true},
		{"room: the node grew too little", refused(cpu, node(offers("cpu", "1"))), Change{Before: node(offers("cpu", "1")), After: node(offers("cpu", "1200m"))}, false},
		{"room: the node only got a label", refused(cpu, node(), other(cpu)), Change{Before: node(), After: node(func(n *api.Node) { n.Labels["x"] = "y" })}, false},
		{"port: its holder is gone", refused(ported, node(), other(ported)), Change{Gone: other(ported)}, true},
		{"port: somebody else is gone", refused(ported, node(), other(ported)), Change{Gone: other(template(0, hostPort(81, "")))}, false},
		{"taint: it is gone", refused(template(0), tainted), Change{Before: tainted, After: node()}, true},
		{"taint: another is left", refused(template(0), tainted), Change{Before: tainted, After: node(taint("other", "", api.TaintEffectNoExecute))}, false},
		{"taint: a pod is gone", refused(template(0), tainted), Change{Gone: other(cpu)}, false},
		{"label: it is there now", refused(template(0, selector("disk", "ssd")), node()), Change{Before: node(), After: node(func(n *api.Node) { n.Labels["disk"] = "ssd" })}, true},
		{"cordon: it is over", refused(template(0), node(cordoned)), Change{Before: node(cordoned), After: node()}, true},
		{"the node is there now", refused(template(0), nil), Change{After: node()}, true},
		{"the node is gone", refused(template(0), node(cordoned)), Change{Before: node(cordoned)}, false},
		{"anti-affinity: the other is gone", refused(apart, node(), other(template(0))), Change{Gone: other(template(0))}, true},
		{"anti-affinity: somebody else is gone", refused(apart, node(), other(template(0))), Change{Gone: other(web)}, false},
		{"affinity: the other came", refused(together, node()), Change{Came: other(web)}, true},
		{"affinity: somebody else came", refused(together, node()), Change{Came: other(cpu)}, false},
		{"it was not tried yet", pod(1, "a", cpu), Change{Gone: other(cpu)}, false},
		{"it is bound", bind(refused(cpu, node(), other(cpu))), Change{Gone: other(cpu)}, false},
	}
	for _, c := range cases {
		if got := Wakes(c.pod, c.change); got != c.want {
			t.Errorf("%s: wakes %v, want %v", c.name, got, c.want)
		}
	}
}

func TestExplainRunsEveryFilterAndSaysWhatWouldHelp(t *testing.T) {
	on := node(cordoned, taint("dedicated", "gpu", api.TaintEffectNoSchedule), offers("pods", "1"))
	p := template(3, requests("cpu", "1500m", "memory", "40Mi"), hostPort(9100, ""), selector("disk", "ssd"))
	holder := bind(pod(2, "holder", template(5, requests("cpu", "600m"), hostPort(9100, ""))))
	want := map[string]string{
		"NodeUnschedulable": "uncordon n1",
		"TaintToleration":   "add a toleration for dedicated=gpu:NoSchedule, or remove the taint from n1",
		"NodeAffinity":      "label n1 with disk=ssd, or drop the requirement",
		"NodePorts":         "free host port 9100/TCP on n1, which default/holder holds, or use another port",
		"NodeResourcesFit":  "free the place of 1 pod, 100m cpu on n1, or request less",
	}
	checks := ExplainTemplate(p, on, []*state.Pod{holder}, 3)
	for _, c := range checks[:len(checks)-1] {
		if c.OK != (want[c.Check] == "") || c.Fix != want[c.Check] || c.Component != "default-scheduler" {
			t.Errorf("%s: ok %v, fix %q, want %q", c.Check, c.OK, c.Fix, want[c.Check])
		}
		if c.OK != (c.Message == "") {
			t.Errorf("%s: message %q", c.Check, c.Message)
		}
		if c.Help.Sentence(reason.English) != c.Fix || strings.ContainsAny(c.Help.Sentence(reason.Chinese), "{}") {
			t.Errorf("%s: %v", c.Check, c.Help)
		}
	}
	last := checks[len(checks)-1]
	if last.Check != "DefaultPreemption" || last.OK || last.Message != "preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling." {
		t.Errorf("%+v", last)
	}
}

func TestExplainNamesThePriorityThatWouldSuffice(t *testing.T) {
	cpu := requests("cpu", "800m")
	pods := []*state.Pod{bind(pod(1, "a", template(1, cpu))), bind(pod(2, "b", template(7, cpu)))}
	checks := ExplainTemplate(template(0, requests("cpu", "1200m")), node(), pods, 1)
	last := checks[len(checks)-1]
	if last.OK || last.Fix != "give the pod a priority above 1: it could then preempt pods on n1" {
		t.Errorf("%+v", last)
	}
	checks = ExplainTemplate(template(2, requests("cpu", "1200m")), node(), pods, 1)
	if last := checks[len(checks)-1]; !last.OK || last.Fix != "" {
		t.Errorf("%+v", last)
	}
}

func TestExplainSaysThatTheNodeIsGone(t *testing.T) {
	checks := Explain(Observed{Pod: pod(1, "a", template(0)), Nodes: 2})
	if len(checks) != 1 || checks[0].OK || checks[0].Check != "NodeAffinity" || checks[0].Fix == "" {
		t.Errorf("%+v", checks)
	}
}

func TestWhatIsNotModelledIsNamed(t *testing.T) {
	ignore := api.NodeInclusionPolicy("Ignore")
	p := template(0, antiAffinity("web", "topology.kubernetes.io/zone"), spread(api.LabelHostname, 0), func(s *api.PodSpec) {
		s.TopologySpreadConstraints[0].NodeAffinityPolicy = &ignore
		s.Volumes = []api.Volume{{Name: "cache", VolumeSource: api.VolumeSource{PersistentVolumeClaim: &api.PersistentVolumeClaimVolumeSource{ClaimName: "c"}}}}
		s.ResourceClaims = []api.PodResourceClaim{{Name: "gpu"}}
		s.Affinity.PodAntiAffinity.RequiredDuringSchedulingIgnoredDuringExecution[0].NamespaceSelector = &api.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
	})
	d := Schedule(Observed{Pod: pod(1, "a", p), Target: node(), Nodes: 1})
	if !d.Bind {
		t.Fatal(d.Message)
	}
	var codes []reason.Code
	for _, r := range d.Unmodelled {
		codes = append(codes, r.Code)
		if r.Sentence(reason.Chinese) == string(r.Code) {
			t.Errorf("%s is not in the catalogue", r.Code)
		}
	}
	want := []reason.Code{reason.UnmodelledTopology, reason.UnmodelledNamespaces, reason.UnmodelledSpread, reason.UnmodelledVolume, reason.UnmodelledClaim}
	if len(codes) != len(want) {
		t.Fatalf("%v, want %v", codes, want)
	}
	for i := range want {
		if codes[i] != want[i] {
			t.Errorf("%v, want %v", codes, want)
		}
	}
}

func ten() []*state.Pod {
	var pods []*state.Pod
	for i := range 10 {
		pods = append(pods, bind(pod(state.PodID(i), "other", template(0, requests("cpu", "100m", "memory", "64Mi"), hostPort(int32(9000+i), "")))))
	}
	return pods
}

func BenchmarkScheduleThatBinds(b *testing.B) {
	agent := template(0, requests("cpu", "100m", "memory", "64Mi"), hostPort(8000, ""), tolerations(daemonTolerations(true)...), selector(api.LabelHostname, "n1"))
	o := Observed{Pod: pod(99, "agent-x", agent), Target: node(offers("pods", "110"), taint(api.TaintNodeUnschedulable, "", api.TaintEffectNoSchedule)), Pods: ten(), Nodes: 1000}
	b.ReportAllocs()
	for b.Loop() {
		if !Schedule(o).Bind {
			b.Fatal("it does not fit")
		}
	}
}

func BenchmarkScheduleThatPreempts(b *testing.B) {
	o := Observed{Pod: pod(99, "agent-x", template(9, requests("cpu", "1500m"))), Target: node(offers("pods", "110")), Pods: ten(), Nodes: 1000}
	b.ReportAllocs()
	for b.Loop() {
		if !Schedule(o).Nominate {
			b.Fatal("it finds no victims")
		}
	}
}

func BenchmarkScheduleThatRefuses(b *testing.B) {
	o := Observed{Pod: pod(99, "agent-x", template(0, requests("cpu", "1500m"))), Target: node(offers("pods", "110")), Pods: ten(), Nodes: 1000}
	b.ReportAllocs()
	for b.Loop() {
		if Schedule(o).Bind {
			b.Fatal("it fits")
		}
	}
}

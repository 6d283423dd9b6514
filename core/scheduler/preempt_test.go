package scheduler

import (
	"fmt"
	"reflect"
	"sort"
	"testing"

	"pgregory.net/rapid"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

func cpu(amount string) edit { return requests("cpu", amount) }

func started(p *state.Pod, at state.Time) *state.Pod {
	bind(p).Started = at
	return p
}

func TestVictimsAreTheLeastImportantThatSuffice(t *testing.T) {
	protected := func(name string) func(*state.Pod) bool {
		return func(p *state.Pod) bool { return p.Name == name }
	}
	cases := []struct {
		name    string
		pods    []*state.Pod
		need    string
		budgets func(*state.Pod) bool
		want    []state.PodID
	}{
		{
			name: "the lower priority goes",
			pods: []*state.Pod{bind(pod(1, "a", template(5, cpu("1")))), bind(pod(2, "b", template(4, cpu("1"))))},
			need: "1", want: []state.PodID{2},
		},
		{
			name: "of equals the younger goes",
			pods: []*state.Pod{started(pod(1, "a", template(5, cpu("1"))), 20*state.Second), started(pod(2, "b", template(5, cpu("1"))), 10*state.Second)},
			need: "1", want: []state.PodID{1},
		},
		{
			name: "a pod that has not started is the youngest",
			pods: []*state.Pod{started(pod(1, "a", template(5, cpu("1"))), state.Never), started(pod(2, "b", template(5, cpu("1"))), 10*state.Second)},
			need: "1", want: []state.PodID{1},
		},
		{
			name: "a budget outweighs priority",
			pods: []*state.Pod{bind(pod(1, "a", template(5, cpu("1")))), bind(pod(2, "b", template(4, cpu("1"))))},
			need: "1", budgets: protected("b"), want: []state.PodID{1},
		},
		{
			name: "small ones stay if the large one suffices",
			pods: []*state.Pod{bind(pod(1, "a", template(5, cpu("200m")))), bind(pod(2, "b", template(4, cpu("1500m")))), bind(pod(3, "c", template(3, cpu("300m"))))},
			need: "1500m", want: []state.PodID{2},
		},
		{
			name: "a pod of the same priority never goes",
			pods: []*state.Pod{bind(pod(1, "a", template(9, cpu("1")))), bind(pod(2, "b", template(4, cpu("1"))))},
			need: "2",
		},
		{
			name: "both go, the more important named first",
			pods: []*state.Pod{bind(pod(1, "a", template(3, cpu("1")))), bind(pod(2, "b", template(4, cpu("1"))))},
			need: "2", want: []state.PodID{2, 1},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := Schedule(Observed{Pod: pod(99, "new", template(9, cpu(c.need))), Target: node(), Pods: c.pods, Nodes: 1, Now: 60 * state.Second, Budgets: c.budgets})
			if !reflect.DeepEqual(d.Victims, c.want) || d.Nominate != (c.want != nil) {
				t.Errorf("victims %v (nominate %v), want %v: %s", d.Victims, d.Nominate, c.want, d.Message)
			}
		})
	}
}

func TestAVictimOnItsWayOutIsNotDeletedAgain(t *testing.T) {
	cpu := requests("cpu", "1")
	gone, other := bind(pod(1, "a", template(0, cpu))), bind(pod(2, "b", template(0, cpu)))
	gone.Deleted, gone.Disruption = 0, "PreemptionByScheduler"
	d := Schedule(Observed{Pod: pod(9, "new", template(9, requests("cpu", "2"))), Target: node(), Pods: []*state.Pod{gone, other}, Nodes: 1})
	if want := []state.PodID{2}; !reflect.DeepEqual(d.Victims, want) || !d.Nominate {
		t.Errorf("victims %v, want %v", d.Victims, want)
	}
	if want := "0/1 nodes are available: 1 Insufficient cpu. preemption: found a potential placement for pod on node n1, preempting 2 victims"; d.Message != want {
		t.Error(d.Message)
	}
}

func TestPodsThatWerePromisedTheNodeCountFirst(t *testing.T) {
	cpu := requests("cpu", "1500m")
	mine := pod(1, "mine", template(5, cpu))
	ahead, behind := nominated(pod(2, "ahead", template(5, cpu))), nominated(pod(3, "behind", template(4, cpu)))
	o := Observed{Pod: mine, Target: node(), Nodes: 1, Nominated: []*state.Pod{ahead, nominated(pod(1, "mine", mine.Template))}}
	if d := Schedule(o); d.Bind {
		t.Error("it takes the room that was promised to a pod as important")
	}
	o.Nominated = []*state.Pod{behind}
	if d := Schedule(o); !d.Bind {
		t.Errorf("a less important pod is in its way: %s", d.Message)
	}
	o.Pods = one(template(0, cpu))
	if d := Schedule(o); !d.Nominate || !reflect.DeepEqual(d.Displaced, []state.PodID{3}) {
		t.Errorf("displaced %v, want the less important pod", d.Displaced)
	}
}

func TestBudgetsCountDown(t *testing.T) {
	budget := Budget{Namespace: "default", Selector: api.SelectorFromLabels(map[string]string{"app": "agent"}), Allowed: 1}
	a, b := pod(1, "a", template(0)), pod(2, "b", template(0))
	violates := Budgets([]Budget{budget})
	if violates(a) || !violates(b) {
		t.Error("the first may go, the second not")
	}
	budget.Disrupted = func(name string) bool { return name == "a" }
	violates = Budgets([]Budget{budget})
	if violates(a) || violates(b) {
		t.Error("a pod that is being evicted already uses nothing up")
	}
	budget.Selector, budget.Allowed = api.SelectorFromLabels(nil), 0
	if Budgets([]Budget{budget})(a) {
		t.Error("an empty selector covers a pod")
	}
	budget.Selector, budget.Namespace = api.SelectorFromLabels(map[string]string{"app": "agent"}), "other"
	if Budgets([]Budget{budget})(a) {
		t.Error("a budget covers another namespace")
	}
	if Budgets(nil) != nil {
		t.Error("no budgets, but a function")
	}
}

// Which pods stay follows from one sentence: of all sets of less important pods
// beside which the new pod fits, the one that keeps the earlier of two pods in the
// order of protection. The twin tries them all.
func TestVictimsAreThoseOfATwinThatTriesEverySet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var pods []*state.Pod
		for i := range rapid.IntRange(0, 7).Draw(t, "pods") {
			p := bind(pod(state.PodID(i), fmt.Sprintf("p%d", i), randomTemplate(t, rapid.Int32Range(0, 4).Draw(t, "priority"))))
			p.Started = state.Time(rapid.IntRange(0, 3).Draw(t, "started")) * state.Second
			p.Created = state.Time(i % 2)
			pods = append(pods, p)
		}
		guarded := rapid.SliceOfN(rapid.Bool(), 8, 8).Draw(t, "guarded")
		o := Observed{
			Pod:     pod(99, "new", randomTemplate(t, rapid.Int32Range(0, 5).Draw(t, "mine"))),
			Target:  node(offers("pods", fmt.Sprint(rapid.IntRange(1, 8).Draw(t, "places")))),
			Pods:    pods,
			Nodes:   1,
			Now:     60 * state.Second,
			Budgets: func(p *state.Pod) bool { return guarded[p.ID] },
		}
		d := Schedule(o)
		if fits := twinFits(o.Pod, o.Target, pods); d.Bind != fits {
			t.Fatalf("bind %v, the twin says %v", d.Bind, fits)
		}
		if d.Bind {
			return
		}
		if want := twinVictims(o); !reflect.DeepEqual(d.Victims, want) {
			t.Fatalf("victims %v, the twin says %v", d.Victims, want)
		}
	})
}

func randomTemplate(t *rapid.T, priority int32) *state.Template {
	edits := []edit{requests(
		"cpu", fmt.Sprintf("%dm", 300*rapid.IntRange(0, 5).Draw(t, "cpu")),
		"memory", fmt.Sprintf("%dMi", 800*rapid.IntRange(0, 4).Draw(t, "memory")),
	)}
	if port := rapid.IntRange(0, 3).Draw(t, "port"); port > 0 {
		edits = append(edits, hostPort(int32(port), ""))
	}
	return template(priority, edits...)
}

// twinFits adds everything up in the plainest way.
func twinFits(p *state.Pod, n *state.Node, pods []*state.Pod) bool {
	all := append(append([]*state.Pod(nil), pods...), p)
	var cpu, memory int64
	for _, q := range all {
		cpu += q.Template.Requests.MilliCPU
		memory += q.Template.Requests.Memory
	}
	for _, q := range pods {
		for _, a := range p.Template.Ports {
			for _, b := range q.Template.Ports {
				if a.Port == b.Port {
					return false
				}
			}
		}
	}
	need, room := p.Template.Requests, n.Room
	return int64(len(all)) <= room.Pods && (need.MilliCPU == 0 || cpu <= room.MilliCPU) && (need.Memory == 0 || memory <= room.Memory)
}

func twinVictims(o Observed) []state.PodID {
	var stay, lower []*state.Pod
	for _, p := range o.Pods {
		if p.Template.Priority < o.Pod.Template.Priority {
			lower = append(lower, p)
		} else {
			stay = append(stay, p)
		}
	}
	importance := func(a, b *state.Pod) bool {
		if a.Template.Priority != b.Template.Priority {
			return a.Template.Priority > b.Template.Priority
		}
		if a.Started != b.Started {
			return a.Started < b.Started
		}
		if a.Created != b.Created {
			return a.Created < b.Created
		}
		return a.Name < b.Name
	}
	sort.Slice(lower, func(i, j int) bool {
		if x, y := o.Budgets(lower[i]), o.Budgets(lower[j]); x != y {
			return x
		}
		return importance(lower[i], lower[j])
	})
	// A set is a number whose highest bit stands for the best protected pod, so that
	// of two sets the better one is the larger number.
	for set := 1<<len(lower) - 1; set >= 0; set-- {
		beside := append([]*state.Pod(nil), stay...)
		var victims []*state.Pod
		for i, p := range lower {
			if set>>(len(lower)-1-i)&1 == 1 {
				beside = append(beside, p)
			} else {
				victims = append(victims, p)
			}
		}
		if len(victims) > 0 && twinFits(o.Pod, o.Target, beside) {
			sort.Slice(victims, func(i, j int) bool { return importance(victims[i], victims[j]) })
			var ids []state.PodID
			for _, v := range victims {
				ids = append(ids, v.ID)
			}
			return ids
		}
	}
	return nil
}

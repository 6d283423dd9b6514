// Package scheduler lets the real scheduler try one daemon pod and writes down
// what it says and whom it preempts.
package scheduler

import (
	"fmt"
	"math/rand/v2"
	"time"

	core "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Scenario is a daemon pod for the first node, and what is there already.
type Scenario struct {
	Nodes   int          `json:"nodes"` // how many; the others are empty
	CPU     string       `json:"cpu"`   // allocatable of the first node
	Slots   string       `json:"slots"` // allocatable pods of the first node
	Taints  []core.Taint `json:"taints,omitempty"`
	Labels  bool         `json:"labels,omitempty"` // the first node has the label that the pod may ask for
	Pods    []Pod        `json:"pods,omitempty"`   // on the first node
	Budgets []Budget     `json:"budgets,omitempty"`
	Pod     Pod          `json:"pod"`
}

// Pod is a pod with what decides about it.
type Pod struct {
	Name     string `json:"name"`
	App      string `json:"app,omitempty"`
	Priority int32  `json:"priority"`
	CPU      string `json:"cpu,omitempty"`
	Port     int32  `json:"port,omitempty"`    // hostPort
	Started  int    `json:"started,omitempty"` // seconds ago
	Leaving  bool   `json:"leaving,omitempty"` // being deleted, as a victim of preemption
	Never    bool   `json:"never,omitempty"`   // preemptionPolicy Never
	Selects  bool   `json:"selects,omitempty"` // has a nodeSelector
}

// Budget is a PodDisruptionBudget over app that allows so many evictions.
type Budget struct {
	App     string `json:"app"`
	Allowed int32  `json:"allowed"`
}

// Answer is the first attempt.
type Answer struct {
	Bound   bool     `json:"bound"`
	Message string   `json:"message,omitempty"` // of the Event FailedScheduling
	Victims []string `json:"victims,omitempty"`
}

// random is the scenario of a seed.
func random(seed uint64) *Scenario {
	g := rand.New(rand.NewPCG(seed, 2))
	cpu := func() string { return fmt.Sprintf("%dm", 100*(1+g.IntN(6))) }
	chance := func(n int) bool { return g.IntN(n) == 0 }
	s := &Scenario{Nodes: 1 + g.IntN(4), CPU: fmt.Sprintf("%dm", 500*(1+g.IntN(4))), Slots: fmt.Sprint(2 + g.IntN(8)), Labels: chance(2)}
	if chance(8) {
		s.Taints = []core.Taint{{Key: "dedicated", Effect: core.TaintEffectNoSchedule}}
	}
	port := int32(9100) // no two pods of a node have it
	for i := range g.IntN(7) {
		p := Pod{Name: fmt.Sprint("p", i), App: fmt.Sprint("app", g.IntN(3)), Priority: int32(g.IntN(4)) * 10, CPU: cpu(), Started: 1 + g.IntN(4)*60}
		if chance(6) {
			p.Port, port = port, 0
		}
		p.Leaving = chance(12)
		s.Pods = append(s.Pods, p)
	}
	for i := range g.IntN(3) {
		s.Budgets = append(s.Budgets, Budget{fmt.Sprint("app", i), int32(g.IntN(3))})
	}
	s.Pod = Pod{Name: "agent-1", App: "agent", Priority: int32(g.IntN(4)) * 10, CPU: cpu(), Never: chance(8), Selects: chance(6)}
	if chance(3) {
		s.Pod.Port = 9100
	}
	return s
}

// objects are the scenario as the API server has it.
func (s *Scenario) objects(now time.Time) (out []runtime.Object) {
	for i := range s.Nodes {
		n := &core.Node{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("node-", i)}}
		n.Status.Allocatable = core.ResourceList{core.ResourceCPU: resource.MustParse("4"), core.ResourcePods: resource.MustParse("110")}
		if i == 0 {
			n.Spec.Taints = s.Taints
			n.Status.Allocatable = core.ResourceList{core.ResourceCPU: resource.MustParse(s.CPU), core.ResourcePods: resource.MustParse(s.Slots)}
			if s.Labels {
				n.Labels = map[string]string{"disk": "ssd"}
			}
		}
		n.Status.Capacity = n.Status.Allocatable
		out = append(out, n)
	}
	for i := range s.Pods {
		p := s.Pods[i].object(now)
		p.Spec.NodeName = "node-0"
		p.Status.Phase = core.PodRunning
		if s.Pods[i].Leaving {
			at, grace := metav1.NewTime(now.Add(30*time.Second)), int64(30)
			p.DeletionTimestamp, p.DeletionGracePeriodSeconds = &at, &grace
			p.Status.Conditions = []core.PodCondition{{Type: core.DisruptionTarget, Status: core.ConditionTrue, Reason: core.PodReasonPreemptionByScheduler}}
		}
		out = append(out, p)
	}
	for i, b := range s.Budgets {
		one := intstr.FromInt32(1)
		out = append(out, &policy.PodDisruptionBudget{
			ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: fmt.Sprint("budget-", i)},
			Spec:       policy.PodDisruptionBudgetSpec{MaxUnavailable: &one, Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": b.App}}},
			Status:     policy.PodDisruptionBudgetStatus{DisruptionsAllowed: b.Allowed},
		})
	}
	agent := s.Pod.object(now)
	agent.Status.Phase = core.PodPending
	agent.Status.StartTime = nil
	agent.Spec.Affinity = &core.Affinity{NodeAffinity: &core.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &core.NodeSelector{
		NodeSelectorTerms: []core.NodeSelectorTerm{{MatchFields: []core.NodeSelectorRequirement{{Key: "metadata.name", Operator: core.NodeSelectorOpIn, Values: []string{"node-0"}}}}},
	}}}
	return append(out, agent)
}

func (p *Pod) object(now time.Time) *core.Pod {
	started := metav1.NewTime(now.Add(-time.Duration(p.Started) * time.Second))
	o := &core.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: p.Name, UID: types.UID(p.Name), Labels: map[string]string{"app": p.App}, CreationTimestamp: started}}
	c := core.Container{Name: "app", Image: "one"}
	if p.CPU != "" {
		c.Resources.Requests = core.ResourceList{core.ResourceCPU: resource.MustParse(p.CPU)}
	}
	if p.Port > 0 {
		c.Ports = []core.ContainerPort{{ContainerPort: p.Port, HostPort: p.Port, Protocol: core.ProtocolTCP}}
	}
	o.Spec = core.PodSpec{Containers: []core.Container{c}, Priority: &p.Priority, SchedulerName: core.DefaultSchedulerName}
	policy := core.PreemptLowerPriority
	if p.Never {
		policy = core.PreemptNever
	}
	o.Spec.PreemptionPolicy = &policy
	if p.Selects {
		o.Spec.NodeSelector = map[string]string{"disk": "ssd"}
	}
	o.Status.StartTime = &started
	return o
}

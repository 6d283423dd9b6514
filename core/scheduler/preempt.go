package scheduler

import (
	"sort"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// outcome is what preemption comes to for one pod.
type outcome struct {
	text      string // after "preemption: "
	victims   []state.PodID
	count     int // victims, with those that are terminating already
	nominate  bool
	forget    bool
	waiting   bool
	displaced []state.PodID
}

// preempt looks for less important pods whose deletion would let the pod fit.
//
// Upstream 1.37: pkg/scheduler/framework/preemption/preemption.go, evaluate and Preempt.
func preempt(o *Observed, s *scene, failed verdict) outcome {
	if s.t.PreemptNever {
		return outcome{text: neverText}
	}
	if o.Pod.Nominated != state.None && !failed.unresolvable && s.victimsLeaving() {
		return outcome{text: waitingText, waiting: true}
	}
	if failed.unresolvable {
		return outcome{text: histogram(o.Nodes, nil, notHelpful), forget: true}
	}
	victims, left := s.victims(o)
	if len(victims) == 0 {
		return outcome{text: histogram(o.Nodes, left, notHelpful), forget: true}
	}
	out := outcome{
		text: "found a potential placement for pod on node " + o.Target.Name() +
			", preempting " + strconv.Itoa(len(victims)) + " victims",
		count:    len(victims),
		nominate: true,
	}
	for _, v := range victims {
		if !v.Terminating() {
			out.victims = append(out.victims, v.ID)
		}
	}
	out.displaced = displaced(o, len(out.victims) > 0)
	return out
}

// victimsLeaving says that a pod this one preempted is still on its way out.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go, PodEligibleToPreemptOthers.
func (s *scene) victimsLeaving() bool {
	for _, p := range s.pods {
		if p.Template.Priority < s.t.Priority && p.Terminating() && p.Disruption == api.PodReasonPreemptionByScheduler {
			return true
		}
	}
	return false
}

// displaced are the pods of lower priority that lose their nomination for the
// node, once victims are really deleted for this one.
//
// Upstream 1.37: pkg/scheduler/framework/preemption/executor.go, prepareCandidateAsync.
func displaced(o *Observed, deleting bool) []state.PodID {
	if !deleting {
		return nil
	}
	var out []state.PodID
	for _, p := range o.Nominated {
		if p.ID != o.Pod.ID && !p.Bound() && p.Template.Priority < o.Pod.Template.Priority {
			out = append(out, p.ID)
		}
	}
	return out
}

// victims are the pods to delete, the most important first; none with the reasons
// when deleting would not help. All pods of strictly lower priority are taken off
// the node. If the pod then fits, they are put back one by one: first those whose
// eviction violates a budget, then the others, the more important first, each
// staying if the pod still fits beside it.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go, SelectVictimsOnNode.
func (s *scene) victims(o *Observed) (victims []*state.Pod, failures []string) {
	var candidates []*state.Pod
	kept := make([]*state.Pod, 0, len(s.pods))
	for _, p := range s.pods {
		if p.Template.Priority < s.t.Priority {
			candidates = append(candidates, p)
		} else {
			kept = append(kept, p)
		}
	}
	if len(candidates) == 0 {
		return nil, []string{noVictimsText}
	}
	if v := s.with(kept).withNominated(o.Nominated); !v.ok() {
		return nil, v.failures
	}
	byImportance(candidates, o.Now)
	violating, others := split(candidates, o.Budgets)
	for _, group := range [...][]*state.Pod{violating, others} {
		for _, p := range group {
			if back := append(kept, p); s.with(back).withNominated(o.Nominated).ok() {
				kept = back
			} else {
				victims = append(victims, p)
			}
		}
	}
	byImportance(victims, o.Now)
	return victims, nil
}

// byImportance sorts pods from the most to the least important: by priority, then
// by how long they have been running.
//
// Upstream 1.37: pkg/scheduler/framework/preemption/util.go, MoreImportantVictim.
// Differs: pods that upstream leaves in any order are ordered by creation time, then name.
func byImportance(pods []*state.Pod, now state.Time) {
	started := func(p *state.Pod) state.Time {
		if p.Started == state.Never {
			return now
		}
		return p.Started.Truncate(state.Second)
	}
	sort.SliceStable(pods, func(i, j int) bool {
		a, b := pods[i], pods[j]
		if a.Template.Priority != b.Template.Priority {
			return a.Template.Priority > b.Template.Priority
		}
		if x, y := started(a), started(b); x != y {
			return x < y
		}
		if a.Created != b.Created {
			return a.Created < b.Created
		}
		return a.Namespace+"/"+a.Name < b.Namespace+"/"+b.Name
	})
}

// split asks the budgets about each pod in turn.
//
// Upstream 1.37: pkg/scheduler/framework/preemption/util.go, FilterVictimsWithPDBViolation.
func split(pods []*state.Pod, violates func(*state.Pod) bool) (violating, others []*state.Pod) {
	for _, p := range pods {
		if violates != nil && len(p.LabelSet()) > 0 && violates(p) {
			violating = append(violating, p)
		} else {
			others = append(others, p)
		}
	}
	return violating, others
}

// Budget is a PodDisruptionBudget as preemption reads it.
type Budget struct {
	Namespace string
	Selector  api.Selector // an empty one covers nothing
	Allowed   int32        // status.disruptionsAllowed
	// Disrupted says whether the pod of that name is being evicted already
	// (status.disruptedPods); nil means none is.
	Disrupted func(pod string) bool
}

// Budgets makes the function that Observed.Budgets wants, fresh for one decision:
// each pod it is asked about uses up one disruption of every budget that covers it,
// up to the first that has none left.
//
// Upstream 1.37: pkg/scheduler/framework/preemption/util.go, FilterVictimsWithPDBViolation.
func Budgets(budgets []Budget) func(*state.Pod) bool {
	if len(budgets) == 0 {
		return nil
	}
	left := make([]int32, len(budgets))
	for i := range budgets {
		left[i] = budgets[i].Allowed
	}
	return func(p *state.Pod) bool {
		for i := range budgets {
			b := &budgets[i]
			if b.Namespace != p.Namespace || b.Selector.Empty() || !b.Selector.Matches(p.LabelSet()) {
				continue
			}
			if b.Disrupted != nil && b.Disrupted(p.Name) {
				continue
			}
			if left[i]--; left[i] < 0 {
				return true
			}
		}
		return false
	}
}

package kubelet

import (
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// preemptText is why a pod had to go for a critical one.
const preemptText = "Preempted in order to admit critical pod"

// Preempted is the last record of a pod that a critical pod pushes off the node,
// with the report about it and the reason for the event. by is the critical pod.
//
// Upstream 1.37: pkg/kubelet/preemption/preemption.go, evictPodsToFreeRequests.
// Differs: its containers end at once, without their grace period.
func Preempted(p *state.Pod, by *state.Pod, now state.Time) (*state.Pod, state.Report, reason.Reason) {
	next := ended(p, now, "Preempting", preemptText)
	return next, state.Report{Warning: true, Reason: "Preempting", Message: preemptText, Source: Source},
		reason.Reason{Code: reason.PodPreemptedByKubelet, Pod: p.Name, Text: by.Name}
}

// makeRoom picks the pods that have to go so that a critical pod gets what it is
// short of: as few as possible, besteffort pods before burstable before
// guaranteed ones. Where all pods together do not free enough it names what is
// lacking instead.
//
// Upstream 1.37: pkg/kubelet/preemption/preemption.go, getPodsToPreempt.
func makeRoom(p *state.Pod, others []*state.Pod, short []shortage) (victims []state.PodID, lacking string) {
	var class [3][]*state.Pod // besteffort, burstable, guaranteed
	var all []*state.Pod
	for _, q := range others {
		if !holds(q) || !preemptable(p, q) {
			continue
		}
		i := 0
		switch QOS(q.Template.Spec) {
		case api.PodQOSBurstable:
			i = 1
		case api.PodQOSGuaranteed:
			i = 2
		}
		class[i], all = append(class[i], q), append(all, q)
	}
	need := make([]need, 0, len(short))
	for _, r := range short {
		need = append(need, newNeed(r))
	}
	if rest := less(need, all); len(rest) > 0 {
		return nil, needText(rest)
	}
	guaranteed := nearest(class[2], less(need, class[0], class[1]))
	burstable := nearest(class[1], less(need, class[0], guaranteed))
	besteffort := nearest(class[0], less(need, burstable, guaranteed))
	for _, list := range [...][]*state.Pod{besteffort, burstable, guaranteed} {
		for _, q := range list {
			victims = append(victims, q.ID)
		}
	}
	return victims, ""
}

// preemptable says whether p may push q off the node.
//
// Upstream 1.37: pkg/kubelet/types/pod_update.go, Preemptable.
func preemptable(p, q *state.Pod) bool {
	mine, theirs := p.Template.Priority, q.Template.Priority
	return mine >= criticalPriority && theirs < criticalPriority || mine > theirs
}

// need is an amount of a resource that is still to be freed.
type need struct {
	resource string
	amount   int64
}

func newNeed(r shortage) need { return need{r.resource, r.request - (r.amount - r.used)} }

// freed is how much of a resource a pod gives back.
func freed(p *state.Pod, resource string) int64 {
	r := &p.Template.Requests
	switch resource {
	case string(api.ResourcePods):
		return 1
	case string(api.ResourceCPU):
		return r.MilliCPU
	case string(api.ResourceMemory):
		return r.Memory
	case string(api.ResourceEphemeralStorage):
		return r.EphemeralStorage
	}
	return r.Of(resource)
}

// less is what is still needed after all pods of the lists are gone.
func less(needs []need, lists ...[]*state.Pod) []need {
	var rest []need
	for _, n := range needs {
		for _, list := range lists {
			for _, q := range list {
				n.amount -= freed(q, n.resource)
			}
		}
		if n.amount > 0 {
			rest = append(rest, n)
		}
	}
	return rest
}

// nearest picks pods until nothing is needed any more: each time the one that
// frees the largest share of it and, among equals, the smallest.
//
// Upstream 1.37: pkg/kubelet/preemption/preemption.go, getPodsToPreemptByDistance.
func nearest(pods []*state.Pod, needs []need) []*state.Pod {
	left := append([]*state.Pod(nil), pods...)
	var picked []*state.Pod
	for len(needs) > 0 && len(left) > 0 {
		best, at := float64(len(needs)+1), 0
		for i, q := range left {
			d := distance(q, needs)
			if d < best || d == best && smaller(q, left[at]) {
				best, at = d, i
			}
		}
		picked = append(picked, left[at])
		needs = less(needs, left[at:at+1])
		left[at] = left[len(left)-1]
		left = left[:len(left)-1]
	}
	return picked
}

// distance is how far a pod is from freeing all that is needed: the sum of the
// squares of the shares that would still be missing.
func distance(p *state.Pod, needs []need) float64 {
	sum := 0.0
	for _, n := range needs {
		if rest := n.amount - freed(p, n.resource); rest > 0 {
			share := float64(rest) / float64(n.amount)
			sum += share * share
		}
	}
	return sum
}

// smaller compares two pods by memory, then by cpu; equal ones count as smaller.
func smaller(a, b *state.Pod) bool {
	x, y := &a.Template.Requests, &b.Template.Requests
	if x.Memory != y.Memory {
		return x.Memory < y.Memory
	}
	return x.MilliCPU <= y.MilliCPU
}

// needText prints needs as upstream's error does.
func needText(needs []need) string {
	s := "["
	for _, n := range needs {
		s += "(res: " + n.resource + ", q: " + strconv.FormatInt(n.amount, 10) + "), "
	}
	return s + "]"
}

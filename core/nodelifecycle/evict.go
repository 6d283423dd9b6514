package nodelifecycle

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// Reason and message of the condition DisruptionTarget of a pod that taint eviction deletes.
//
// Upstream 1.37: pkg/controller/tainteviction/taint_eviction.go, addConditionAndDeletePod.
const (
	EvictionReason  = "DeletionByTaintManager"
	EvictionMessage = "Taint manager: deleting due to NoExecute taint"
)

// Evict says whether the NoExecute taints of a node delete a pod on it, and how
// long after they are seen. Every taint has to be tolerated, or it happens at
// once. For each taint the first toleration of the list that tolerates it counts,
// whatever a later one says; the shortest tolerationSeconds among those decides,
// and without one the pod stays.
//
// Upstream 1.37: pkg/controller/tainteviction/taint_eviction.go, processPodOnNode and
// getMinTolerationTime; pkg/apis/core/v1/helper/helpers.go, GetMatchingTolerations.
func Evict(p *state.Pod, n *state.Node) (delay state.Time, evict bool) {
	delay = state.Never
	tolerations := p.Template.Spec.Tolerations
	for i := range n.Object.Spec.Taints {
		t := &n.Object.Spec.Taints[i]
		if t.Effect != api.TaintEffectNoExecute {
			continue
		}
		used := api.FirstTolerating(tolerations, t)
		if used < 0 {
			return 0, true
		}
		if seconds := tolerations[used].TolerationSeconds; seconds != nil {
			delay = min(delay, max(duration(*seconds), 0))
		}
	}
	if delay == state.Never {
		return 0, false
	}
	return delay, true
}

// duration is a number of seconds as simulated time; more than fits is Never.
func duration(seconds int64) state.Time {
	if seconds >= int64(state.Never/state.Second) {
		return state.Never
	}
	return state.Time(seconds) * state.Second
}

// EvictionAt is when taint eviction deletes a pod, given what its EvictAt says and
// the node as it is now; Never when it does not. A timer that runs is neither
// extended nor shortened by other tolerated taints; it ends when no toleration
// with a time is in use any more, and a taint that is not tolerated ends the wait.
//
// Upstream 1.37: pkg/controller/tainteviction/taint_eviction.go, processPodOnNode.
func EvictionAt(p *state.Pod, n *state.Node, now state.Time) state.Time {
	delay, evict := Evict(p, n)
	switch {
	case !evict:
		return state.Never
	case delay == 0 && !tolerated(p, n):
		return now
	case p.EvictAt != state.Never:
		return p.EvictAt
	case delay >= state.Never-now:
		return state.Never
	}
	return now + delay
}

// tolerated says that the pod tolerates every NoExecute taint of the node.
func tolerated(p *state.Pod, n *state.Node) bool {
	return api.FirstUntolerated(n.Object.Spec.Taints, p.Template.Spec.Tolerations, api.TaintEffectNoExecute) == nil
}

package scheduler

import "github.com/rollscope/rollscope/core/state"

const (
	firstBackOff  = state.Second
	longestDelay  = 10 * state.Second
	flushAfter    = 300 * state.Second
	flushInterval = 30 * state.Second
)

// BackOff is how long a pod is held back after that many attempts: 1 s, doubled
// with each, at most 10 s.
//
// A scheduler with nothing else to do does not wait for it: since 1.33 it takes a
// pod that became worth a try out of the back-off queue at once. Only a pod that
// was turned away without any filter having refused it waits.
//
// Upstream 1.37: pkg/scheduler/backend/queue/backoff_queue.go, calculateBackoffDuration;
// pkg/scheduler/backend/queue/active_queue.go, unlockedPop.
func BackOff(attempts int32) state.Time {
	switch {
	case attempts <= 0:
		return 0
	case attempts > 4:
		return longestDelay
	}
	return min(firstBackOff<<(attempts-1), longestDelay)
}

// flush is when a pod that nothing made worth another try gets one all the same:
// the unschedulable ones are gone through every 30 s for those that have been there
// for more than 5 min.
//
// Upstream 1.37: pkg/scheduler/backend/queue/scheduling_queue.go, flushUnschedulableEntitiesLeftover.
func flush(now state.Time) state.Time {
	return (now+flushAfter)/flushInterval*flushInterval + flushInterval
}

// afterError is when a pod is tried again that no filter refused. Back-off ends
// on whole seconds, and the second in which it ends still counts.
//
// Upstream 1.37: pkg/scheduler/backend/queue/backoff_queue.go, getBackoffTime and isEntityBackingoff.
func afterError(now state.Time, attempts int32) state.Time {
	return (now+BackOff(attempts))/state.Second*state.Second + state.Second
}

// BackOffEnd is the earliest time of a pending pod's next attempt once something
// made it worth one: at once, except for a pod that no filter refused, which is
// held back whatever happens.
//
// Upstream 1.37: pkg/scheduler/backend/queue/active_queue.go, unlockedPop.
func BackOffEnd(p *state.Pod) state.Time {
	if p.Unschedulable == noNodesText {
		return afterError(p.Tried, p.Attempts)
	}
	return p.Tried
}

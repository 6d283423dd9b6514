package kubelet

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

const (
	// killedCode is the exit code of a program that had to be killed: 128 + SIGKILL.
	killedCode = 137
	// leastGrace is what a container gets to stop in any case, in seconds.
	//
	// Upstream 1.37: pkg/kubelet/kuberuntime/kuberuntime_manager.go, minimumGracePeriodInSeconds.
	leastGrace = 2
	// tearDown is how long a pod without running containers takes to go.
	tearDown = state.Second
)

// terminate stops the containers of a pod that is marked for deletion and, once
// all of them are gone, lets the API object go.
//
// Upstream 1.37: pkg/kubelet/kubelet.go, SyncTerminatingPod; pod_workers.go, podWorkerLoop.
// Differs: a pull under way is given up; upstream waits for it.
func (s *pass) terminate() {
	s.stopAll(s.pod.GraceSeconds)
	last := state.Time(0)
	for i := range s.pod.Containers {
		if c := &s.pod.Containers[i]; c.Doing == state.Stopping {
			last = max(last, c.Due)
		}
	}
	if last == 0 {
		last = s.pod.Deleted + tearDown
	}
	if last <= s.Now {
		s.finish()
		return
	}
	for i := range s.pod.Containers {
		if s.pod.Containers[i].State == state.Up {
			b := s.behaviour(i)
			s.probe(i, &b)
			last = min(last, s.nextReady(i, &b))
		}
	}
	s.sumReady()
	s.wakeAt(last, false)
}

// stopAll tells every container that runs, or is about to, to stop: sidecars
// when all regular containers and all later sidecars are gone, the others now.
//
// Upstream 1.37: pkg/kubelet/kuberuntime/kuberuntime_termination_order.go, newTerminationOrdering.
func (s *pass) stopAll(grace int64) {
	if s.pod.StopGrace > grace {
		s.cutGrace(grace)
	}
	s.pod.StopGrace = max(grace, 1)
	if s.pod.Containers == nil {
		return // it never got that far
	}
	turn := s.Now
	for i := s.inits; i < len(s.pod.Containers); i++ {
		turn = max(turn, s.stop(i, grace, s.Now))
	}
	for i := s.inits - 1; i >= 0; i-- {
		if s.sidecar(i) {
			turn = max(turn, s.stop(i, grace, turn))
		} else {
			s.stop(i, grace, s.Now)
		}
	}
}

// cutGrace shortens the grace period of containers that are stopping already.
func (s *pass) cutGrace(grace int64) {
	for i := range s.pod.Containers {
		c := &s.pod.Containers[i]
		if last := s.Now + seconds(max(grace, leastGrace)); c.Doing == state.Stopping && c.Due > last {
			c.Due, c.ExitCode = last, killedCode
			s.changed = true
		}
	}
}

// stop sets a container on its way out and says when it is gone; it gets its
// stop signal not before its turn.
func (s *pass) stop(i int, grace int64, turn state.Time) state.Time {
	c := &s.pod.Containers[i]
	switch {
	case c.Doing == state.Stopping:
		return c.Due
	case c.State == state.Up || c.Doing == state.Starting:
		due, code := s.stopsAt(i, grace, turn)
		if c.Doing == state.Killing && c.Due < due {
			due, code = c.Due, c.ExitCode
		}
		c.Doing, c.Due, c.ExitCode = state.Stopping, due, code
		s.changed = true
		s.report(i, false, "Killing", "Stopping container "+s.container(i).Name)
		s.because(rankStep, reason.ContainersStopping, s.container(i).Name, grace)
		return due
	case c.Doing != state.Idle:
		c.Doing = state.Idle
		s.changed = true
	}
	return s.Now
}

// stopsAt is when a container that is told to stop now is gone, and its exit
// code. The preStop hook and the wait for its turn use up the grace period; what
// is left, but at least two seconds, is for the program; then it is killed.
//
// Upstream 1.37: pkg/kubelet/kuberuntime/kuberuntime_container.go, killContainer.
func (s *pass) stopsAt(i int, grace int64, turn state.Time) (state.Time, int32) {
	b := s.behaviour(i)
	at := s.Now
	if hook := hookTime(preStop(s.container(i))); hook > 0 {
		hook = min(hook, seconds(grace))
		at += hook
		grace -= int64(hook / state.Second)
	}
	if turn > at && grace > 0 {
		wait := min(turn-at, seconds(grace))
		at += wait
		grace -= int64(wait / state.Second)
	}
	code, left := int32(0), seconds(max(grace, leastGrace))
	if b.Stop > left {
		code = killedCode
	}
	at += min(b.Stop, left)
	if s.pod.Containers[i].State == state.Up {
		if end, own := s.runEnds(i, &b); end < at {
			return max(end, s.Now), own
		}
	}
	return at, code
}

func seconds(n int64) state.Time { return state.Time(n) * state.Second }

func preStop(c *api.Container) *api.LifecycleHandler {
	if c.Lifecycle == nil {
		return nil
	}
	return c.Lifecycle.PreStop
}

func postStart(c *api.Container) *api.LifecycleHandler {
	if c.Lifecycle == nil {
		return nil
	}
	return c.Lifecycle.PostStart
}

// hookTime is how long a hook takes: what a sleep says, no time for the others.
func hookTime(h *api.LifecycleHandler) state.Time {
	if h == nil || h.Sleep == nil {
		return 0
	}
	return seconds(h.Sleep.Seconds)
}

// finish writes the last status of a pod whose containers are gone.
func (s *pass) finish() {
	for i := range s.pod.Containers {
		if c := &s.pod.Containers[i]; c.Doing == state.Stopping {
			s.stopped(i)
		}
	}
	s.pod.Phase = s.phase(true)
	s.unready()
	s.remove()
	s.rest()
}

// stopped ends the run of a container that was told to stop. One that had not
// come up yet keeps waiting, as far as anybody sees.
func (s *pass) stopped(i int) {
	c := &s.pod.Containers[i]
	if c.State == state.Up {
		s.exit(i, c.ExitCode)
	}
	c.Doing = state.Idle
}

// remove lets the API object go.
func (s *pass) remove() {
	s.gone = true
	s.because(rankEnd, reason.PodGone, "", 0)
}

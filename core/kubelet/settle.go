package kubelet

import (
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// settle sums a pod up after its containers have moved: phase, Ready, next wake.
// Whatever still runs in a pod that has ended ends with it.
//
// Differs: upstream gives it the grace period, and shows the phase after that.
func (s *pass) settle() {
	p := s.pod
	if !p.Phase.Terminal() {
		phase := s.phase(false)
		s.changed = s.changed || phase != p.Phase
		p.Phase = phase
	}
	if !p.Phase.Terminal() {
		s.sumReady()
		s.plan()
		return
	}
	s.killAll()
	s.unready()
	s.rest()
	switch {
	case s.rank >= rankEnd:
	case p.Phase == state.Succeeded:
		s.because(rankEnd, reason.PodSucceeded, "", 0)
	default:
		s.because(rankEnd, reason.PodFailed, "", 0)
	}
}

// rest is for a pod with which the kubelet has nothing left to do.
func (s *pass) rest() { s.wakeAt(state.Never, false) }

func (s *pass) wakeAt(t state.Time, retry bool) {
	s.pod.Wake, s.pod.Retry = t, retry
}

func (s *pass) unready() { s.setReady(false) }

func (s *pass) setReady(ready bool) {
	if p := s.pod; p.Ready != ready {
		p.Ready, p.ReadySince = ready, s.Now
		s.changed = true
	}
}

// sumReady is the Ready condition: every regular container and every sidecar is
// ready, and so is what readinessGates ask for. Nobody sets the conditions that
// gates name, so a pod with gates is never ready.
//
// Upstream 1.37: pkg/kubelet/status/generate.go, GeneratePodReadyCondition.
func (s *pass) sumReady() {
	was, ready, culprit := s.pod.Ready, len(s.spec.ReadinessGates) == 0, ""
	for i := range s.pod.Containers {
		if ready && !s.pod.Containers[i].Ready && !s.ordinaryInit(i) {
			ready, culprit = false, s.container(i).Name
		}
	}
	s.setReady(ready)
	switch {
	case ready == was:
	case ready:
		s.because(rankReady, reason.PodReady, "", 0)
	default:
		s.because(rankReady, reason.PodUnready, culprit, 0)
	}
}

// tally counts the containers of a pod by what they mean for its phase.
type tally struct {
	starting, broken                  int // init containers not done; failed for good
	waiting, running, stopped, ended  int // ended: stopped for good
	succeeded, sidecarsLate, sidecars int // sidecars: running ones
}

// phase is the pod's phase as its containers stand. gone says that they will not
// run again whatever their restart policy.
//
// Upstream 1.37: pkg/kubelet/kubelet_pods.go, getPhase.
func (s *pass) phase(gone bool) state.Phase {
	t := s.count()
	begun := t.running+t.stopped > 0
	running := t.running + t.sidecars
	switch {
	case t.broken > 0:
		return state.Failed
	case t.starting > 0, t.sidecarsLate > 0 && !begun, t.waiting > 0:
		return state.Pending
	case running > 0:
		return state.Running
	case t.stopped == 0:
		return state.Pending
	case !gone && t.stopped != t.ended:
		return state.Running
	case t.stopped == t.succeeded:
		return state.Succeeded
	}
	return state.Failed
}

func (s *pass) count() tally {
	var t tally
	for i := range s.pod.Containers {
		c := &s.pod.Containers[i]
		code, over := c.ExitCode, c.State == state.Terminated
		if c.State == state.Waiting && c.LastFinished != state.Never {
			code, over = c.LastExitCode, true
		}
		switch {
		case s.ordinaryInit(i):
			t.countInit(over, code, over && !s.restarts(i, code))
		case s.sidecar(i):
			t.countSidecar(c, over)
		case c.State == state.Up:
			t.running++
		case !over:
			t.waiting++
		default:
			t.stopped++
			if !s.restarts(i, code) {
				t.ended++
			}
			if code == 0 {
				t.succeeded++
			}
		}
	}
	return t
}

func (t *tally) countInit(over bool, code int32, final bool) {
	switch {
	case !over:
		t.starting++
	case code != 0 && final:
		t.broken++
	}
}

func (t *tally) countSidecar(c *state.Container, over bool) {
	switch {
	case c.State == state.Up:
		t.sidecars++
		if !c.Started {
			t.sidecarsLate++
		}
	case !over:
		t.sidecarsLate++
		t.waiting++
	}
}

// finishSidecars stops the sidecars of a pod whose regular containers are all
// done, so that the pod can end.
//
// Upstream 1.37: pkg/kubelet/kuberuntime/kuberuntime_manager.go, computePodActions.
func (s *pass) finishSidecars() {
	if s.inits == 0 {
		return
	}
	for i := s.inits; i < len(s.pod.Containers); i++ {
		if c := &s.pod.Containers[i]; c.State != state.Terminated || c.Doing != state.Idle {
			return
		}
	}
	s.stopAll(s.pod.Template.GraceSeconds)
	for i := range s.inits {
		if c := &s.pod.Containers[i]; c.Doing == state.Stopping && c.Due <= s.Now {
			s.stopped(i)
		}
	}
}

// plan sets when the kubelet looks at the pod again by itself: the earliest
// thing that changes something or, where there is none, the earliest repetition.
func (s *pass) plan() {
	firm, repeated := state.Never, state.Never
	for i := range s.pod.Containers {
		at, again := s.next(i)
		if again {
			repeated = min(repeated, at)
		} else {
			firm = min(firm, at)
		}
	}
	s.wakeAt(min(firm, repeated), firm == state.Never && repeated != state.Never)
}

// next is when a container moves on by itself, and whether that only repeats
// what has happened before.
func (s *pass) next(i int) (at state.Time, again bool) {
	c, b := &s.pod.Containers[i], s.behaviour(i)
	badImage := c.Reason == errImagePull || c.Reason == imagePullBackOff
	switch {
	case c.Doing == state.BackingOff && c.Reason == errImageNeverPull:
		return c.Due, !s.node.HasImage(s.container(i).Image)
	case c.Doing == state.BackingOff && c.Reason == invalidImageName:
		return c.Due, true
	case c.Doing == state.BackingOff && unmounted(c):
		return c.Due, true
	case (c.Doing == state.BackingOff || c.Doing == state.Pulling) && badImage:
		return c.Due, b.PullFails
	case c.Doing == state.Idle && c.State == state.Up:
		end, _ := s.runEnds(i, &b)
		at = min(end, s.nextReady(i, &b), s.nextProbe(i, &b, startup), s.nextProbe(i, &b, liveness))
	case c.Doing == state.Killing:
		at = min(c.Due, s.nextReady(i, &b))
	case c.Doing != state.Idle:
		at = c.Due
	default:
		return state.Never, false
	}
	return at, s.loops(i, &b)
}

// nextReady is when a running container may become ready, or stop being it.
func (s *pass) nextReady(i int, b *state.Behaviour) state.Time {
	c := &s.pod.Containers[i]
	switch {
	case s.ordinaryInit(i):
		return state.Never
	case s.container(i).ReadinessProbe != nil:
		return s.nextProbe(i, b, readiness)
	case c.Ready || !c.Started || b.NeverReady:
		return state.Never
	}
	return c.Began + b.ReadyAfter
}

// loops says that a container has been through its crash loop often enough to
// know it, and that nothing is going to end the loop.
func (s *pass) loops(i int, b *state.Behaviour) bool {
	spec := s.container(i)
	return s.pod.Containers[i].Restarts >= fewRestarts &&
		(b.CrashAfter != state.Never ||
			b.HangsAfter > 0 && spec.LivenessProbe != nil ||
			b.ReadyAfter > 0 && spec.StartupProbe != nil)
}

package kubelet

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// probeKind is one of the three probes of a container.
type probeKind uint8

const (
	readiness probeKind = iota
	liveness
	startup
)

// String is the kind as upstream's messages spell it.
func (k probeKind) String() string {
	return [...]string{"Readiness", "Liveness", "Startup"}[k]
}

// failedCode is the reason for a first failure.
func (k probeKind) failedCode() reason.Code {
	return [...]reason.Code{reason.ReadinessFailed, reason.LivenessFailed, reason.StartupFailed}[k]
}

// probeOf is a container's probe and the memory of its worker.
func probeOf(spec *api.Container, c *state.Container, k probeKind) (*api.Probe, *state.Probe) {
	switch k {
	case readiness:
		return spec.ReadinessProbe, &c.Readiness
	case liveness:
		return spec.LivenessProbe, &c.Liveness
	}
	return spec.StartupProbe, &c.Startup
}

// passes says whether a program of this age passes a probe.
func passes(b *state.Behaviour, k probeKind, age state.Time) bool {
	if b.HangsAfter > 0 && age >= b.HangsAfter {
		return false
	}
	switch k {
	case readiness:
		return !b.NeverReady && age >= b.ReadyAfter
	case startup:
		return age >= b.ReadyAfter
	}
	return true
}

// turns is the next age after age at which passes gives another answer, Never if none does.
func turns(b *state.Behaviour, k probeKind, age state.Time) state.Time {
	next := state.Never
	for _, at := range [...]state.Time{b.ReadyAfter, b.HangsAfter} {
		if at > age && passes(b, k, at) != passes(b, k, age) {
			next = min(next, at)
		}
	}
	return next
}

func period(p *api.Probe) state.Time { return state.Time(orElse(p.PeriodSeconds, 10)) * state.Second }
func successes(p *api.Probe) int32   { return orElse(p.SuccessThreshold, 1) }
func failures(p *api.Probe) int32    { return orElse(p.FailureThreshold, 3) }
func delay(p *api.Probe) state.Time  { return state.Time(p.InitialDelaySeconds) * state.Second }
func orElse(value, otherwise int32) int32 {
	if value > 0 {
		return value
	}
	return otherwise
}

// tickFrom is the first tick at or after a time, in the phase of a known tick.
func tickFrom(tick, period, at state.Time) state.Time {
	if tick >= at {
		return tick
	}
	return tick + (at-tick+period-1)/period*period
}

// armProbes starts the probe workers of a container that has just begun to run.
// The workers of liveness and startup probes tick since the kubelet took the pod;
// the one of the readiness probe is triggered as soon as the container counts as
// started, and ticks from there.
//
// Upstream 1.37: pkg/kubelet/prober/worker.go, run and doProbe;
// prober_manager.go, AddPod and UpdatePodStatus.
func (s *pass) armProbes(i int) {
	c, spec := &s.pod.Containers[i], s.container(i)
	c.Readiness, c.Liveness, c.Startup = idleProbe, idleProbe, idleProbe
	if s.ordinaryInit(i) {
		return
	}
	if p := spec.StartupProbe; p != nil {
		c.Startup.Next = s.workerTick(p)
	}
	if c.Started {
		s.armStarted(i)
	}
}

// idleProbe is a probe that does not run.
var idleProbe = state.Probe{Next: state.Never}

// armStarted starts the probes that wait for the startup probe.
func (s *pass) armStarted(i int) {
	c, spec := &s.pod.Containers[i], s.container(i)
	if p := spec.LivenessProbe; p != nil {
		c.Liveness.Next = max(s.workerTick(p), tickFrom(s.workerTick(p), period(p), c.Began+delay(p)))
	}
	if p := spec.ReadinessProbe; p != nil {
		c.Readiness.Next = tickFrom(s.Now, period(p), c.Began+delay(p))
	}
}

// workerTick is the first tick after now, and after the initial delay, of a
// worker that ticks since the kubelet took the pod.
func (s *pass) workerTick(p *api.Probe) state.Time {
	return tickFrom(s.pod.Started, period(p), s.Now+max(1, delay(p)))
}

// probe runs the probes that are due and says whether one of them moved the container on.
func (s *pass) probe(i int, b *state.Behaviour) bool {
	c, spec := &s.pod.Containers[i], s.container(i)
	if c.Doing == state.Idle && !s.pod.Terminating() {
		switch s.sample(i, b, startup) {
		case passed:
			c.Started, c.Startup.Next = true, state.Never
			s.because(rankStep, reason.StartupPassed, spec.Name, 0)
			s.armStarted(i)
			return true
		case failed:
			s.kill(i, startup)
			return true
		}
		if s.sample(i, b, liveness) == failed {
			s.kill(i, liveness)
			return true
		}
	}
	was := c.Ready
	switch {
	case s.ordinaryInit(i):
	case spec.ReadinessProbe == nil:
		c.Ready = c.Started && !b.NeverReady && s.Now-c.Began >= b.ReadyAfter
	default:
		switch s.sample(i, b, readiness) {
		case passed:
			c.Ready = true
		case failed:
			c.Ready = false
		}
	}
	switch {
	case c.Ready == was:
	case c.Ready:
		s.changed = true
		s.because(rankSmall, reason.ContainerReady, spec.Name, 0)
	default:
		s.changed = true
		s.because(rankSmall, reason.ContainerUnready, spec.Name, 0)
	}
	return false
}

// verdict is what a run of equal results comes to.
type verdict uint8

const (
	undecided verdict = iota
	passed
	failed
)

// sample runs a probe if it is due. Ticks that were skipped, because nothing
// could come of them, count as more of the last result.
//
// Upstream 1.37: pkg/kubelet/prober/worker.go, doProbe; prober.go, probe.
// Differs: only the first failure in a row is reported, not each of them.
func (s *pass) sample(i int, b *state.Behaviour, k probeKind) verdict {
	c := &s.pod.Containers[i]
	p, m := probeOf(s.container(i), c, k)
	if p == nil || m.Next > s.Now {
		return undecided
	}
	tick := tickFrom(m.Next, period(p), s.Now)
	skipped := int32(min((tick-m.Next)/period(p), 1<<20))
	if m.Fails > 0 {
		m.Fails += skipped
	} else {
		m.Passes += skipped
	}
	m.Next = tick
	s.changed = true
	if tick > s.Now {
		return undecided
	}
	m.Next += period(p)
	if passes(b, k, s.Now-c.Began) {
		m.Passes, m.Fails = min(m.Passes+1, 1<<20), 0
		if m.Passes >= successes(p) {
			return passed
		}
		return undecided
	}
	m.Passes, m.Fails = 0, min(m.Fails+1, 1<<20)
	if m.Fails == 1 {
		s.report(i, true, "Unhealthy", k.String()+" probe failed: "+s.complaint(p))
		s.because(rankFault, k.failedCode(), s.container(i).Name, 0)
	}
	if m.Fails >= failures(p) {
		return failed
	}
	return undecided
}

// complaint is what a failing probe says.
//
// Upstream 1.37: pkg/probe/http/http.go, pkg/probe/tcp/tcp.go, pkg/probe/grpc/grpc.go.
// Differs: an address is not shown, as it is not known here; a command prints nothing.
func (s *pass) complaint(p *api.Probe) string {
	switch {
	case p.HTTPGet != nil:
		return "HTTP probe failed with statuscode: 503"
	case p.TCPSocket != nil:
		return "dial tcp: connect: connection refused"
	case p.GRPC != nil:
		return "service unhealthy (responded with \"NOT_SERVING\")"
	}
	return ""
}

// nextProbe is the next time that a probe can change something.
func (s *pass) nextProbe(i int, b *state.Behaviour, k probeKind) state.Time {
	c := &s.pod.Containers[i]
	p, m := probeOf(s.container(i), c, k)
	if p == nil || m.Next == state.Never {
		return state.Never
	}
	age := m.Next - c.Began
	now := passes(b, k, age)
	passing := m.Passes > 0 || m.Fails == 0 && k == liveness
	if passing != now || m.Passes == 0 && m.Fails == 0 && k != liveness {
		return m.Next
	}
	next := state.Never
	for at := turns(b, k, age); at != state.Never; at = turns(b, k, age) {
		tick := tickFrom(m.Next, period(p), c.Began+at)
		if age = tick - c.Began; passes(b, k, age) != now {
			next = tick
			break
		}
	}
	more := failures(p) - m.Fails
	settled := k == readiness && !c.Ready
	if passing {
		more = successes(p) - m.Passes
		settled = k == liveness || k == readiness && c.Ready
	}
	if !settled {
		next = min(next, m.Next+state.Time(max(more, 1)-1)*period(p))
	}
	return next
}

// kill ends a container that failed a probe too often; it may run again after that.
//
// Upstream 1.37: pkg/kubelet/kuberuntime/kuberuntime_container.go, killContainer
// and setTerminationGracePeriod.
func (s *pass) kill(i int, k probeKind) {
	c, spec := &s.pod.Containers[i], s.container(i)
	p, _ := probeOf(spec, c, k)
	grace := s.pod.Template.GraceSeconds
	if p.TerminationGracePeriodSeconds != nil {
		grace = *p.TerminationGracePeriodSeconds
	}
	text, word, code := "Container ", "liveness", reason.LivenessKills
	if i < s.inits {
		text = "Init container "
	}
	if k == startup {
		word, code = "startup", reason.StartupKills
	}
	text += spec.Name + " failed " + word + " probe"
	if i >= s.inits && s.restartsAfterKill(i) {
		text += ", will be restarted"
	}
	s.report(i, false, "Killing", text)
	s.because(rankFault, code, spec.Name, int64(failures(p)))
	c.Doing = state.Killing
	c.Due, c.ExitCode = s.stopsAt(i, grace, s.Now)
	s.changed = true
}

// restartsAfterKill says whether a container runs again after a probe ended it.
// Restart rules play no part: there is no exit code yet.
func (s *pass) restartsAfterKill(i int) bool {
	if p := s.container(i).RestartPolicy; p != nil {
		return *p != api.ContainerRestartPolicyNever
	}
	return s.spec.RestartPolicy != api.RestartPolicyNever
}

// killed ends the run of a container that a probe had killed, and starts the
// next one. Its wait counts from the end of the run before: the kubelet looks up
// the back-off before it notices that this run has ended.
//
// Upstream 1.37: pkg/kubelet/kuberuntime/kuberuntime_manager.go, SyncPod and doBackOff.
func (s *pass) killed(i int) {
	c := &s.pod.Containers[i]
	previous := c.LastFinished
	s.exit(i, c.ExitCode)
	switch {
	case !s.restartsAfterKill(i):
	case previous == state.Never:
		s.launch(i)
	case c.BackOff > 0 && previous-c.BackOffAt <= forgetBackOff && s.Now-previous < c.BackOff:
		s.waitForRestart(i, s.Now+c.BackOff)
	default:
		s.restart(i, previous)
	}
}

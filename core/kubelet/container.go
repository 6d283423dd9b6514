package kubelet

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// The windows of a crash loop and of a failing image pull.
//
// Upstream 1.37: pkg/kubelet/kubelet.go, MaxCrashLoopBackOff, imageBackOffPeriod
// and MaxImageBackOff.
const (
	firstBackOff  = 10 * state.Second
	longestWindow = 300 * state.Second
	// An exit this long after the last restart begins a new loop.
	forgetBackOff = 2 * longestWindow
)

// fewRestarts is how many restarts a crashing container is watched through before
// its loop counts as mere repetition.
const fewRestarts = 3

// take makes the first records of the pod's containers.
func (s *pass) take() {
	n := len(s.spec.InitContainers) + len(s.spec.Containers)
	s.pod = clone(s.pod, n)
	p := s.pod
	p.Started, p.Ready, p.ReadySince = s.Now, false, s.Now
	why := "ContainerCreating"
	if s.inits > 0 {
		why = "PodInitializing"
	}
	none := state.Probe{Next: state.Never}
	for i := range p.Containers {
		p.Containers[i] = state.Container{
			Reason: why, Since: s.Now,
			Began: state.Never, LastBegan: state.Never, LastFinished: state.Never,
			Readiness: none, Liveness: none, Startup: none,
		}
	}
	s.reports = make([]state.Report, 0, 3*n)
	s.changed = true
	s.because(rankStep, reason.PodAdmitted, "", 0)
}

// run lets every container that may do something do it, then sums the pod up.
func (s *pass) run() {
	if s.mount() {
		if s.pod.StopGrace == 0 {
			s.runAll()
		}
		s.finishSidecars()
	}
	s.settle()
}

// runAll goes through the containers in order: each init container waits until
// the one before it has done its part, regular ones wait for all of them.
//
// Upstream 1.37: pkg/kubelet/kuberuntime/kuberuntime_container.go, computeInitContainerActions.
func (s *pass) runAll() {
	list := s.pod.Containers
	for i := range s.inits {
		s.step(i)
		if s.pod.Phase.Terminal() || !s.initialized(i) && !(i+1 < len(list) && touched(&list[i+1])) {
			return
		}
	}
	held := false
	for i := s.inits; i < len(list) && !s.pod.Phase.Terminal(); i++ {
		if !held || touched(&list[i]) {
			s.step(i)
		}
		held = held || s.holdsUp(i)
	}
}

// initialized says that an init container has done what the next one waits for.
func (s *pass) initialized(i int) bool {
	c := &s.pod.Containers[i]
	if s.sidecar(i) {
		return c.Started
	}
	return c.State == state.Terminated && c.ExitCode == 0
}

// touched says that the kubelet has begun with a container.
func touched(c *state.Container) bool {
	return c.Doing != state.Idle || c.State != state.Waiting || c.LastFinished != state.Never
}

// holdsUp says that the kubelet is busy with a container and does not begin with
// the next one: it pulls its image or waits for its postStart hook.
func (s *pass) holdsUp(i int) bool {
	c := &s.pod.Containers[i]
	return c.Doing == state.Pulling || c.Doing == state.Starting && hookTime(postStart(s.container(i))) > 0
}

// step moves one container on as far as it gets at this moment.
func (s *pass) step(i int) {
	for s.once(i) {
		if s.pod.Phase.Terminal() {
			return
		}
	}
}

// once does one thing to a container and says whether there was one to do. Each
// chain of steps ends in a wait: a start takes time, or a back-off does.
func (s *pass) once(i int) bool {
	c := &s.pod.Containers[i]
	switch due := c.Due <= s.Now; c.Doing {
	case state.Pulling:
		if due {
			s.pulled(i)
		}
		return due
	case state.Starting:
		return due && s.started(i)
	case state.BackingOff:
		return due && s.tryAgain(i)
	case state.Killing:
		if due {
			s.killed(i)
			return true
		}
	case state.Stopping:
		if due {
			s.exit(i, c.ExitCode)
		}
		return false
	}
	switch c.State {
	case state.Waiting:
		s.launch(i)
		return true
	case state.Up:
		return s.live(i)
	}
	return false
}

// create makes the container; it runs once it has started.
func (s *pass) create(i int) {
	c := &s.pod.Containers[i]
	c.Doing = state.Starting
	c.Due = s.Now + s.behaviour(i).Start + hookTime(postStart(s.container(i)))
	s.changed = true
	s.report(i, false, "Created", "Container created")
	s.because(rankStep, reason.ContainerCreated, s.container(i).Name, 0)
}

// started turns a created container into a running one.
func (s *pass) started(i int) bool {
	c, spec := &s.pod.Containers[i], s.container(i)
	s.changed = true
	s.report(i, false, "Started", "Container started")
	if s.behaviour(i).Fails {
		s.failPod(i)
		return false
	}
	if c.State == state.Terminated || c.LastFinished != state.Never {
		c.Restarts++
	}
	s.rollOver(c)
	c.State, c.Since, c.Began = state.Up, s.Now, s.Now
	c.Reason, c.Message, c.ExitCode = "", "", 0
	c.Doing = state.Idle
	c.Started = spec.StartupProbe == nil
	s.armProbes(i)
	s.because(rankStep, reason.ContainerStarted, spec.Name, 0)
	return true
}

// rollOver moves a run that is over to the fields of the last run.
func (s *pass) rollOver(c *state.Container) {
	if c.State == state.Terminated {
		c.LastBegan, c.LastFinished, c.LastReason, c.LastExitCode = c.Began, c.Since, c.Reason, c.ExitCode
	}
}

// failPod ends the pod in phase Failed, as its image is said to do.
func (s *pass) failPod(i int) {
	c := &s.pod.Containers[i]
	c.Began = s.Now
	s.exit(i, 1)
	s.killAll()
	s.pod.Phase = state.Failed
}

// killAll ends all containers of a pod at once.
func (s *pass) killAll() {
	for i := range s.pod.Containers {
		c := &s.pod.Containers[i]
		if c.State == state.Up {
			s.exit(i, killedCode)
		}
		c.Doing = state.Idle
	}
	s.changed = true
}

// live looks after a running container and says whether its run ended.
func (s *pass) live(i int) bool {
	c, b := &s.pod.Containers[i], s.behaviour(i)
	if end, code := s.runEnds(i, &b); end <= s.Now && c.Doing == state.Idle {
		s.crash(i, code)
		return true
	}
	return s.probe(i, &b)
}

// runEnds is when the program of a running container exits by itself, and how:
// an ordinary init container that nothing was said about is done at once.
func (s *pass) runEnds(i int, b *state.Behaviour) (state.Time, int32) {
	c := &s.pod.Containers[i]
	switch {
	case b.CrashAfter != state.Never:
		return c.Began + b.CrashAfter, b.Exit
	case s.ordinaryInit(i):
		return c.Began, 0
	}
	return state.Never, 0
}

// exit ends a container's run.
func (s *pass) exit(i int, code int32) {
	c := &s.pod.Containers[i]
	c.State, c.Since, c.ExitCode = state.Terminated, s.Now, code
	c.Reason = "Completed"
	if code != 0 {
		c.Reason = "Error"
	}
	c.Message = ""
	c.Doing = state.Idle
	c.Ready = code == 0 && s.ordinaryInit(i)
	c.Started = false
	s.changed = true
}

// crash handles a program that exited by itself.
func (s *pass) crash(i int, code int32) {
	s.exit(i, code)
	name := s.container(i).Name
	if code == 0 {
		s.because(rankStep, reason.ContainerCompleted, name, 0)
	} else {
		s.because(rankFault, reason.ContainerExited, name, int64(code))
	}
	if s.restarts(i, code) {
		s.restart(i, s.Now)
	}
}

// restarts says whether a container that exited with this code runs again.
//
// Upstream 1.37: pkg/api/v1/pod/util.go, ContainerShouldRestart.
// Differs: the rule action RestartAllContainers restarts the container alone.
func (s *pass) restarts(i int, code int32) bool {
	spec := s.container(i)
	if s.ordinaryInit(i) && code == 0 {
		return false
	}
	policy := string(s.spec.RestartPolicy)
	if spec.RestartPolicy != nil {
		for _, rule := range spec.RestartPolicyRules {
			if e := rule.ExitCodes; e != nil && ruleMatches(e, code) {
				return true
			}
		}
		policy = string(*spec.RestartPolicy)
	}
	switch policy {
	case string(api.RestartPolicyNever):
		return false
	case string(api.RestartPolicyOnFailure):
		return code != 0
	}
	return true
}

func ruleMatches(e *api.ContainerRestartRuleOnExitCodes, code int32) bool {
	found := false
	for _, v := range e.Values {
		found = found || v == code
	}
	switch e.Operator {
	case api.ContainerRestartRuleOnExitCodesOpIn:
		return found
	case api.ContainerRestartRuleOnExitCodesOpNotIn:
		return !found
	}
	return false
}

// restart starts a container again, or makes it wait. finished is when the run
// ended that the wait counts from.
//
// Upstream 1.37: pkg/kubelet/kuberuntime/kuberuntime_manager.go, doBackOff;
// client-go util/flowcontrol/backoff.go, Next and IsInBackOffSince.
func (s *pass) restart(i int, finished state.Time) {
	c := &s.pod.Containers[i]
	switch known := c.BackOff > 0 && finished-c.BackOffAt <= forgetBackOff; {
	case !known:
		c.BackOff, c.BackOffAt = firstBackOff, s.Now
	case s.Now-finished < c.BackOff:
		s.waitForRestart(i, finished+c.BackOff)
		return
	default:
		c.BackOff, c.BackOffAt = min(2*c.BackOff, longestWindow), s.Now
	}
	s.launch(i)
}

// waitForRestart puts a container into CrashLoopBackOff.
func (s *pass) waitForRestart(i int, until state.Time) {
	c, name := &s.pod.Containers[i], s.container(i).Name
	text := podText(s.pod)
	s.wait(i, "CrashLoopBackOff", "back-off "+c.BackOff.String()+
		" restarting failed container="+name+" pod="+text, until)
	s.report(i, true, "BackOff", "Back-off restarting failed container "+name+" in pod "+text)
	s.because(rankFault, reason.ContainerBackOff, name, int64(c.BackOff/state.Second))
}

// wait makes a container wait for the next try.
func (s *pass) wait(i int, why, message string, until state.Time) {
	c := &s.pod.Containers[i]
	s.rollOver(c)
	c.State, c.Since, c.Reason, c.Message, c.ExitCode = state.Waiting, s.Now, why, message, 0
	c.Doing, c.Due = state.BackingOff, until
	s.changed = true
}

// tryAgain ends a wait.
func (s *pass) tryAgain(i int) bool {
	c := &s.pod.Containers[i]
	switch {
	case c.Reason == "CrashLoopBackOff":
		s.restart(i, c.LastFinished)
		return true
	case c.Reason == errImagePull && s.Now < c.BackOffAt+c.BackOff:
		s.waitForImage(i)
		return false
	}
	s.launch(i)
	return true
}

package kubelet

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Status is the status of a pod's API object. n is the node it is bound to, nil
// if there is none; at turns simulated time into API timestamps. The addresses of
// pods that do not share their node's network, and the nominated node, are for
// the caller to fill in.
//
// Upstream 1.37: pkg/kubelet/kubelet_pods.go, generateAPIPodStatus.
// Differs: image and container IDs are empty; volume mounts and allocated
// resources are not shown.
func Status(p *state.Pod, n *state.Node, at func(state.Time) api.Time) api.PodStatus {
	st := api.PodStatus{
		Phase:      api.PodPhase(p.Phase.String()),
		Reason:     p.StatusReason,
		Message:    p.StatusMessage,
		QOSClass:   QOS(p.Template.Spec),
		Conditions: Conditions(p, at),
	}
	if p.Started == state.Never {
		return st
	}
	started := at(p.Started)
	st.StartTime = &started
	if p.Containers == nil {
		return st
	}
	if n != nil {
		st.HostIP = address(n)
	}
	if st.HostIP != "" {
		st.HostIPs = []api.HostIP{{IP: st.HostIP}}
		if p.Template.Spec.HostNetwork {
			st.PodIP, st.PodIPs = st.HostIP, []api.PodIP{{IP: st.HostIP}}
		}
	}
	inits := len(p.Template.Spec.InitContainers)
	for i := range p.Containers {
		if i < inits {
			st.InitContainerStatuses = append(st.InitContainerStatuses, containerStatus(p, i, at))
		} else {
			st.ContainerStatuses = append(st.ContainerStatuses, containerStatus(p, i, at))
		}
	}
	return st
}

// address is the node's internal IP, "" for none.
func address(n *state.Node) string {
	for _, a := range n.Object.Status.Addresses {
		if a.Type == api.NodeInternalIP {
			return a.Address
		}
	}
	return ""
}

// containerStatus is one container's entry.
//
// Upstream 1.37: pkg/kubelet/kubelet_pods.go, convertToAPIContainerStatuses.
func containerStatus(p *state.Pod, i int, at func(state.Time) api.Time) api.ContainerStatus {
	c := &p.Containers[i]
	spec := specOf(p, i)
	started := c.Started
	st := api.ContainerStatus{
		Name: spec.Name, Image: spec.Image, Ready: c.Ready, RestartCount: c.Restarts, Started: &started,
	}
	switch c.State {
	case state.Waiting:
		st.State.Waiting = &api.ContainerStateWaiting{Reason: c.Reason, Message: c.Message}
	case state.Up:
		st.State.Running = &api.ContainerStateRunning{StartedAt: at(c.Began)}
	case state.Terminated:
		st.State.Terminated = terminated(c.Began, c.Since, c.Reason, c.ExitCode, at)
	}
	if c.LastFinished != state.Never {
		st.LastTerminationState.Terminated = terminated(c.LastBegan, c.LastFinished, c.LastReason, c.LastExitCode, at)
	}
	return st
}

func terminated(began, finished state.Time, why string, code int32, at func(state.Time) api.Time) *api.ContainerStateTerminated {
	t := &api.ContainerStateTerminated{ExitCode: code, Reason: why, FinishedAt: at(finished)}
	if began != state.Never {
		t.StartedAt = at(began)
	}
	return t
}

// SameContainers says whether two lists of containers look the same in the API: a
// change that only the kubelet knows about is not one that watchers hear of.
func SameContainers(a, b []state.Container) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := &a[i], &b[i]
		if x.State != y.State || x.Reason != y.Reason || x.Message != y.Message ||
			x.Restarts != y.Restarts || x.Ready != y.Ready || x.Started != y.Started ||
			x.LastFinished != y.LastFinished || x.State != state.Waiting && x.Began != y.Began ||
			x.State == state.Terminated && x.ExitCode != y.ExitCode {
			return false
		}
	}
	return true
}

// specOf is the spec of a container of the record.
func specOf(p *state.Pod, i int) *api.Container {
	if n := len(p.Template.Spec.InitContainers); i >= n {
		return &p.Template.Spec.Containers[i-n]
	}
	return &p.Template.Spec.InitContainers[i]
}

// Conditions are the pod's conditions in the order upstream lists them: what
// others own, then PodReadyToStartContainers, Initialized, Ready, ContainersReady
// and PodScheduled. A pod that its node refused has none of the kubelet's.
//
// Upstream 1.37: pkg/kubelet/kubelet_pods.go, generateAPIPodStatus; status/generate.go.
// Differs: the times are those of the steps that brought a condition about, as
// far as the record knows them.
func Conditions(p *state.Pod, at func(state.Time) api.Time) []api.PodCondition {
	var list []api.PodCondition
	if p.Disruption != "" {
		list = append(list, condition(api.DisruptionTarget, true, p.Disruption, disruptionText(p), at(disruptedAt(p))))
	}
	switch {
	case p.Started != state.Never && p.Containers != nil:
		return append(list, kubeletConditions(p, at)...)
	case p.Started != state.Never:
		return list
	case p.Bound():
		return append(list, condition(api.PodScheduled, true, "", "", at(p.Created)))
	case p.Unschedulable != "" && len(p.Template.Spec.SchedulingGates) > 0:
		return append(list, condition(api.PodScheduled, false, api.PodReasonSchedulingGated, p.Unschedulable, at(p.Created)))
	case p.Unschedulable != "":
		return append(list, condition(api.PodScheduled, false, api.PodReasonUnschedulable, p.Unschedulable, at(p.Created)))
	}
	return list
}

func condition(kind api.PodConditionType, yes bool, why, message string, since api.Time) api.PodCondition {
	status := api.ConditionFalse
	if yes {
		status = api.ConditionTrue
	}
	return api.PodCondition{Type: kind, Status: status, Reason: why, Message: message, LastTransitionTime: since}
}

// kubeletConditions are the conditions of a pod that its node has taken.
func kubeletConditions(p *state.Pod, at func(state.Time) api.Time) []api.PodCondition {
	started := at(p.Started)
	initialized := initializedCondition(p, at)
	contained := containersReady(p, at)
	ready := contained
	ready.Type = api.PodReady
	if contained.Status == api.ConditionTrue && !p.Ready {
		ready.Status = api.ConditionFalse
		if gates := p.Template.Spec.ReadinessGates; len(gates) > 0 {
			ready.Reason, ready.Message = "ReadinessGatesNotReady", gateText(gates)
		}
	}
	ready.LastTransitionTime = at(p.ReadySince)
	sandbox := condition(api.PodReadyToStartContainers, !waitsForVolumes(p), "", "", started)
	if p.Phase.Terminal() {
		sandbox = condition(api.PodReadyToStartContainers, false, "", "", at(endedAt(p)))
	}
	return []api.PodCondition{sandbox, initialized, ready, contained, condition(api.PodScheduled, true, "", "", started)}
}

// Networked says that the status of a pod with a network of its own shows an
// address. The sandbox gets one before the first image is pulled, but the status is
// written again only when the kubelet comes back from starting the containers.
//
// Upstream 1.37: pkg/kubelet/kuberuntime/kuberuntime_manager.go, SyncPod;
// pkg/kubelet/kubelet.go, OnPodSandboxReady; kubelet_pods.go, generateAPIPodStatus.
func Networked(p *state.Pod) bool {
	for i := range p.Containers {
		c := &p.Containers[i]
		if c.State != state.Waiting || c.Reason != "ContainerCreating" && c.Reason != "PodInitializing" {
			return true
		}
	}
	return false
}

// waitsForVolumes says that the pod's volumes could not be mounted yet.
func waitsForVolumes(p *state.Pod) bool {
	return p.Mount > 0 && len(p.Containers) > 0 && p.Containers[0].Doing == state.BackingOff && unmounted(&p.Containers[0])
}

// initializedCondition is the condition Initialized.
//
// Upstream 1.37: pkg/kubelet/status/generate.go, GeneratePodInitializedCondition.
func initializedCondition(p *state.Pod, at func(state.Time) api.Time) api.PodCondition {
	spec := p.Template.Spec
	since, begun := p.Started, false
	var open []string
	for i := range spec.InitContainers {
		c := &p.Containers[i]
		done := c.Ready
		if state.Sidecar(&spec.InitContainers[i]) {
			done = c.Started
		}
		if !done {
			open = append(open, spec.InitContainers[i].Name)
		}
		if c.State != state.Waiting {
			since = max(since, c.Since)
		}
	}
	for i := len(spec.InitContainers); i < len(p.Containers); i++ {
		c := &p.Containers[i]
		begun = begun || c.State != state.Waiting || c.LastFinished != state.Never
	}
	switch {
	case p.Phase == state.Succeeded:
		return condition(api.PodInitialized, true, "PodCompleted", "", at(since))
	case begun || len(open) == 0:
		return condition(api.PodInitialized, true, "", "", at(since))
	}
	return condition(api.PodInitialized, false, "ContainersNotInitialized",
		"containers with incomplete status: ["+strings.Join(open, " ")+"]", at(p.Started))
}

// containersReady is the condition ContainersReady.
//
// Upstream 1.37: pkg/kubelet/status/generate.go, GenerateContainersReadyCondition.
func containersReady(p *state.Pod, at func(state.Time) api.Time) api.PodCondition {
	since := at(p.ReadySince)
	switch p.Phase {
	case state.Succeeded:
		return condition(api.ContainersReady, false, "PodCompleted", "", since)
	case state.Failed:
		return condition(api.ContainersReady, false, "PodFailed", "", since)
	}
	var open []string
	inits := p.Template.Spec.InitContainers
	for i := range p.Containers {
		if i < len(inits) && !state.Sidecar(&inits[i]) {
			continue
		}
		if !p.Containers[i].Ready {
			open = append(open, specOf(p, i).Name)
		}
	}
	if len(open) > 0 {
		return condition(api.ContainersReady, false, "ContainersNotReady",
			"containers with unready status: ["+strings.Join(open, " ")+"]", since)
	}
	return condition(api.ContainersReady, true, "", "", since)
}

func gateText(gates []api.PodReadinessGate) string {
	var texts []string
	for _, g := range gates {
		texts = append(texts, quote("corresponding condition of pod readiness gate ", string(g.ConditionType), " does not exist."))
	}
	return strings.Join(texts, ", ")
}

// disruptedAt is when the condition DisruptionTarget was set.
func disruptedAt(p *state.Pod) state.Time {
	if p.Terminating() {
		return p.Deleted
	}
	return endedAt(p)
}

// endedAt is when the last container of a pod that has ended exited.
func endedAt(p *state.Pod) state.Time {
	at := p.ReadySince
	for i := range p.Containers {
		if c := &p.Containers[i]; c.State == state.Terminated {
			at = max(at, c.Since)
		}
	}
	return at
}

// disruptionText is the message of the condition DisruptionTarget.
//
// Upstream 1.37: pkg/controller/tainteviction/taint_eviction.go, addConditionAndDeletePod;
// pkg/controller/podgc/gc_controller.go, gcOrphaned; pkg/scheduler/framework/preemption/executor.go;
// pkg/kubelet/preemption/preemption.go; pkg/registry/core/pod/storage/eviction.go.
func disruptionText(p *state.Pod) string {
	switch p.Disruption {
	case "DeletionByTaintManager":
		return "Taint manager: deleting due to NoExecute taint"
	case "DeletionByPodGC":
		return "PodGC: node no longer exists"
	case "PreemptionByScheduler":
		return "default-scheduler: preempting to accommodate a higher priority pod"
	case "EvictionByEvictionAPI":
		return "Eviction API: evicting"
	case api.PodReasonTerminationByKubelet:
		if p.StatusReason == "Preempting" {
			return "Pod was preempted by Kubelet to accommodate a critical pod."
		}
		return p.StatusMessage
	}
	return ""
}

// Waits says what a pod that its node has taken and that is not ready waits for,
// as it stands at a time. images are the rules in force. There is nothing to say
// about a pod that is ready or has ended.
func Waits(p *state.Pod, n *state.Node, images state.ImageRules, now state.Time) (reason.Reason, bool) {
	if p.Started == state.Never || p.Ready || p.Phase.Terminal() {
		return reason.Reason{}, false
	}
	why := reason.Reason{Pod: p.Name, Node: n.Name()}
	switch {
	case p.Terminating():
		why.Code, why.N = reason.ContainersStopping, p.GraceSeconds
		return why, true
	case waitsForVolumes(p):
		why.Code, why.N = reason.VolumesWait, int64(p.Mount)
		return why, true
	}
	for i := range p.Containers {
		b := images.For(specOf(p, i).Image, n.Name())
		if code, text, amount := containerWaits(p, i, &b, now); code != "" {
			why.Code, why.Text, why.N = code, text, amount
			return why, true
		}
	}
	if gates := p.Template.Spec.ReadinessGates; len(gates) > 0 {
		why.Code, why.Text = reason.ReadinessGateWaits, string(gates[0].ConditionType)
	}
	return why, why.Code != ""
}

// containerWaits is what one container keeps its pod waiting for; "" for nothing.
func containerWaits(p *state.Pod, i int, b *state.Behaviour, now state.Time) (code reason.Code, text string, n int64) {
	c, spec := &p.Containers[i], specOf(p, i)
	inits := p.Template.Spec.InitContainers
	ordinary := i < len(inits) && !state.Sidecar(&inits[i])
	whole := func(t state.Time) int64 { return int64((max(0, t) + state.Second - 1) / state.Second) }
	switch {
	case c.Reason == errImagePull || c.Reason == imagePullBackOff:
		return reason.ImageBackOff, spec.Image, whole(c.BackOff)
	case c.Reason == errImageNeverPull:
		return reason.ImageNeverPulled, spec.Image, 0
	case c.Reason == invalidImageName:
		return reason.ImageNameInvalid, spec.Image, 0
	case c.Doing == state.Pulling:
		return reason.ImagePulling, spec.Image, whole(c.Due - now)
	case c.Doing == state.BackingOff:
		return reason.ContainerBackOff, spec.Name, whole(c.BackOff)
	case c.Doing == state.Starting:
		return reason.ContainerCreated, spec.Name, 0
	case c.State == state.Terminated && (!ordinary || c.ExitCode != 0):
		return reason.ContainerExited, spec.Name, int64(c.ExitCode)
	case c.State == state.Up && ordinary:
		return reason.InitContainerRuns, spec.Name, 0
	case c.State == state.Up && !c.Started:
		return reason.StartupWaits, spec.Name, whole(c.Began + b.ReadyAfter - now)
	case c.State == state.Up && !c.Ready && b.NeverReady:
		return reason.NeverReady, spec.Image, 0
	case c.State == state.Up && !c.Ready:
		return reason.ReadinessWaits, spec.Name, whole(c.Began + b.ReadyAfter - now)
	}
	return "", "", 0
}

package print_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/kubectl/print"
)

func waiting(reason string) api.ContainerState {
	return api.ContainerState{Waiting: &api.ContainerStateWaiting{Reason: reason}}
}

func ended(code, signal int32, reason string) api.ContainerState {
	return api.ContainerState{Terminated: &api.ContainerStateTerminated{ExitCode: code, Signal: signal, Reason: reason}}
}

func running() api.ContainerState { return api.ContainerState{Running: &api.ContainerStateRunning{}} }

// pod has containers c0, c1, … in these states; running ones are ready.
func pod(phase api.PodPhase, states ...api.ContainerState) *api.Pod {
	p := &api.Pod{ObjectMeta: api.ObjectMeta{Name: "p"}, Status: api.PodStatus{Phase: phase}}
	for i, s := range states {
		name := "c" + string(rune('0'+i))
		p.Spec.Containers = append(p.Spec.Containers, api.Container{Name: name})
		p.Status.ContainerStatuses = append(p.Status.ContainerStatuses, api.ContainerStatus{Name: name, State: s, Ready: s.Running != nil})
	}
	return p
}

// initialised puts init containers in these states in front of the pod's containers.
func initialised(p *api.Pod, sidecar bool, states ...api.ContainerState) *api.Pod {
	always := api.ContainerRestartPolicyAlways
	for i, s := range states {
		c := api.Container{Name: "i" + string(rune('0'+i))}
		status := api.ContainerStatus{Name: c.Name, State: s, Ready: s.Running != nil}
		if sidecar {
			c.RestartPolicy = &always
			started := s.Running != nil
			status.Started = &started
		}
		p.Spec.InitContainers = append(p.Spec.InitContainers, c)
		p.Status.InitContainerStatuses = append(p.Status.InitContainerStatuses, status)
	}
	return p
}

func with(p *api.Pod, edit func(*api.Pod)) *api.Pod { edit(p); return p }

func TestPodStatusIsWhatWentWrongFirst(t *testing.T) {
	deleted := func(p *api.Pod) { at := before(0); p.DeletionTimestamp = &at }
	ready := func(p *api.Pod) {
		p.Status.Conditions = []api.PodCondition{{Type: api.PodReady, Status: api.ConditionTrue}}
	}
	for _, c := range []struct {
		want string // READY and STATUS
		pod  *api.Pod
	}{
		{"0/0 Pending", pod(api.PodPending)},
		{"1/1 Running", pod(api.PodRunning, running())},
		{"1/2 CrashLoopBackOff", pod(api.PodRunning, running(), waiting("CrashLoopBackOff"))},
		{"0/2 ErrImagePull", pod(api.PodPending, waiting("ErrImagePull"), waiting("ContainerCreating"))},
		{"0/1 OOMKilled", pod(api.PodRunning, ended(137, 0, "OOMKilled"))},
		{"0/1 Signal:9", pod(api.PodRunning, ended(137, 9, ""))},
		{"0/1 ExitCode:3", pod(api.PodRunning, ended(3, 0, ""))},
		{"0/1 Completed", pod(api.PodSucceeded, ended(0, 0, "Completed"))},
		{"1/2 Running", with(pod(api.PodRunning, ended(0, 0, "Completed"), running()), ready)},
		{"1/2 NotReady", pod(api.PodRunning, ended(0, 0, "Completed"), running())},
		{"0/2 Error", pod(api.PodRunning, ended(0, 0, "Completed"), ended(1, 0, "Error"))},
		{"0/0 Evicted", with(pod(api.PodFailed), func(p *api.Pod) { p.Status.Reason = "Evicted" })},
		{"1/1 Terminating", with(pod(api.PodRunning, running()), deleted)},
		{"0/1 Error", with(pod(api.PodFailed, ended(1, 0, "Error")), deleted)},
		{"1/1 Unknown", with(with(pod(api.PodRunning, running()), deleted), func(p *api.Pod) { p.Status.Reason = "NodeLost" })},
		{"0/1 Init:0/2", initialised(pod(api.PodPending, waiting("PodInitializing")), false, running(), waiting("PodInitializing"))},
		{"0/1 Init:1/2", initialised(pod(api.PodPending, waiting("PodInitializing")), false, ended(0, 0, "Completed"), running())},
		{"0/1 Init:CrashLoopBackOff", initialised(pod(api.PodPending, waiting("PodInitializing")), false, waiting("CrashLoopBackOff"))},
		{"0/1 Init:Error", initialised(pod(api.PodPending, waiting("PodInitializing")), false, ended(1, 0, "Error"))},
		{"0/1 Init:ExitCode:1", initialised(pod(api.PodPending, waiting("PodInitializing")), false, ended(1, 0, ""))},
		{"2/2 Running", initialised(pod(api.PodRunning, running()), true, running())},
		{"1/2 PodInitializing", initialised(pod(api.PodPending, waiting("PodInitializing")), true, running())},
		{"0/0 SchedulingGated", with(pod(api.PodPending), func(p *api.Pod) {
			p.Status.Conditions = []api.PodCondition{{Type: api.PodScheduled, Reason: api.PodReasonSchedulingGated}}
		})},
	} {
		text := print.Pods([]*api.Pod{c.pod}, now).Text(print.Options{NoHeaders: true})
		if got := strings.Join(strings.Fields(text)[1:3], " "); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestPodRowsShowRestartsAndPlaces(t *testing.T) {
	p := pod(api.PodRunning, running(), running())
	p.CreationTimestamp = before(10 * time.Minute)
	p.Spec.NodeName, p.Status.NominatedNodeName, p.Status.PodIPs = "n1", "n2", []api.PodIP{{IP: "10.0.0.1"}}
	p.Spec.ReadinessGates = []api.PodReadinessGate{{ConditionType: "a"}, {ConditionType: "b"}}
	p.Status.Conditions = []api.PodCondition{{Type: "a", Status: api.ConditionTrue}}
	for i, ago := range []time.Duration{time.Minute, 10 * time.Second} {
		s := &p.Status.ContainerStatuses[i]
		s.RestartCount = int32(i + 1)
		s.LastTerminationState = ended(1, 0, "Error")
		s.LastTerminationState.Terminated.FinishedAt = before(ago)
	}
	want := "" +
		"NAME   READY   STATUS    RESTARTS      AGE   IP         NODE     NOMINATED NODE   READINESS GATES\n" +
		"p      2/2     Running   3 (10s ago)   10m   10.0.0.1   n1       n2               1/2\n" +
		"q      0/0     Pending   0             0s    <none>     <none>   <none>           <none>\n"
	q := with(pod(api.PodPending), func(p *api.Pod) { p.Name, p.CreationTimestamp = "q", before(0) })
	if d := cmp.Diff(want, print.Pods([]*api.Pod{p, q}, now).Text(print.Options{Wide: true})); d != "" {
		t.Error(d)
	}
}

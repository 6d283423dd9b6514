package print

import (
	"strconv"
	"time"

	"github.com/rollscope/rollscope/core/api"
)

// Pods is the table of kubectl get pods.
//
// Upstream 1.37: pkg/printers/internalversion/printers.go, printPod.
func Pods(list []*api.Pod, now time.Time) Table {
	t := Table{Columns: columns("Name", "Ready", "Status", "Restarts", "Age",
		"+IP", "+Node", "+Nominated Node", "+Readiness Gates")}
	for _, p := range list {
		s := summarise(p)
		restarts := strconv.Itoa(s.restarts)
		if s.restarts != 0 && !s.restarted.IsZero() {
			restarts += " (" + Age(s.restarted, now) + " ago)"
		}
		t.Rows = append(t.Rows, Row{Meta: &p.ObjectMeta, Cells: []string{
			p.Name, strconv.Itoa(s.ready) + "/" + strconv.Itoa(s.total), s.status, restarts, Age(p.CreationTimestamp, now),
			podIP(p), or(p.Spec.NodeName, "<none>"), or(p.Status.NominatedNodeName, "<none>"), readinessGates(p),
		}})
	}
	return t
}

// PodStatus is the word kubectl get pods shows in the column STATUS.
func PodStatus(p *api.Pod) string { return summarise(p).status }

func podIP(p *api.Pod) string {
	if len(p.Status.PodIPs) == 0 {
		return "<none>"
	}
	return or(p.Status.PodIPs[0].IP, "<none>")
}

func readinessGates(p *api.Pod) string {
	gates := p.Spec.ReadinessGates
	if len(gates) == 0 {
		return "<none>"
	}
	met := 0
	for _, g := range gates {
		if condition(p, g.ConditionType) == api.ConditionTrue {
			met++
		}
	}
	return strconv.Itoa(met) + "/" + strconv.Itoa(len(gates))
}

// condition is the status of a pod's condition, "" where it has none.
func condition(p *api.Pod, kind api.PodConditionType) api.ConditionStatus {
	for i := range p.Status.Conditions {
		if c := &p.Status.Conditions[i]; c.Type == kind {
			return c.Status
		}
	}
	return ""
}

// summary is what a row of the pod table says about a pod's containers.
type summary struct {
	ready, total int
	status       string
	restarts     int
	restarted    api.Time // when a container last ended and was started again
}

// restart counts the restarts of one container.
func (s *summary) restart(c *api.ContainerStatus) {
	s.restarts += int(c.RestartCount)
	if t := c.LastTerminationState.Terminated; t != nil && s.restarted.Before(&t.FinishedAt) {
		s.restarted = t.FinishedAt
	}
}

func summarise(p *api.Pod) summary {
	s := summary{total: len(p.Spec.Containers), status: or(p.Status.Reason, string(p.Status.Phase))}
	for i := range p.Status.Conditions {
		if c := &p.Status.Conditions[i]; c.Type == api.PodScheduled && c.Reason == api.PodReasonSchedulingGated {
			s.status = api.PodReasonSchedulingGated
		}
	}
	sidecars, initializing := s.initContainers(p)
	if !initializing || condition(p, api.PodInitialized) == api.ConditionTrue {
		s.restarts, s.restarted = sidecars.restarts, sidecars.restarted
		s.containers(p)
	}
	if p.DeletionTimestamp != nil {
		switch {
		case p.Status.Reason == "NodeLost": // Upstream 1.37: pkg/util/node/node.go.
			s.status = "Unknown"
		case p.Status.Phase != api.PodSucceeded && p.Status.Phase != api.PodFailed:
			s.status = "Terminating"
		}
	}
	return s
}

// initContainers reads the init containers up to the first that is not done.
// It returns the restarts of the sidecars among them, and whether one is not done.
func (s *summary) initContainers(p *api.Pod) (sidecars summary, initializing bool) {
	for i := range p.Spec.InitContainers {
		if sidecar(p, p.Spec.InitContainers[i].Name) {
			s.total++
		}
	}
	for i := range p.Status.InitContainerStatuses {
		c := &p.Status.InitContainerStatuses[i]
		side := sidecar(p, c.Name)
		s.restart(c)
		if side {
			sidecars.restart(c)
		}
		if c.State.Terminated != nil && c.State.Terminated.ExitCode == 0 {
			continue
		}
		if side && c.Started != nil && *c.Started {
			if c.Ready {
				s.ready++
			}
			continue
		}
		s.status = "Init:" + initStatus(c, i, len(p.Spec.InitContainers))
		return sidecars, true
	}
	return sidecars, false
}

// sidecar says whether the init container of that name restarts for ever.
func sidecar(p *api.Pod, name string) bool {
	for i := range p.Spec.InitContainers {
		if c := &p.Spec.InitContainers[i]; c.Name == name {
			return c.RestartPolicy != nil && *c.RestartPolicy == api.ContainerRestartPolicyAlways
		}
	}
	return false
}

// initStatus is why the i-th of n init containers is not done.
func initStatus(c *api.ContainerStatus, i, n int) string {
	if t := c.State.Terminated; t != nil {
		return ended(t)
	}
	if w := c.State.Waiting; w != nil && w.Reason != "" && w.Reason != "PodInitializing" {
		return w.Reason
	}
	return strconv.Itoa(i) + "/" + strconv.Itoa(n)
}

// containers reads the regular containers; the first one's word wins.
func (s *summary) containers(p *api.Pod) {
	running, failure := false, ""
	for i := len(p.Status.ContainerStatuses) - 1; i >= 0; i-- {
		c := &p.Status.ContainerStatuses[i]
		s.restart(c)
		switch state := &c.State; {
		case state.Waiting != nil && state.Waiting.Reason != "":
			s.status = state.Waiting.Reason
		case state.Terminated != nil:
			s.status = ended(state.Terminated)
			if state.Terminated.ExitCode != 0 {
				failure = s.status
			}
		case c.Ready && state.Running != nil:
			running = true
			s.ready++
		}
	}
	if s.status != "Completed" {
		return
	}
	switch {
	case running && condition(p, api.PodReady) == api.ConditionTrue:
		s.status = "Running"
	case failure != "":
		s.status = failure
	case running:
		s.status = "NotReady"
	}
}

// ended is the word for a container that has ended.
func ended(t *api.ContainerStateTerminated) string {
	switch {
	case t.Reason != "":
		return t.Reason
	case t.Signal != 0:
		return "Signal:" + number(t.Signal)
	}
	return "ExitCode:" + number(t.ExitCode)
}

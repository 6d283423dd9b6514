package describe

import (
	"time"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/kubectl/print"
)

// Surroundings is what belongs to an object without being part of it.
type Surroundings struct {
	Now    time.Time
	Pods   []*api.Pod   // of a DaemonSet: those it owns; of a node: those on it that have not ended
	Events []*api.Event // about the object
	Quiet  bool         // leave the events out
	Lease  *Lease       // of a node: nil where there is none
}

// end writes the events, unless they are not asked for.
func (s *Surroundings) end(p *page) {
	if !s.Quiet {
		p.events(s.Events)
	}
}

// DaemonSet describes a DaemonSet.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, describeDaemonSet.
func DaemonSet(ds *api.DaemonSet, s Surroundings) string {
	return aligned(s.Now, func(p *page) {
		p.line(0, "Name:\t%s", ds.Name)
		p.line(0, "Namespace:\t%s", ds.Namespace)
		p.line(0, "Selector:\t%s", api.SelectorFrom(ds.Spec.Selector))
		p.line(0, "Node-Selector:\t%s", print.Labels(ds.Spec.Template.Spec.NodeSelector))
		p.labels("Labels", ds.Labels)
		p.annotations("Annotations", ds.Annotations)
		p.line(0, "Desired Number of Nodes Scheduled: %d", ds.Status.DesiredNumberScheduled)
		p.line(0, "Current Number of Nodes Scheduled: %d", ds.Status.CurrentNumberScheduled)
		p.line(0, "Number of Nodes Scheduled with Up-to-date Pods: %d", ds.Status.UpdatedNumberScheduled)
		p.line(0, "Number of Nodes Scheduled with Available Pods: %d", ds.Status.NumberAvailable)
		p.line(0, "Number of Nodes Misscheduled: %d", ds.Status.NumberMisscheduled)
		phases := map[api.PodPhase]int{}
		for _, pod := range s.Pods {
			phases[pod.Status.Phase]++
		}
		p.line(0, "Pods Status:\t%d Running / %d Waiting / %d Succeeded / %d Failed", phases[api.PodRunning],
			phases[api.PodPending], phases[api.PodSucceeded], phases[api.PodFailed])
		p.podTemplate(&ds.Spec.Template)
		s.end(p)
	})
}

// Pod describes a pod.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, describePod.
func Pod(pod *api.Pod, s Surroundings) string {
	return aligned(s.Now, func(p *page) {
		p.podHead(pod)
		p.podStatus(pod)
		p.podContainers(pod)
		if len(pod.Spec.ReadinessGates) > 0 {
			p.line(0, "Readiness Gates:")
			p.line(1, "Type\tStatus")
			for _, g := range pod.Spec.ReadinessGates {
				p.line(1, "%s \t%s ", g.ConditionType, conditionOf(pod, g.ConditionType))
			}
		}
		if len(pod.Status.Conditions) > 0 {
			p.line(0, "Conditions:")
			p.line(1, "Type\tStatus")
			for _, c := range pod.Status.Conditions {
				p.line(1, "%s \t%s ", c.Type, c.Status)
			}
		}
		p.volumes("", pod.Spec.Volumes)
		p.line(0, "QoS Class:\t%s", qos(pod))
		p.labels("Node-Selectors", pod.Spec.NodeSelector)
		p.tolerations("Tolerations", pod.Spec.Tolerations)
		p.spread("", pod.Spec.TopologySpreadConstraints)
		s.end(p)
	})
}

// podHead writes who and where a pod is.
func (p *page) podHead(pod *api.Pod) {
	p.line(0, "Name:\t%s", pod.Name)
	p.line(0, "Namespace:\t%s", pod.Namespace)
	if pod.Spec.Priority != nil {
		p.line(0, "Priority:\t%d", *pod.Spec.Priority)
	}
	for _, e := range []entry{
		{"Priority Class Name", pod.Spec.PriorityClassName},
		{"Runtime Class Name", text(pod.Spec.RuntimeClassName)},
		{"Service Account", pod.Spec.ServiceAccountName},
	} {
		if e.value != "" {
			p.line(0, "%s:\t%s", e.name, e.value)
		}
	}
	if pod.Spec.NodeName == "" {
		p.line(0, "Node:\t<none>")
	} else {
		p.line(0, "Node:\t%s/%s", pod.Spec.NodeName, pod.Status.HostIP)
	}
	if pod.Status.StartTime != nil {
		p.line(0, "Start Time:\t%s", stamp(pod.Status.StartTime.Time))
	}
	p.labels("Labels", pod.Labels)
	p.annotations("Annotations", pod.Annotations)
}

// podStatus writes how a pod is.
func (p *page) podStatus(pod *api.Pod) {
	ended := pod.Status.Phase == api.PodFailed || pod.Status.Phase == api.PodSucceeded
	if pod.DeletionTimestamp != nil && !ended {
		p.line(0, "Status:\tTerminating (lasts %s)", print.Age(*pod.DeletionTimestamp, p.now))
		grace := int64(0)
		if pod.DeletionGracePeriodSeconds != nil {
			grace = *pod.DeletionGracePeriodSeconds
		}
		p.line(0, "Termination Grace Period:\t%ds", grace)
	} else {
		p.line(0, "Status:\t%s", pod.Status.Phase)
	}
	if pod.Status.Reason != "" {
		p.line(0, "Reason:\t%s", pod.Status.Reason)
	}
	if pod.Status.Message != "" {
		p.line(0, "Message:\t%s", pod.Status.Message)
	}
	if c := pod.Spec.SecurityContext; c != nil && c.SeccompProfile != nil {
		p.line(0, "SeccompProfile:\t%s", c.SeccompProfile.Type)
		if c.SeccompProfile.Type == api.SeccompProfileTypeLocalhost {
			p.line(0, "LocalhostProfile:\t%s", text(c.SeccompProfile.LocalhostProfile))
		}
	}
	p.line(0, "IP:\t%s", pod.Status.PodIP)
	if len(pod.Status.PodIPs) == 0 {
		p.line(0, "IPs:\t<none>")
	} else {
		p.line(0, "IPs:")
	}
	for _, ip := range pod.Status.PodIPs {
		p.line(1, "IP:\t%s", ip.IP)
	}
	if owner := print.Controller(pod.OwnerReferences); owner != nil {
		p.line(0, "Controlled By:\t%s/%s", owner.Kind, owner.Name)
	}
	if pod.Status.NominatedNodeName != "" {
		p.line(0, "NominatedNodeName:\t%s", pod.Status.NominatedNodeName)
	}
}

// podContainers writes what runs in a pod.
func (p *page) podContainers(pod *api.Pod) {
	if r := pod.Spec.Resources; r != nil {
		p.line(0, "Resources:")
		p.amounts(1, "Limits", r.Limits)
		p.amounts(1, "Requests", r.Requests)
	}
	in := containers{page: p, pod: pod}
	if len(pod.Spec.InitContainers) > 0 {
		in.write("Init Containers", pod.Spec.InitContainers, pod.Status.InitContainerStatuses)
	}
	in.write("Containers", pod.Spec.Containers, pod.Status.ContainerStatuses)
}

func conditionOf(pod *api.Pod, kind api.PodConditionType) string {
	for _, c := range pod.Status.Conditions {
		if c.Type == kind {
			return string(c.Status)
		}
	}
	return "<none>"
}

// PodDisruptionBudget describes a PodDisruptionBudget.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, describePodDisruptionBudgetV1.
func PodDisruptionBudget(b *api.PodDisruptionBudget, s Surroundings) string {
	return aligned(s.Now, func(p *page) {
		p.line(0, "Name:\t%s", b.Name)
		p.line(0, "Namespace:\t%s", b.Namespace)
		if b.Spec.MinAvailable != nil {
			p.line(0, "Min available:\t%s", b.Spec.MinAvailable.String())
		} else if b.Spec.MaxUnavailable != nil {
			p.line(0, "Max unavailable:\t%s", b.Spec.MaxUnavailable.String())
		}
		if b.Spec.Selector != nil {
			p.line(0, "Selector:\t%s", api.FormatLabelSelector(b.Spec.Selector))
		} else {
			p.line(0, "Selector:\t<unset>")
		}
		p.line(0, "Status:")
		p.line(2, "Allowed disruptions:\t%d", b.Status.DisruptionsAllowed)
		p.line(2, "Current:\t%d", b.Status.CurrentHealthy)
		p.line(2, "Desired:\t%d", b.Status.DesiredHealthy)
		p.line(2, "Total:\t%d", b.Status.ExpectedPods)
		s.end(p)
	})
}

// PriorityClass describes a PriorityClass.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, describePriorityClass.
func PriorityClass(c *api.PriorityClass, s Surroundings) string {
	return aligned(s.Now, func(p *page) {
		p.line(0, "Name:\t%s", c.Name)
		p.line(0, "Value:\t%d", c.Value)
		p.line(0, "GlobalDefault:\t%v", c.GlobalDefault)
		p.line(0, "PreemptionPolicy:\t%s", text(c.PreemptionPolicy))
		p.line(0, "Description:\t%s", c.Description)
		p.line(0, "Annotations:\t%s", print.Labels(c.Annotations))
		s.end(p)
	})
}

package defaults

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/pods"
)

// Pod fills in a pod: what a template gets too, and what only a pod gets.
// Containers that have limits and no requests request their limits, a pod in the
// node's network takes the node's ports, and service links are on.
//
// Upstream 1.37: pkg/apis/core/v1/defaults.go, SetDefaults_Pod; zz_generated.defaults.go, SetObjectDefaults_Pod.
func Pod(pod *api.Pod) {
	spec := &pod.Spec
	if grace := spec.TerminationGracePeriodSeconds; grace != nil && *grace < 0 {
		*grace = 1
	}
	// Ephemeral containers have neither ports nor resources.
	for _, containers := range [][]api.Container{spec.Containers, spec.InitContainers} {
		for i := range containers {
			requestLimits(&containers[i].Resources)
			if spec.HostNetwork {
				takeHostPorts(containers[i].Ports)
			}
		}
	}
	provide(&spec.EnableServiceLinks, true)
	podSpec(spec)
	podStatus(&pod.Status)
}

func requestLimits(r *api.ResourceRequirements) {
	if r.Limits == nil {
		return
	}
	if r.Requests == nil {
		r.Requests = api.ResourceList{}
	}
	for name, limit := range r.Limits {
		if _, ok := r.Requests[name]; !ok {
			r.Requests[name] = limit
		}
	}
}

func takeHostPorts(ports []api.ContainerPort) {
	for i := range ports {
		fill(&ports[i].HostPort, ports[i].ContainerPort)
	}
}

// podSpec fills in what pods and templates have in common.
//
// Upstream 1.37: pkg/apis/core/v1/defaults.go, SetDefaults_PodSpec.
func podSpec(spec *api.PodSpec) {
	fill(&spec.ServiceAccountName, spec.DeprecatedServiceAccount)
	spec.DeprecatedServiceAccount = spec.ServiceAccountName
	fill(&spec.DNSPolicy, api.DNSClusterFirst)
	fill(&spec.RestartPolicy, api.RestartPolicyAlways)
	provide(&spec.SecurityContext, api.PodSecurityContext{})
	provide(&spec.TerminationGracePeriodSeconds, api.DefaultTerminationGracePeriodSeconds)
	fill(&spec.SchedulerName, api.DefaultSchedulerName)
	for i := range spec.Volumes {
		volume(&spec.Volumes[i])
	}
	for _, c := range pods.Containers(spec) {
		container(c)
	}
	roundUp(spec.Overhead)
	if spec.Resources != nil {
		roundUp(spec.Resources.Limits)
		roundUp(spec.Resources.Requests)
	}
}

// podStatus makes the address and the list of addresses agree; the address wins.
//
// Upstream 1.37: pkg/apis/core/v1/defaults.go, SetDefaults_PodStatus.
func podStatus(s *api.PodStatus) {
	switch {
	case s.PodIP != "" && (len(s.PodIPs) == 0 || s.PodIPs[0].IP != s.PodIP):
		s.PodIPs = []api.PodIP{{IP: s.PodIP}}
	case s.PodIP == "" && len(s.PodIPs) > 0:
		s.PodIP = s.PodIPs[0].IP
	}
	for _, statuses := range [][]api.ContainerStatus{s.InitContainerStatuses, s.ContainerStatuses, s.EphemeralContainerStatuses} {
		for i := range statuses {
			roundUp(statuses[i].AllocatedResources)
			if r := statuses[i].Resources; r != nil {
				roundUp(r.Limits)
				roundUp(r.Requests)
			}
		}
	}
	roundUp(s.AllocatedResources)
	if s.Resources != nil {
		roundUp(s.Resources.Limits)
		roundUp(s.Resources.Requests)
	}
}

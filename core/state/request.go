package state

import (
	"maps"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/resource"
)

// TemplateGenerationLabel is the pod label that carries the template generation.
//
// Upstream 1.37: k8s.io/api/extensions/v1beta1, DaemonSetTemplateGenerationKey.
const TemplateGenerationLabel = "pod-template-generation"

// defaultGraceSeconds is terminationGracePeriodSeconds of a pod that names none.
const defaultGraceSeconds = 30

// NewTemplate makes the record that all pods with this metadata and spec share.
// The spec is kept, not copied, and must not be edited afterwards. The function
// priority says what a priority class name ("" for none) stands for: its value,
// and whether its pods never preempt; nil means priority 0 unless the spec
// carries a number. What Kubernetes defaults on pods but not on templates is
// allowed for, so the spec may have those defaults or lack them.
//
// Upstream 1.37: plugin/pkg/admission/priority/admission.go, admitPod.
func NewTemplate(meta api.ObjectMeta, spec *api.PodSpec, priority func(class string) (value int32, preemptNever bool)) *Template {
	t := &Template{
		Meta:         meta,
		Spec:         spec,
		Hash:         meta.Labels[api.ControllerRevisionHashLabelKey],
		Requests:     PodRequests(spec),
		Ports:        HostPorts(spec),
		GraceSeconds: defaultGraceSeconds,
	}
	if g, err := strconv.ParseInt(meta.Labels[TemplateGenerationLabel], 10, 64); err == nil {
		t.Generation = g
	}
	if g := spec.TerminationGracePeriodSeconds; g != nil {
		t.GraceSeconds = *g
		if *g < 0 {
			t.GraceSeconds = 1
		}
	}
	switch {
	case priority != nil:
		t.Priority, t.PreemptNever = priority(spec.PriorityClassName)
	case spec.Priority != nil:
		t.Priority = *spec.Priority
	}
	if p := spec.PreemptionPolicy; p != nil {
		t.PreemptNever = *p == api.PreemptNever
	}
	return t
}

// SystemPriority is the value of a priority class that every cluster has, and
// whether the class is one of those.
//
// Upstream 1.37: pkg/apis/scheduling/v1/helpers.go, SystemPriorityClasses.
func SystemPriority(class string) (value int32, ok bool) {
	switch class {
	case "system-node-critical":
		return 2000001000, true
	case "system-cluster-critical":
		return 2000000000, true
	}
	return 0, false
}

// PodRequests is what the scheduler counts for one pod of this spec: the larger
// of what runs for good (containers and sidecars) and of the peak while starting
// (each init container on top of the sidecars declared before it); requests of
// the whole pod replace that where the spec has them; overhead comes on top. A
// missing request takes the limit, a missing limit counts as nothing.
//
// Upstream 1.37: k8s.io/component-helpers/resource/helpers.go, PodRequests;
// pkg/apis/core/v1/defaults.go, SetDefaults_Pod; pkg/api/pod/util.go, DefaultPodLevelResources.
func PodRequests(spec *api.PodSpec) Resources {
	list := resource.Requests(&api.PodSpec{
		InitContainers: requesting(spec.InitContainers),
		Containers:     requesting(spec.Containers),
	})
	if spec.Resources != nil {
		replace(list, spec.Resources)
	}
	for name, q := range spec.Overhead {
		sum := list[name]
		sum.Add(q)
		list[name] = sum
	}
	return ResourcesOf(list)
}

// requesting are the containers with their limits in place of missing requests.
func requesting(containers []api.Container) []api.Container {
	out := append([]api.Container(nil), containers...)
	for i := range out {
		r := &out[i].Resources
		filled := make(api.ResourceList, len(r.Limits)+len(r.Requests))
		for _, list := range [...]api.ResourceList{r.Limits, r.Requests} {
			maps.Copy(filled, list)
		}
		r.Requests = filled
	}
	return out
}

// replace puts what the whole pod requests in place of what its containers add up
// to. A limit of the pod counts as a request where neither the pod nor any
// container has one, and always for what cannot be overcommitted.
func replace(list api.ResourceList, pod *api.ResourceRequirements) {
	for name, q := range pod.Limits {
		if _, summed := list[name]; resource.IsForPods(name) && !(summed && resource.MayOvercommit(name)) {
			list[name] = q
		}
	}
	for name, q := range pod.Requests {
		if resource.IsForPods(name) {
			list[name] = q
		}
	}
}

// Sidecar says whether an init container keeps running beside the regular ones.
func Sidecar(c *api.Container) bool {
	return c.RestartPolicy != nil && *c.RestartPolicy == api.ContainerRestartPolicyAlways
}

// HostPorts are the host ports one pod of this spec holds as long as it runs:
// those of sidecars and of regular containers, in that order. With the host's
// network every declared port counts. Plain init containers hold none.
//
// Upstream 1.37: pkg/scheduler/util/utils.go, GetHostPorts;
// pkg/apis/core/v1/defaults.go, defaultHostNetworkPorts.
func HostPorts(spec *api.PodSpec) []HostPort {
	var ports []HostPort
	for i := range spec.InitContainers {
		if c := &spec.InitContainers[i]; Sidecar(c) {
			ports = appendPorts(ports, c, spec.HostNetwork)
		}
	}
	for i := range spec.Containers {
		ports = appendPorts(ports, &spec.Containers[i], spec.HostNetwork)
	}
	return ports
}

func appendPorts(ports []HostPort, c *api.Container, hostNetwork bool) []HostPort {
	for _, p := range c.Ports {
		number := p.HostPort
		if number == 0 && hostNetwork {
			number = p.ContainerPort
		}
		if number <= 0 {
			continue
		}
		protocol := string(p.Protocol)
		if protocol == "" {
			protocol = string(api.ProtocolTCP)
		}
		ports = append(ports, HostPort{Protocol: protocol, IP: p.HostIP, Port: number})
	}
	return ports
}

package state

import (
	"sort"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
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
// pkg/apis/core/v1/defaults.go, SetDefaults_Pod and defaultPodRequests.
// Differs: upstream adds up exact amounts and rounds the sum; here each
// container's amount is rounded up first, which only shows with fractions of a byte.
func PodRequests(spec *api.PodSpec) Resources {
	var sum, sidecars, peak Resources
	for i := range spec.Containers {
		sum = sum.Plus(containerRequests(&spec.Containers[i]))
	}
	for i := range spec.InitContainers {
		c := &spec.InitContainers[i]
		own := containerRequests(c)
		if Sidecar(c) {
			sum = sum.Plus(own)
			sidecars = sidecars.Plus(own)
			peak = peak.Max(sidecars)
			continue
		}
		peak = peak.Max(own.Plus(sidecars))
	}
	return sum.Max(peak).replacedBy(spec.Resources).Plus(ResourcesOf(spec.Overhead))
}

// Sidecar says whether an init container keeps running beside the regular ones.
func Sidecar(c *api.Container) bool {
	return c.RestartPolicy != nil && *c.RestartPolicy == api.ContainerRestartPolicyAlways
}

func containerRequests(c *api.Container) Resources {
	return ResourcesOf(withLimits(c.Resources.Requests, c.Resources.Limits, nil))
}

// withLimits fills requests that are missing from the limits; keep, where it is
// given, says which resources take part.
func withLimits(requests, limits api.ResourceList, keep func(name string) bool) api.ResourceList {
	merged := make(api.ResourceList, len(requests)+len(limits))
	for _, list := range [...]api.ResourceList{limits, requests} {
		for name, q := range list {
			if keep == nil || keep(string(name)) {
				merged[name] = q
			}
		}
	}
	return merged
}

// replacedBy puts the requests of the whole pod in place of what its containers
// add up to. The pod's own limit stands in only for a resource that neither the
// pod nor any of its containers requests; huge pages cannot be overcommitted, so
// there the limit stands in always.
func (r Resources) replacedBy(pod *api.ResourceRequirements) Resources {
	if pod == nil {
		return r
	}
	amounts := ResourcesOf(withLimits(pod.Requests, pod.Limits, podLevel))
	named := func(name string) bool {
		if _, ok := pod.Requests[api.ResourceName(name)]; ok {
			return true
		}
		_, ok := pod.Limits[api.ResourceName(name)]
		return ok && (r.amount(name) == 0 || strings.HasPrefix(name, api.ResourceHugePagesPrefix))
	}
	if named(string(api.ResourceCPU)) {
		r.MilliCPU = amounts.MilliCPU
	}
	if named(string(api.ResourceMemory)) {
		r.Memory = amounts.Memory
	}
	kept := make([]Extended, 0, len(r.Extended)+len(amounts.Extended))
	for _, e := range r.Extended {
		if !podLevel(e.Name) || !named(e.Name) {
			kept = append(kept, e)
		}
	}
	for _, e := range amounts.Extended {
		if named(e.Name) {
			kept = append(kept, e)
		}
	}
	sort.Slice(kept, func(i, j int) bool { return kept[i].Name < kept[j].Name })
	r.Extended = kept
	return r
}

// podLevel says whether a pod may request the resource as a whole.
func podLevel(name string) bool {
	return name == string(api.ResourceCPU) || name == string(api.ResourceMemory) ||
		strings.HasPrefix(name, api.ResourceHugePagesPrefix)
}

func (r Resources) amount(name string) int64 {
	switch name {
	case string(api.ResourceCPU):
		return r.MilliCPU
	case string(api.ResourceMemory):
		return r.Memory
	}
	return r.Of(name)
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

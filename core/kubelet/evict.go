package kubelet

import (
	"sort"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Signal is a resource that a node runs out of.
type Signal string

// The signals that make a kubelet evict pods, named after the resource that the
// eviction is to free.
//
// Upstream 1.37: pkg/kubelet/eviction/helpers.go, signalToResource.
const (
	LowMemory Signal = "memory"
	LowDisk   Signal = "ephemeral-storage"
	LowPIDs   Signal = "pids"
)

// EvictUnderPressure ranks the pods of a node that its kubelet would evict while
// it is short of something; the first is evicted, and the next one ten seconds
// later if that was not enough. Critical pods and pods that have ended are not in
// the list.
//
// Upstream 1.37: pkg/kubelet/eviction/helpers.go, rankMemoryPressure,
// rankDiskPressureFunc, rankPIDPressure; eviction_manager.go, synchronize.
// Differs: containers have no measured usage here. A pod that requests nothing of
// the resource counts as one that uses more than it requests, any other pod as
// one that keeps to its request; among equals the pod made last goes first.
func EvictUnderPressure(n *state.Node, pods []*state.Pod, signal Signal) []state.PodID {
	var list []*state.Pod
	for _, p := range pods {
		if p.Node == n.ID && holds(p) && p.Template.Priority < criticalPriority {
			list = append(list, p)
		}
	}
	sort.Slice(list, func(i, j int) bool { return evictedBefore(list[i], list[j], signal) })
	ids := make([]state.PodID, 0, len(list))
	for _, p := range list {
		ids = append(ids, p.ID)
	}
	return ids
}

func evictedBefore(a, b *state.Pod, signal Signal) bool {
	if signal != LowPIDs {
		x, y := freed(a, string(signal)) == 0, freed(b, string(signal)) == 0
		if x != y {
			return x
		}
	}
	if a.Template.Priority != b.Template.Priority {
		return a.Template.Priority < b.Template.Priority
	}
	if a.Created != b.Created {
		return a.Created > b.Created
	}
	return a.ID > b.ID
}

// Evicted is the last record of a pod that its kubelet evicts, with the report
// about it and the reason for the event.
//
// Upstream 1.37: pkg/kubelet/eviction/eviction_manager.go, evictPod; helpers.go, evictionMessage.
// Differs: thresholds and usage are not in the message, as nothing is measured;
// the containers end at once.
func Evicted(p *state.Pod, signal Signal, now state.Time) (*state.Pod, state.Report, reason.Reason) {
	text := "The node was low on resource: " + string(signal) + ". "
	next := ended(p, now, "Evicted", text)
	return next, state.Report{Warning: true, Reason: "Evicted", Message: text, Source: Source},
		reason.Reason{Code: reason.PodEvictedByKubelet, Pod: p.Name, Text: string(signal)}
}

// ended is the record of a pod that the kubelet itself ends: phase Failed, every
// container killed.
func ended(p *state.Pod, now state.Time, why, message string) *state.Pod {
	next := clone(p, len(p.Containers))
	s := pass{Observed: Observed{Now: now}, pod: next, spec: p.Template.Spec, inits: len(p.Template.Spec.InitContainers)}
	s.killAll()
	next.Phase, next.StatusReason, next.StatusMessage = state.Failed, why, message
	next.Disruption = "TerminationByKubelet"
	s.unready()
	s.rest()
	return next
}

// QOS is the quality-of-service class of a pod of this spec.
//
// Upstream 1.37: pkg/apis/core/v1/helper/qos/qos.go, ComputePodQOS.
func QOS(spec *api.PodSpec) api.PodQOSClass {
	if r := spec.Resources; r != nil && (len(r.Requests) > 0 || len(r.Limits) > 0) {
		return mixed("", r)
	}
	var class api.PodQOSClass
	for i := range spec.InitContainers {
		class = mixed(class, &spec.InitContainers[i].Resources)
	}
	for i := range spec.Containers {
		class = mixed(class, &spec.Containers[i].Resources)
	}
	if class == "" {
		return api.PodQOSBestEffort
	}
	return class
}

// mixed is the class of what was seen so far ("" for nothing) together with one
// more set of requirements: unlike classes make a burstable pod. A missing
// request takes the limit.
func mixed(class api.PodQOSClass, r *api.ResourceRequirements) api.PodQOSClass {
	for _, name := range [...]api.ResourceName{api.ResourceCPU, api.ResourceMemory} {
		limit := r.Limits[name]
		request, ok := r.Requests[name]
		if !ok {
			request = limit
		}
		one := api.PodQOSGuaranteed
		switch {
		case !request.Equal(limit):
			one = api.PodQOSBurstable
		case request.IsZero():
			one = api.PodQOSBestEffort
		}
		if class != "" && class != one {
			one = api.PodQOSBurstable
		}
		class = one
	}
	return class
}

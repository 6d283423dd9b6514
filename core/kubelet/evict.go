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

// signals are the signals by state.Shortage.
var signals = [...]Signal{LowMemory, LowDisk, LowPIDs}

const (
	// evictionPeriod is how often the eviction loop looks while it evicts nothing.
	//
	// Upstream 1.37: pkg/kubelet/kubelet.go, evictionMonitoringPeriod.
	evictionPeriod = 10 * state.Second
	// evictionPause passes between two evictions: the pod gets one second to stop, and
	// a second later the loop sees that it is gone and looks again at once.
	//
	// Upstream 1.37: pkg/kubelet/eviction/eviction_manager.go, Start and
	// waitForPodsCleanup; immediateEvictionGracePeriodSeconds, podCleanupPollFreq.
	evictionPause = 2 * state.Second
)

// Eviction is one look of a kubelet's eviction loop.
type Eviction struct {
	// Node is the node's next record, which says when the next look is due.
	Node *state.Node
	// Victim is the pod to evict, None where there is nobody, and Signal what for.
	Victim  state.PodID
	Signal  Signal
	Reports []state.Report // about the node
	Why     reason.Reason  // the zero Reason when nothing happens
}

// CheckPressure is a look of the eviction loop of a node that is short of
// something. Under disk pressure unused images go first, which does not help here.
// Where there is nobody to evict, it is due again when Alert says so.
//
// Upstream 1.37: pkg/kubelet/eviction/eviction_manager.go, synchronize;
// helpers.go, byEvictionPriority and buildSignalToNodeReclaimFuncs.
// Differs: the Event EvictionThresholdMet comes with evictions only. Images
// younger than two minutes go too.
func CheckPressure(n *state.Node, pods []*state.Pod, now state.Time) Eviction {
	next, pressure := *n, *n.Pressure
	pressure.Checked, pressure.Next = now, pressure.Relief()
	next.Pressure = &pressure
	e := Eviction{Node: &next, Victim: state.None}
	for what, until := range pressure.Until {
		if until != state.Never {
			continue
		}
		e.Signal = signals[what]
		if what == int(state.ShortOfDisk) {
			next.Images = used(n.Images, pods)
		}
		if ranked := EvictUnderPressure(n, pods, e.Signal); len(ranked) > 0 {
			e.Victim, pressure.Next = ranked[0], min(pressure.Next, now+evictionPause)
			e.Reports = []state.Report{{Warning: true, Reason: "EvictionThresholdMet", Message: "Attempting to reclaim " + string(e.Signal), Source: Source}}
			e.Why = reason.Reason{Code: reason.NodeReclaims, Node: n.Name(), Text: string(e.Signal)}
		}
		break // the rest has to wait until there is enough of this
	}
	return e
}

// Alert is the record of a node whose kubelet has just taken a pod: under pressure
// the next look of the eviction loop has something to do.
func Alert(n *state.Node, now state.Time) *state.Node {
	if !n.Pressure.Lasts() || n.Kubelet == state.KubeletSilent {
		return n
	}
	look := n.Pressure.Checked + ((now-n.Pressure.Checked)/evictionPeriod+1)*evictionPeriod
	if n.Pressure.Next <= look {
		return n
	}
	next, pressure := *n, *n.Pressure
	pressure.Next = look
	next.Pressure = &pressure
	return &next
}

// used are the images that pods of the node still need.
func used(images []string, pods []*state.Pod) []string {
	var kept []string
	for _, image := range images {
		for _, p := range pods {
			if state.UsesImage(p, image) {
				kept = append(kept, image)
				break
			}
		}
	}
	return kept
}

// EvictUnderPressure ranks the pods of a node that its kubelet would evict while
// it is short of something; the first is evicted, and the next one when that one is
// gone and it was not enough. Critical pods and pods that have ended are not in
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

package kubelet

import (
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// criticalPriority is the priority from which on a pod is critical to the system.
//
// Upstream 1.37: pkg/kubelet/types/pod_update.go, IsCriticalPodBasedOnPriority.
const criticalPriority = 2000000000

// refusal is why a pod may not run on its node.
type refusal struct{ reason, message string }

// shortage is a resource of which the node has too little left.
type shortage struct {
	resource              string
	request, used, amount int64
}

// admit says whether the node takes the pod. It makes the first record of a pod
// that it takes, and the last one of a pod that it refuses.
//
// Upstream 1.37: pkg/kubelet/kubelet.go, HandlePodAdditions and rejectPod;
// pkg/kubelet/lifecycle/predicate.go, Admit.
// Differs: the checks for operating system, supplemental groups and devices are left out.
func (s *pass) admit() bool {
	r, ok := s.underPressure()
	if !ok {
		r, ok = s.misfit()
	}
	if !ok {
		s.take()
		return true
	}
	s.pod = clone(s.pod, 0)
	p := s.pod
	p.Started, p.Ready, p.ReadySince = s.Now, false, s.Now
	p.Phase, p.StatusReason, p.StatusMessage = state.Failed, r.reason, "Pod was rejected: "+r.message
	s.changed = true
	s.rest()
	s.report(-1, true, r.reason, r.message)
	s.because(rankEnd, reason.PodRejected, r.message, 0)
	return false
}

// underPressure refuses pods while the node is short of something.
//
// Upstream 1.37: pkg/kubelet/eviction/eviction_manager.go, Admit.
func (s *pass) underPressure() (refusal, bool) {
	found, list := pressures(s.Node)
	if found == 0 || s.pod.Template.Priority >= criticalPriority {
		return refusal{}, false
	}
	if found == 1 && list == string(api.NodeMemoryPressure) {
		taint := api.Taint{Key: api.TaintNodeMemoryPressure, Effect: api.TaintEffectNoSchedule}
		if QOS(s.spec) != api.PodQOSBestEffort || api.Tolerated(s.spec.Tolerations, &taint) {
			return refusal{}, false
		}
	}
	return refusal{"Evicted", "The node had condition: [" + list + "]. "}, true
}

// pressures counts and lists the pressure conditions that a node has.
func pressures(n *state.Node) (found int, list string) {
	for _, kind := range [...]api.NodeConditionType{api.NodeMemoryPressure, api.NodeDiskPressure, api.NodePIDPressure} {
		for i := range n.Object.Status.Conditions {
			c := &n.Object.Status.Conditions[i]
			if c.Type != kind || c.Status != api.ConditionTrue {
				continue
			}
			if found++; found > 1 {
				list += " "
			}
			list += string(kind)
		}
	}
	return found, list
}

// misfit checks what the scheduler has checked before, against what runs on the
// node now. A critical pod is not refused for want of resources: others make room.
//
// Upstream 1.37: pkg/kubelet/lifecycle/predicate.go, generalFilter;
// pkg/scheduler/eventhandlers.go, AdmissionCheck.
func (s *pass) misfit() (refusal, bool) {
	short := s.shortages()
	if len(short) > 0 && s.pod.Template.Priority < criticalPriority {
		r := short[0]
		return refusal{"OutOf" + r.resource, "Node didn't have enough resource: " + r.resource +
			", requested: " + strconv.FormatInt(r.request, 10) + ", used: " + strconv.FormatInt(r.used, 10) +
			", capacity: " + strconv.FormatInt(r.amount, 10)}, true
	}
	switch {
	case !s.affine():
		return predicate("NodeAffinity", "node(s) didn't match Pod's node affinity/selector")
	case s.portTaken():
		return predicate("NodePorts", "node(s) didn't have free ports for the requested pod ports")
	case api.FirstUntolerated(s.Node.Object.Spec.Taints, s.spec.Tolerations, api.TaintEffectNoExecute) != nil:
		return predicate("TaintToleration", "node(s) had taints that the pod didn't tolerate")
	case len(short) == 0:
		return refusal{}, false
	}
	victims, lacking := makeRoom(s.pod, s.Pods, short)
	if lacking != "" {
		return refusal{"UnexpectedAdmissionError", "Unexpected error while attempting to recover from admission failure: " +
			"preemption: error finding a set of pods to preempt: no set of running pods found to reclaim resources: " + lacking}, true
	}
	s.preempt = victims
	return refusal{}, false
}

func predicate(name, text string) (refusal, bool) {
	return refusal{name, "Predicate " + name + " failed: " + text}, true
}

// holds says whether one of the node's pods counts against room and ports: the
// kubelet has taken it and it has not ended.
func holds(p *state.Pod) bool {
	return p.Started != state.Never && !p.Phase.Terminal()
}

// shortages are the resources that the pod asks for and the node lacks.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/noderesources/fit.go, fitsRequest;
// pkg/kubelet/lifecycle/predicate.go, removeMissingExtendedResources.
func (s *pass) shortages() []shortage {
	var cpu, memory, storage, count int64
	for _, q := range s.Pods {
		if holds(q) {
			r := &q.Template.Requests
			cpu, memory, storage, count = cpu+r.MilliCPU, memory+r.Memory, storage+r.EphemeralStorage, count+1
		}
	}
	want, room := &s.pod.Template.Requests, &s.Node.Room
	var short []shortage
	for _, r := range [...]shortage{
		{string(api.ResourcePods), 1, count, room.Pods},
		{string(api.ResourceCPU), want.MilliCPU, cpu, room.MilliCPU},
		{string(api.ResourceMemory), want.Memory, memory, room.Memory},
		{string(api.ResourceEphemeralStorage), want.EphemeralStorage, storage, room.EphemeralStorage},
	} {
		if r.request > 0 && r.request > r.amount-r.used {
			short = append(short, r)
		}
	}
	for _, e := range want.Extended {
		r := shortage{e.Name, e.Value, 0, room.Of(e.Name)}
		for _, q := range s.Pods {
			if holds(q) {
				r.used += q.Template.Requests.Of(e.Name)
			}
		}
		if r.request > 0 && r.request > r.amount-r.used && offered(room, e.Name) {
			short = append(short, r)
		}
	}
	return short
}

// offered says whether the node has an amount of an extended resource at all; a
// resource that it does not know is not for the kubelet to check.
func offered(room *state.Room, name string) bool {
	for _, e := range room.Extended {
		if e.Name == name {
			return true
		}
	}
	return false
}

// affine says whether the node is one that the pod asks for. The term that
// names a daemon pod's node is not in the template; Target stands for it.
func (s *pass) affine() bool {
	if s.pod.Target != state.None && s.pod.Target != s.Node.ID {
		return false
	}
	labels := s.Node.Object.Labels
	for key, want := range s.spec.NodeSelector {
		if have, ok := labels[key]; !ok || have != want {
			return false
		}
	}
	if s.spec.Affinity == nil {
		return true
	}
	required := api.NewRequiredNodeAffinity(nil, s.spec.Affinity)
	return required.MatchesTerms(s.Node.Name(), labels)
}

// portTaken says whether another pod holds one of the host ports.
//
// Upstream 1.37: k8s.io/kube-scheduler/framework/types.go, HostPortInfo.CheckConflict.
func (s *pass) portTaken() bool {
	for _, want := range s.pod.Template.Ports {
		for _, q := range s.Pods {
			if !holds(q) {
				continue
			}
			for _, have := range q.Template.Ports {
				if want.Port == have.Port && want.Protocol == have.Protocol && addressesMeet(want.IP, have.IP) {
					return true
				}
			}
		}
	}
	return false
}

func addressesMeet(a, b string) bool {
	return a == b || wildcard(a) || wildcard(b)
}

func wildcard(ip string) bool { return ip == "" || ip == "0.0.0.0" }

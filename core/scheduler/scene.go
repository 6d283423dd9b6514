package scheduler

import (
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// scene is one pod before one node: what the filters look at.
type scene struct {
	t         *state.Template
	self      state.PodID // None for a pod that does not exist yet
	name      string
	namespace string
	labels    map[string]string
	node      *state.Node
	pods      []*state.Pod // that occupy the node
	elsewhere func(match func(*state.Pod) bool) bool
}

func sceneOf(o *Observed) scene {
	return scene{
		t:         o.Pod.Template,
		self:      o.Pod.ID,
		name:      o.Pod.Name,
		namespace: o.Pod.Namespace,
		labels:    o.Pod.LabelSet(),
		node:      o.Target,
		pods:      o.Pods,
		elsewhere: o.Elsewhere,
	}
}

// with is the same scene with other pods on the node.
func (s scene) with(pods []*state.Pod) *scene {
	s.pods = pods
	return &s
}

// verdict is a filter's answer. The zero verdict lets the pod pass.
type verdict struct {
	filter int
	// failures are upstream's texts; several only from NodeResourcesFit.
	failures []string
	// unresolvable says that the node would not do even without its pods, so that
	// preempting is not tried.
	unresolvable bool
}

func (v verdict) ok() bool { return len(v.failures) == 0 }

func fails(text string) verdict { return verdict{failures: []string{text}} }

func failsForGood(text string) verdict {
	return verdict{failures: []string{text}, unresolvable: true}
}

// first is the verdict of the first filter that the pod does not pass.
//
// Upstream 1.37: pkg/scheduler/framework/runtime/framework.go, RunFilterPlugins.
func (s *scene) first() verdict {
	for i := range filters {
		if v := filters[i].run(s); !v.ok() {
			v.filter = i
			return v
		}
	}
	return verdict{}
}

// withNominated filters twice: as if the pods that were promised the node and are
// at least as important had come already, and as it is.
//
// Upstream 1.37: pkg/scheduler/framework/runtime/framework.go, RunFilterPluginsWithNominatedPods.
func (s *scene) withNominated(nominated []*state.Pod) verdict {
	var ahead []*state.Pod
	for _, p := range nominated {
		if p.ID != s.self && !p.Bound() && p.Template.Priority >= s.t.Priority {
			ahead = append(ahead, p)
		}
	}
	if len(ahead) > 0 {
		both := append(append(make([]*state.Pod, 0, len(s.pods)+len(ahead)), s.pods...), ahead...)
		if v := s.with(both).first(); !v.ok() {
			return v
		}
	}
	return s.first()
}

// filter is one plugin: it lets a pod pass or says why not.
type filter struct {
	name string
	code reason.Code
	run  func(*scene) verdict
	// explain is asked about a pod that run refuses: what exactly is in the way,
	// and the smallest change that would let the pod pass.
	explain func(*scene) (detail string, fix reason.Reason)
}

// filters are the plugins in the order in which upstream runs them. The volume
// plugins (VolumeRestrictions, NodeVolumeLimits, VolumeBinding, VolumeZone) would
// come after NodeResourcesFit; see unmodelled.
//
// Upstream 1.37: pkg/scheduler/apis/config/v1/default_plugins.go, getDefaultPlugins.
var filters = [...]filter{
	{"NodeName", reason.SchedulerNodeName, nodeName, explainNodeName},
	{"NodeUnschedulable", reason.SchedulerCordoned, nodeUnschedulable, explainUnschedulable},
	{"TaintToleration", reason.SchedulerTaint, taintToleration, explainTaint},
	{"NodeAffinity", reason.SchedulerAffinity, nodeAffinity, explainAffinity},
	{"NodePorts", reason.SchedulerPort, nodePorts, explainPorts},
	{"NodeResourcesFit", reason.SchedulerRoom, resourcesFit, explainRoom},
	{"PodTopologySpread", reason.SchedulerSpread, topologySpread, explainSpread},
	{"InterPodAffinity", reason.SchedulerPodAffinity, interPodAffinity, explainPodAffinity},
	{"NodeDeclaredFeatures", reason.SchedulerFeature, declaredFeatures, explainFeatures},
}

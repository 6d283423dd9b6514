package daemon

import (
	"sort"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/pods"
	"github.com/rollscope/rollscope/core/state"
)

// Placement is what a node is for a DaemonSet's template.
type Placement struct {
	ShouldRun bool // a daemon pod should run here: one is created where there is none
	MayStay   bool // a daemon pod that is here may stay. ShouldRun implies it
}

// Placer answers for one template, on which nodes its pods should run. Prepared
// once, it looks at a node in well under a microsecond. It never changes.
//
// The answer depends on the node's name, labels and taints alone: conditions,
// spec.unschedulable, free resources and host ports play no part.
type Placer struct {
	nodeName    string
	selector    map[string]string
	affinity    *api.Affinity
	required    api.RequiredNodeAffinity
	tolerations []api.Toleration
}

// NewPlacer prepares the template of a DaemonSet.
func NewPlacer(ds *api.DaemonSet) *Placer {
	spec := &ds.Spec.Template.Spec
	return &Placer{
		nodeName:    spec.NodeName,
		selector:    spec.NodeSelector,
		affinity:    spec.Affinity,
		required:    api.NewRequiredNodeAffinity(spec.NodeSelector, spec.Affinity),
		tolerations: AddTolerations(spec.Tolerations, spec.HostNetwork),
	}
}

// Place is the answer for one node. It goes by the present template also where
// the pod on the node was made from an earlier one.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, nodeShouldRunDaemonPod.
func (p *Placer) Place(n *api.Node) Placement {
	switch {
	case p.nodeName != "" && p.nodeName != n.Name:
		return Placement{}
	case !p.required.Matches(n.Name, n.Labels):
		return Placement{}
	case p.untolerated(n, api.TaintEffectNoSchedule, api.TaintEffectNoExecute) == nil:
		return Placement{ShouldRun: true, MayStay: true}
	}
	return Placement{MayStay: p.untolerated(n, api.TaintEffectNoExecute) == nil}
}

func (p *Placer) untolerated(n *api.Node, effects ...api.TaintEffect) *api.Taint {
	if len(n.Spec.Taints) == 0 {
		return nil
	}
	return api.FirstUntolerated(n.Spec.Taints, p.tolerations, effects...)
}

// expels names what keeps a pod from staying on the node, in no language; "" when
// it may stay.
func (p *Placer) expels(n *api.Node) string {
	switch {
	case p.nodeName != "" && p.nodeName != n.Name:
		return "nodeName " + p.nodeName
	case !p.required.MatchesSelector(n.Labels):
		for _, key := range sortedKeys(p.selector) {
			if value, ok := n.Labels[key]; !ok || value != p.selector[key] {
				return "nodeSelector " + key + "=" + p.selector[key]
			}
		}
	case !p.required.MatchesTerms(n.Name, n.Labels):
		return "nodeAffinity"
	}
	if t := p.untolerated(n, api.TaintEffectNoExecute); t != nil {
		return "taint " + t.String()
	}
	return ""
}

// AddTolerations is the list of tolerations that a daemon pod has: those of the
// template and the automatic ones. A toleration of the template that is an
// automatic one but for tolerationSeconds is replaced in its place, and so holds
// forever; one that merely covers the same taint stays in front of it. The list
// passed in is left as it is.
//
// Upstream 1.37: pkg/controller/daemon/util/daemonset_util.go, AddOrUpdateDaemonPodTolerations;
// pkg/apis/core/v1/helper/helpers.go, AddOrUpdateTolerationInPodSpec.
func AddTolerations(t []api.Toleration, hostNetwork bool) []api.Toleration {
	return pods.AddTolerations(t, hostNetwork)
}

// Template is what new pods of a DaemonSet share: its template with the automatic
// tolerations, the labels for the template generation and the revision's hash, and
// what Kubernetes fills in on pods but not on templates. The node each pod is for
// is not in it. priority says what a priority class stands for.
//
// Upstream 1.37: pkg/controller/daemon/util/daemonset_util.go, CreatePodTemplate.
func Template(ds *api.DaemonSet, hash string, priority func(class string) (value int32, preemptNever bool)) *state.Template {
	template := ds.Spec.Template.DeepCopy()
	pod := &api.Pod{Spec: template.Spec}
	pod.Spec.Tolerations = AddTolerations(pod.Spec.Tolerations, pod.Spec.HostNetwork)
	defaults.Pod(pod)
	labels := template.Labels
	if n, ok := templateGeneration(ds); ok {
		labels = withLabel(labels, state.TemplateGenerationLabel, strconv.FormatInt(n, 10))
	}
	if hash != "" {
		labels = withLabel(labels, api.ControllerRevisionHashLabelKey, hash)
	}
	meta := api.ObjectMeta{Labels: labels, Annotations: template.Annotations, Finalizers: template.Finalizers}
	return state.NewTemplate(meta, &pod.Spec, priority)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

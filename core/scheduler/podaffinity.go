package scheduler

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

const (
	podAffinityText     = "node(s) didn't match pod affinity rules"
	podAntiAffinityText = "node(s) didn't match pod anti-affinity rules"
	existingText        = "node(s) didn't satisfy existing pods anti-affinity rules"
)

// interPodAffinity checks the required rules between the pod and the pods of its
// node, in upstream's order: its affinity, its anti-affinity, theirs.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go, Filter.
// Differs: only pods of the same node are seen. That is all there is to a rule
// with topologyKey kubernetes.io/hostname; a wider rule fails where it fails on
// the node itself, and otherwise counts as satisfied (see unmodelled).
func interPodAffinity(s *scene) verdict {
	affinity, anti := podTerms(s.t.Spec)
	if len(affinity) > 0 && !s.hasCompany(affinity) {
		return failsForGood(podAffinityText)
	}
	if len(anti) > 0 && s.avoided(anti) != nil {
		return fails(podAntiAffinityText)
	}
	if s.avoidedBy() != nil {
		return fails(existingText)
	}
	return verdict{}
}

func podTerms(spec *api.PodSpec) (affinity, anti []api.PodAffinityTerm) {
	if spec.Affinity == nil {
		return nil, nil
	}
	if a := spec.Affinity.PodAffinity; a != nil {
		affinity = a.RequiredDuringSchedulingIgnoredDuringExecution
	}
	if a := spec.Affinity.PodAntiAffinity; a != nil {
		anti = a.RequiredDuringSchedulingIgnoredDuringExecution
	}
	return affinity, anti
}

// hasCompany says that one pod of the node matches all terms of the affinity, or
// that no pod anywhere does and the pod itself would.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go, satisfiesSelfAffinityCheck.
func (s *scene) hasCompany(terms []api.PodAffinityTerm) bool {
	wide := false
	for i := range terms {
		if _, ok := s.node.Object.Labels[terms[i].TopologyKey]; !ok {
			return false
		}
		wide = wide || terms[i].TopologyKey != api.LabelHostname
	}
	all := func(namespace string, labels map[string]string) bool {
		for i := range terms {
			if !s.termMatches(&terms[i], s.namespace, s.labels, namespace, labels) {
				return false
			}
		}
		return true
	}
	for _, p := range s.pods {
		if all(p.Namespace, p.LabelSet()) {
			return true
		}
	}
	if wide {
		return true
	}
	if s.elsewhere != nil && s.elsewhere(func(p *state.Pod) bool { return all(p.Namespace, p.LabelSet()) }) {
		return false
	}
	return all(s.namespace, s.labels)
}

// avoided is a pod of the node that the pod's own anti-affinity keeps away from.
func (s *scene) avoided(terms []api.PodAffinityTerm) *state.Pod {
	for i := range terms {
		if _, ok := s.node.Object.Labels[terms[i].TopologyKey]; !ok {
			continue
		}
		for _, p := range s.pods {
			if s.termMatches(&terms[i], s.namespace, s.labels, p.Namespace, p.LabelSet()) {
				return p
			}
		}
	}
	return nil
}

// avoidedBy is a pod of the node whose anti-affinity keeps the pod away.
func (s *scene) avoidedBy() *state.Pod {
	for _, p := range s.pods {
		_, anti := podTerms(p.Template.Spec)
		for i := range anti {
			if _, ok := s.node.Object.Labels[anti[i].TopologyKey]; !ok {
				continue
			}
			if s.termMatches(&anti[i], p.Namespace, p.LabelSet(), s.namespace, s.labels) {
				return p
			}
		}
	}
	return nil
}

// termMatches says whether a term written by one pod (its namespace and labels)
// selects another. A namespace selector that is not empty selects nothing here,
// as namespaces have no labels in the simulator.
//
// Upstream 1.37: k8s.io/kube-scheduler/framework/types.go, AffinityTerm.Matches;
// pkg/registry/core/pod/strategy.go, applyMatchLabelKeysAndMismatchLabelKeys.
func (s *scene) termMatches(t *api.PodAffinityTerm, owner string, ownLabels map[string]string, namespace string, labels map[string]string) bool {
	if !inNamespaces(t, owner, namespace) || t.LabelSelector == nil {
		return false
	}
	for _, key := range t.MatchLabelKeys {
		if want, ok := ownLabels[key]; ok {
			if have, ok := labels[key]; !ok || have != want {
				return false
			}
		}
	}
	for _, key := range t.MismatchLabelKeys {
		if want, ok := ownLabels[key]; ok {
			if have, ok := labels[key]; ok && have == want {
				return false
			}
		}
	}
	return api.SelectorFrom(t.LabelSelector).Matches(labels)
}

func inNamespaces(t *api.PodAffinityTerm, owner, namespace string) bool {
	if len(t.Namespaces) == 0 && t.NamespaceSelector == nil {
		return namespace == owner
	}
	return contains(t.Namespaces, namespace) || t.NamespaceSelector != nil && emptySelector(t.NamespaceSelector)
}

func emptySelector(l *api.LabelSelector) bool {
	return len(l.MatchLabels) == 0 && len(l.MatchExpressions) == 0
}

func explainPodAffinity(s *scene) (string, reason.Reason) {
	affinity, anti := podTerms(s.t.Spec)
	node := s.node.Name()
	if len(affinity) > 0 && !s.hasCompany(affinity) {
		return "required pod affinity", reason.Reason{Code: reason.FixPodAffinity, Node: node}
	}
	other := s.avoided(anti)
	if other == nil {
		other = s.avoidedBy()
	}
	name := other.Namespace + "/" + other.Name
	return name, reason.Reason{Code: reason.FixPodAntiAffinity, Node: node, Pod: name}
}

package scheduler

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

const (
	spreadText      = "node(s) didn't match pod topology spread constraints"
	spreadLabelText = spreadText + " (missing required label)"
)

// topologySpread checks the topology spread constraints that forbid scheduling.
// By default only nodes that the pod's node affinity allows are compared, and for
// a pod that names its node that is this one node: the constraint then holds
// wherever the node has the label, except where minDomains asks for more domains.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go, calPreFilterState and Filter.
// Differs: a constraint with nodeAffinityPolicy Ignore compares all nodes, which
// are not seen here; it counts as satisfied (see unmodelled).
func topologySpread(s *scene) verdict {
	constraints := s.t.Spec.TopologySpreadConstraints
	complete := s.hasTopologyKeys(constraints)
	for i := range constraints {
		c := &constraints[i]
		if c.WhenUnsatisfiable != api.DoNotSchedule {
			continue
		}
		if _, ok := s.node.Object.Labels[c.TopologyKey]; !ok {
			return failsForGood(spreadLabelText)
		}
		if !ignoresAffinity(c) && s.skew(c, complete) > int64(c.MaxSkew) {
			return fails(spreadText)
		}
	}
	return verdict{}
}

// hasTopologyKeys says that the node has the label of every constraint: a node
// that lacks one of them is no domain of any.
func (s *scene) hasTopologyKeys(constraints []api.TopologySpreadConstraint) bool {
	for i := range constraints {
		if _, ok := s.node.Object.Labels[constraints[i].TopologyKey]; !ok && constraints[i].WhenUnsatisfiable == api.DoNotSchedule {
			return false
		}
	}
	return true
}

// skew is by how much the node would be ahead with the pod on it.
func (s *scene) skew(c *api.TopologySpreadConstraint, complete bool) int64 {
	var here, domains int64
	if complete {
		domains = 1
		for _, p := range s.pods {
			if !p.Terminating() && p.Namespace == s.namespace && s.spreads(c, p.LabelSet()) {
				here++
			}
		}
	}
	if c.LabelSelector != nil && emptySelector(c.LabelSelector) && len(c.MatchLabelKeys) == 0 {
		here = 0 // an empty selector counts no pod that is there
	}
	least := here
	if c.MinDomains != nil && domains < int64(*c.MinDomains) {
		least = 0
	}
	skew := here - least
	if s.spreads(c, s.labels) {
		skew++
	}
	return skew
}

// spreads says whether a constraint counts a pod with these labels.
func (s *scene) spreads(c *api.TopologySpreadConstraint, labels map[string]string) bool {
	if c.LabelSelector == nil {
		return false
	}
	for _, key := range c.MatchLabelKeys {
		if want, ok := s.labels[key]; ok {
			if have, ok := labels[key]; !ok || have != want {
				return false
			}
		}
	}
	return api.SelectorFrom(c.LabelSelector).Matches(labels)
}

func ignoresAffinity(c *api.TopologySpreadConstraint) bool {
	return c.NodeAffinityPolicy != nil && *c.NodeAffinityPolicy != api.NodeInclusionPolicyHonor
}

func explainSpread(s *scene) (string, reason.Reason) {
	for i := range s.t.Spec.TopologySpreadConstraints {
		c := &s.t.Spec.TopologySpreadConstraints[i]
		if _, ok := s.node.Object.Labels[c.TopologyKey]; !ok && c.WhenUnsatisfiable == api.DoNotSchedule {
			return c.TopologyKey, reason.Reason{Code: reason.FixLabel, Node: s.node.Name(), Text: c.TopologyKey}
		}
	}
	return "topologySpreadConstraints", reason.Reason{Code: reason.FixSpread, Node: s.node.Name()}
}

// unmodelled are the constraints of the pod that count as satisfied although a
// real scheduler would have to look further.
func (s *scene) unmodelled() []reason.Reason {
	var out []reason.Reason
	note := func(code reason.Code, text string) {
		out = append(out, reason.Reason{Code: code, Pod: s.name, Text: text})
	}
	affinity, anti := podTerms(s.t.Spec)
	for _, terms := range [...][]api.PodAffinityTerm{affinity, anti} {
		for i := range terms {
			if terms[i].TopologyKey != api.LabelHostname {
				note(reason.UnmodelledTopology, terms[i].TopologyKey)
			}
			if l := terms[i].NamespaceSelector; l != nil && !emptySelector(l) {
				note(reason.UnmodelledNamespaces, terms[i].TopologyKey)
			}
		}
	}
	for i := range s.t.Spec.TopologySpreadConstraints {
		if c := &s.t.Spec.TopologySpreadConstraints[i]; c.WhenUnsatisfiable == api.DoNotSchedule && ignoresAffinity(c) {
			note(reason.UnmodelledSpread, c.TopologyKey)
		}
	}
	for i := range s.t.Spec.Volumes {
		if v := &s.t.Spec.Volumes[i]; v.PersistentVolumeClaim != nil || v.Ephemeral != nil {
			note(reason.UnmodelledVolume, v.Name)
		}
	}
	if len(s.t.Spec.ResourceClaims) > 0 {
		note(reason.UnmodelledClaim, s.t.Spec.ResourceClaims[0].Name)
	}
	return out
}

// constrained says that unmodelled may have something to say.
func constrained(t *state.Template) bool {
	spec := t.Spec
	return spec.Affinity != nil || len(spec.TopologySpreadConstraints) > 0 || len(spec.Volumes) > 0 || len(spec.ResourceClaims) > 0
}

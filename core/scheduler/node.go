package scheduler

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
)

// Texts of the filters that look at the node alone.
const (
	nodeNameText      = "node(s) didn't match the requested node name"
	unschedulableText = "node(s) were unschedulable"
	taintText         = "node(s) had untolerated taint(s)"
	affinityText      = "node(s) didn't match Pod's node affinity/selector"
	featuresText      = "node(s) didn't match Pod's required features"
)

// nodeName fails on a node other than the one that spec.nodeName asks for.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/nodename/node_name.go, Fits.
func nodeName(s *scene) verdict {
	if want := s.t.Spec.NodeName; want != "" && want != s.node.Name() {
		return failsForGood(nodeNameText)
	}
	return verdict{}
}

func explainNodeName(s *scene) (string, reason.Reason) {
	want := s.t.Spec.NodeName
	return want, reason.Reason{Code: reason.FixNodeName, Node: s.node.Name(), Text: want}
}

// nodeUnschedulable fails on a cordoned node unless the cordon's taint is tolerated.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go, Filter.
func nodeUnschedulable(s *scene) verdict {
	if !s.node.Object.Spec.Unschedulable {
		return verdict{}
	}
	cordon := api.Taint{Key: api.TaintNodeUnschedulable, Effect: api.TaintEffectNoSchedule}
	if api.Tolerated(s.t.Spec.Tolerations, &cordon) {
		return verdict{}
	}
	return failsForGood(unschedulableText)
}

func explainUnschedulable(s *scene) (string, reason.Reason) {
	return "", reason.Reason{Code: reason.FixCordon, Node: s.node.Name()}
}

// taintToleration fails on a node with a NoSchedule or NoExecute taint that the
// pod does not tolerate.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go, Filter.
func taintToleration(s *scene) verdict {
	if s.untolerated() == nil {
		return verdict{}
	}
	return failsForGood(taintText)
}

// untolerated is the first taint of the node that keeps the pod away; nil for none.
func (s *scene) untolerated() *api.Taint {
	return untolerated(s.node.Object, s.t.Spec.Tolerations)
}

func untolerated(n *api.Node, tolerations []api.Toleration) *api.Taint {
	return api.FirstUntolerated(n.Spec.Taints, tolerations, api.TaintEffectNoSchedule, api.TaintEffectNoExecute)
}

func explainTaint(s *scene) (string, reason.Reason) {
	text := s.untolerated().String()
	return text, reason.Reason{Code: reason.FixTaint, Node: s.node.Name(), Text: text}
}

// nodeAffinity fails where nodeSelector or the required node affinity do not match.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go, Filter.
func nodeAffinity(s *scene) verdict {
	if matchesNode(s.t.Spec, s.node.Object) {
		return verdict{}
	}
	return failsForGood(affinityText)
}

// matchesNode says whether a pod spec's node constraints allow the node.
func matchesNode(spec *api.PodSpec, n *api.Node) bool {
	for key, want := range spec.NodeSelector {
		if have, ok := n.Labels[key]; !ok || have != want {
			return false
		}
	}
	if spec.Affinity == nil || spec.Affinity.NodeAffinity == nil {
		return true
	}
	required := api.NewRequiredNodeAffinity(nil, spec.Affinity)
	return required.MatchesTerms(n.Name, n.Labels)
}

func explainAffinity(s *scene) (string, reason.Reason) {
	missing := make([]string, 0, len(s.t.Spec.NodeSelector))
	for _, key := range sortedKeys(s.t.Spec.NodeSelector) {
		want := s.t.Spec.NodeSelector[key]
		if have, ok := s.node.Object.Labels[key]; !ok || have != want {
			missing = append(missing, key+"="+want)
		}
	}
	if len(missing) == 0 {
		return "required node affinity", reason.Reason{Code: reason.FixAffinity, Node: s.node.Name()}
	}
	text := strings.Join(missing, ", ")
	return text, reason.Reason{Code: reason.FixLabel, Node: s.node.Name(), Text: text}
}

// declaredFeatures fails where the node does not declare a kubelet feature that
// the pod needs.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/nodedeclaredfeatures, Filter;
// k8s.io/component-helpers/nodedeclaredfeatures/features, InferForScheduling.
// Differs: a node that declares nothing at all, as one written by hand, counts
// as declaring everything; a kubelet of 1.37 always declares something.
func declaredFeatures(s *scene) verdict {
	if s.missingFeature() == "" {
		return verdict{}
	}
	return failsForGood(featuresText)
}

func (s *scene) missingFeature() string {
	have := s.node.Object.Status.DeclaredFeatures
	if len(have) == 0 {
		return ""
	}
	for _, f := range [...]struct {
		name  string
		needs func(*api.PodSpec) bool
	}{
		{"RestartAllContainersOnContainerExits", restartsAll},
		{"UserNamespacesHostNetworkSupport", userNamespaceOnHost},
		{"VolumeBindMountOptions", bindMountOptions},
	} {
		if f.needs(s.t.Spec) && !contains(have, f.name) {
			return f.name
		}
	}
	return ""
}

func restartsAll(spec *api.PodSpec) bool {
	return anyContainer(spec, func(c *api.Container) bool {
		for i := range c.RestartPolicyRules {
			if c.RestartPolicyRules[i].Action == api.ContainerRestartRuleActionRestartAllContainers {
				return true
			}
		}
		return false
	})
}

func userNamespaceOnHost(spec *api.PodSpec) bool {
	return spec.HostNetwork && spec.HostUsers != nil && !*spec.HostUsers
}

func bindMountOptions(spec *api.PodSpec) bool {
	return anyContainer(spec, func(c *api.Container) bool {
		for i := range c.VolumeMounts {
			if len(c.VolumeMounts[i].BindMountOptions) > 0 {
				return true
			}
		}
		return false
	})
}

func anyContainer(spec *api.PodSpec, is func(*api.Container) bool) bool {
	for _, list := range [...][]api.Container{spec.InitContainers, spec.Containers} {
		for i := range list {
			if is(&list[i]) {
				return true
			}
		}
	}
	return false
}

func explainFeatures(s *scene) (string, reason.Reason) {
	name := s.missingFeature()
	return name, reason.Reason{Code: reason.FixFeature, Node: s.node.Name(), Text: name}
}

func contains(list []string, want string) bool {
	return slices.Contains(list, want)
}

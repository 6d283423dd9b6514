// Package warning finds what an API server warns about when it takes a pod or a
// template of pods: settings that are deprecated, have no effect or hide each other.
package warning

import (
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/meta"
)

// list gathers warnings in the order found.
type list struct {
	texts []string
}

// add warns about one place.
func (l *list) add(at *field.Path, text string) {
	l.texts = append(l.texts, at.String()+": "+text)
}

// Template is the warnings about a template of pods whose path is at.
//
// Upstream 1.37: pkg/api/pod/warnings.go, GetWarningsForPodTemplate.
func Template(at *field.Path, t *api.PodTemplateSpec) []string {
	return warn(at, &t.Spec, &t.ObjectMeta, true)
}

// Pod is the warnings about a pod.
//
// Upstream 1.37: pkg/api/pod/warnings.go, GetWarningsForPod.
// Differs: the old annotations for AppArmor, which the registry translates, are not warned about.
func Pod(pod *api.Pod) []string {
	return warn(field.Root(), &pod.Spec, &pod.ObjectMeta, false)
}

// warn is the warnings about a spec below at.
//
// Upstream 1.37: pkg/api/pod/warnings.go, warningsForPodSpecAndMeta.
func warn(at *field.Path, spec *api.PodSpec, m *api.ObjectMeta, isTemplate bool) []string {
	l := &list{}
	in := at.Child("spec")
	l.nodeLabels(in, spec)
	l.annotations(at.Child("metadata.annotations"), m.Annotations)
	l.volumes(in.Child("volumes"), spec.Volumes)
	l.overlaps(spec.Volumes)
	l.repeated(in, spec)
	l.fractions(in.Child("overhead"), spec.Overhead)
	l.containers(at, spec, m.Annotations, isTemplate)
	l.ports(in, spec)
	if grace := spec.TerminationGracePeriodSeconds; grace != nil && *grace < 0 {
		l.add(in.Child("terminationGracePeriodSeconds"), "must be >= 0; negative values are invalid and will be treated as 1")
	}
	l.podAffinity(in.Child("affinity"), spec.Affinity)
	l.addresses(in, spec)
	return l.texts
}

// deprecatedLabels are labels of nodes that have a successor or none.
//
// Upstream 1.37: pkg/api/node/util.go, GetNodeLabelDeprecatedMessage.
func deprecatedLabel(key string) string {
	switch key {
	case "beta.kubernetes.io/arch":
		return `deprecated since v1.14; use "kubernetes.io/arch" instead`
	case "beta.kubernetes.io/os":
		return `deprecated since v1.14; use "kubernetes.io/os" instead`
	case "failure-domain.beta.kubernetes.io/region":
		return `deprecated since v1.17; use "topology.kubernetes.io/region" instead`
	case "failure-domain.beta.kubernetes.io/zone":
		return `deprecated since v1.17; use "topology.kubernetes.io/zone" instead`
	case "beta.kubernetes.io/instance-type":
		return `deprecated since v1.17; use "node.kubernetes.io/instance-type" instead`
	case "app.kubernetes.io/created-by":
		return `deprecated since v1.9`
	case "scheduler.alpha.kubernetes.io/preferAvoidPods":
		return `deprecated since v1.22; use Taints and Tolerations instead`
	case "node-role.kubernetes.io/master":
		return `use "node-role.kubernetes.io/control-plane" instead`
	}
	return ""
}

// nodeLabels warns about labels by which nodes are chosen.
func (l *list) nodeLabels(in *field.Path, spec *api.PodSpec) {
	for _, key := range meta.SortedKeys(spec.NodeSelector) {
		if text := deprecatedLabel(key); text != "" {
			l.add(in.Child("nodeSelector").Key(key), text)
		}
	}
	if spec.Affinity != nil && spec.Affinity.NodeAffinity != nil {
		l.nodeAffinity(in.Child("affinity.nodeAffinity"), spec.Affinity.NodeAffinity)
	}
	for i, c := range spec.TopologySpreadConstraints {
		at := in.Item("topologySpreadConstraints", i)
		if text := deprecatedLabel(c.TopologyKey); text != "" {
			l.add(at.Child("topologyKey"), c.TopologyKey+" is "+text)
		}
		l.nullSelector(at, c.LabelSelector)
	}
}

func (l *list) nodeAffinity(at *field.Path, a *api.NodeAffinity) {
	if selector := a.RequiredDuringSchedulingIgnoredDuringExecution; selector != nil {
		for i := range selector.NodeSelectorTerms {
			l.nodeTerm(at.Child("requiredDuringSchedulingIgnoredDuringExecution").Item("nodeSelectorTerms", i), &selector.NodeSelectorTerms[i], false)
		}
	}
	for i := range a.PreferredDuringSchedulingIgnoredDuringExecution {
		l.nodeTerm(at.Item("preferredDuringSchedulingIgnoredDuringExecution", i).Child("preference"),
			&a.PreferredDuringSchedulingIgnoredDuringExecution[i].Preference, true)
	}
}

// nodeTerm warns about one term; a preferred one may compare with values that
// no label can have.
//
// Upstream 1.37: pkg/api/node/util.go, GetWarningsForNodeSelectorTerm.
func (l *list) nodeTerm(at *field.Path, term *api.NodeSelectorTerm, withValues bool) {
	for i, r := range term.MatchExpressions {
		at := at.Item("matchExpressions", i)
		if text := deprecatedLabel(r.Key); text != "" {
			l.add(at.Child("key"), r.Key+" is "+text)
		}
		for j, value := range r.Values {
			for _, message := range format.LabelValue(value) {
				if withValues {
					l.add(at.Item("values", j), value+" is invalid, "+message)
				}
			}
		}
	}
}

// annotations warns about what a field has replaced.
func (l *list) annotations(at *field.Path, annotations map[string]string) {
	for _, a := range []struct{ key, text string }{
		{"scheduler.alpha.kubernetes.io/critical-pod", `non-functional in v1.16+; use the "priorityClassName" field instead`},
		{"security.alpha.kubernetes.io/sysctls", `non-functional in v1.11+; use the "sysctls" field instead`},
		{"security.alpha.kubernetes.io/unsafe-sysctls", `non-functional in v1.11+; use the "sysctls" field instead`},
	} {
		if _, ok := annotations[a.key]; ok {
			l.add(at.Key(a.key), a.text)
		}
	}
}

// repeated warns about entries of lists that occur twice or say nothing.
func (l *list) repeated(in *field.Path, spec *api.PodSpec) {
	seen := map[string]bool{}
	for i, alias := range spec.HostAliases {
		if seen[alias.IP] {
			l.add(in.Item("hostAliases", i).Child("ip"), "duplicate ip "+strconv.Quote(alias.IP))
		}
		seen[alias.IP] = true
	}
	seen = map[string]bool{}
	for i, secret := range spec.ImagePullSecrets {
		if seen[secret.Name] {
			l.add(in.Item("imagePullSecrets", i).Child("name"), "duplicate name "+strconv.Quote(secret.Name))
		}
		seen[secret.Name] = true
	}
	for i, secret := range spec.ImagePullSecrets {
		if secret.Name == "" {
			l.add(in.Item("imagePullSecrets", i).Child("name"), `invalid empty name ""`)
		}
	}
}

func (l *list) podAffinity(at *field.Path, a *api.Affinity) {
	if a == nil {
		return
	}
	if p := a.PodAffinity; p != nil {
		l.podTerms(at.Child("podAffinity"), p.RequiredDuringSchedulingIgnoredDuringExecution, p.PreferredDuringSchedulingIgnoredDuringExecution)
	}
	if p := a.PodAntiAffinity; p != nil {
		l.podTerms(at.Child("podAntiAffinity"), p.RequiredDuringSchedulingIgnoredDuringExecution, p.PreferredDuringSchedulingIgnoredDuringExecution)
	}
}

func (l *list) podTerms(at *field.Path, must []api.PodAffinityTerm, may []api.WeightedPodAffinityTerm) {
	for i := range must {
		l.nullSelector(at.Item("requiredDuringSchedulingIgnoredDuringExecution", i), must[i].LabelSelector)
	}
	for i := range may {
		l.nullSelector(at.Item("preferredDuringSchedulingIgnoredDuringExecution", i).Child("podAffinityTerm"), may[i].PodAffinityTerm.LabelSelector)
	}
}

func (l *list) nullSelector(at *field.Path, selector *api.LabelSelector) {
	if selector == nil {
		l.add(at.Child("labelSelector"), "a null labelSelector results in matching no pod")
	}
}

// addresses warns about addresses that are not written as they should be.
func (l *list) addresses(in *field.Path, spec *api.PodSpec) {
	if spec.DNSConfig != nil {
		for i, server := range spec.DNSConfig.Nameservers {
			l.address(in.Child("dnsConfig").Item("nameservers", i), server)
		}
	}
	for i, alias := range spec.HostAliases {
		l.address(in.Item("hostAliases", i).Child("ip"), alias.IP)
	}
}

func (l *list) address(at *field.Path, ip string) {
	if text := format.IPWarning(ip); text != "" {
		l.add(at, text)
	}
}

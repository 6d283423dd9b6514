package podspec

import (
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/pods"
	"github.com/rollscope/rollscope/core/api/resource"
	"github.com/rollscope/rollscope/core/api/validation/container"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/meta"
	"github.com/rollscope/rollscope/core/api/validation/security"
	"github.com/rollscope/rollscope/core/api/validation/volume"
)

// Leniency is which rules an update may break because what is stored breaks
// them already. The zero Leniency has all rules, as for a create.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, PodValidationOptions;
// pkg/api/pod/util.go, GetValidationOptionsFromPodSpecAndMeta.
type Leniency struct {
	anyDeletionCost        bool // the annotation of how costly deleting the pod is
	anyNodeValue           bool // required node affinity compares with anything
	anySelectorValue       bool // selectors of pod affinity compare with anything
	anySpreadSelector      bool // selectors of spread constraints are not checked
	anySpreadKeys          bool // matchLabelKeys of spread constraints by the old rule
	anyTokenPath           bool
	noImageReference       bool
	partialPages           bool
	hostSysctls            bool
	resizeRestarts         bool
	comparing              bool // tolerations with Lt and Gt
	ownUsersOnHostNetwork  bool
	ownUsersWithDevices    bool
	adminWithoutEscalation bool
}

// LenientTo is what an update of old may break.
func LenientTo(oldMeta *api.ObjectMeta, old *api.PodSpec) Leniency {
	l := Leniency{
		anyDeletionCost:   deletionCostProblem(oldMeta.Annotations) != "",
		anySpreadSelector: anyConstraint(old, func(at *field.Path, c *api.TopologySpreadConstraint) { meta.LabelSelector(at, c.LabelSelector, false) }),
		anySpreadKeys: anyConstraint(old, func(at *field.Path, c *api.TopologySpreadConstraint) {
			labelKeys(at, c.MatchLabelKeys, nil, c.LabelSelector)
		}),
		anyTokenPath: volume.HasNonLocalToken(old.Volumes),
		noImageReference: slices.ContainsFunc(old.Volumes, func(v api.Volume) bool {
			return v.Image != nil && v.Image.Reference == ""
		}),
		partialPages:   hasPartialPages(old),
		hostSysctls:    security.HasHostSysctl(old),
		resizeRestarts: container.HasResizeRestarts(old.InitContainers),
		comparing: slices.ContainsFunc(old.Tolerations, func(t api.Toleration) bool {
			return t.Operator == api.TolerationOpLt || t.Operator == api.TolerationOpGt
		}),
	}
	l.lenientToAffinity(old.Affinity)
	ownUsers := old.HostUsers != nil && !*old.HostUsers
	l.ownUsersOnHostNetwork = ownUsers && old.HostNetwork
	for _, c := range pods.Containers(old) {
		l.ownUsersWithDevices = l.ownUsersWithDevices || ownUsers && len(c.VolumeDevices) > 0
		l.adminWithoutEscalation = l.adminWithoutEscalation || security.HasAdminWithoutEscalation(c.SecurityContext)
	}
	return l
}

// AndSelector is l, and lenient to pod affinity if an old selector compares
// with something that no label can be.
func (l Leniency) AndSelector(old *api.LabelSelector) Leniency {
	l.anySelectorValue = l.anySelectorValue || meta.SelectorHasBadValue(old)
	return l
}

// AnySelectorValue tells whether selectors may compare with anything.
func (l Leniency) AnySelectorValue() bool {
	return l.anySelectorValue
}

func anyConstraint(old *api.PodSpec, rule func(at *field.Path, c *api.TopologySpreadConstraint)) bool {
	return field.Any(func(root *field.Path) {
		for i := range old.TopologySpreadConstraints {
			rule(root, &old.TopologySpreadConstraints[i])
		}
	})
}

func (l *Leniency) lenientToAffinity(old *api.Affinity) {
	if old == nil {
		return
	}
	l.anySelectorValue = field.Any(func(root *field.Path) {
		for _, term := range podTermsOf(old) {
			podTermSelectors(root, term, false)
		}
	})
	if old.NodeAffinity == nil || old.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return
	}
	for _, term := range old.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms {
		for _, r := range term.MatchExpressions {
			l.anyNodeValue = l.anyNodeValue || slices.ContainsFunc(r.Values, func(v string) bool { return len(format.LabelValue(v)) > 0 })
		}
	}
}

func podTermsOf(a *api.Affinity) []*api.PodAffinityTerm {
	var terms []*api.PodAffinityTerm
	add := func(must []api.PodAffinityTerm, may []api.WeightedPodAffinityTerm) {
		for i := range must {
			terms = append(terms, &must[i])
		}
		for i := range may {
			terms = append(terms, &may[i].PodAffinityTerm)
		}
	}
	if p := a.PodAffinity; p != nil {
		add(p.RequiredDuringSchedulingIgnoredDuringExecution, p.PreferredDuringSchedulingIgnoredDuringExecution)
	}
	if p := a.PodAntiAffinity; p != nil {
		add(p.RequiredDuringSchedulingIgnoredDuringExecution, p.PreferredDuringSchedulingIgnoredDuringExecution)
	}
	return terms
}

func hasPartialPages(old *api.PodSpec) bool {
	lists := []api.ResourceList{old.Overhead}
	for _, c := range pods.Containers(old) {
		lists = append(lists, c.Resources.Limits, c.Resources.Requests)
	}
	for _, list := range lists {
		for name, amount := range list {
			if resource.IsHugePages(name) && !resource.FillsPages(name, amount) {
				return true
			}
		}
	}
	return false
}

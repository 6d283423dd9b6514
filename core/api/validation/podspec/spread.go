package podspec

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/meta"
)

// spread checks how pods spread over zones and the like.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateTopologySpreadConstraints.
func (l Leniency) spread(at *field.Path, constraints []api.TopologySpreadConstraint) {
	for i := range constraints {
		c, at := &constraints[i], at.Index(i)
		at.Child("maxSkew").Positive(int64(c.MaxSkew))
		if c.TopologyKey == "" {
			at.Child("topologyKey").Required("can not be empty")
		}
		field.OneOf(at.Child("whenUnsatisfiable"), c.WhenUnsatisfiable, api.DoNotSchedule, api.ScheduleAnyway)
		if repeats(c, constraints[i+1:]) {
			at.Child("{topologyKey, whenUnsatisfiable}").Duplicate("{"+c.TopologyKey+", "+string(c.WhenUnsatisfiable)+"}", "")
		}
		minDomains(at.Child("minDomains"), c)
		inclusion(at.Child("nodeAffinityPolicy"), c.NodeAffinityPolicy)
		inclusion(at.Child("nodeTaintsPolicy"), c.NodeTaintsPolicy)
		if l.anySpreadKeys {
			spreadKeys(at.Child("matchLabelKeys"), c)
		} else {
			labelKeys(at, c.MatchLabelKeys, nil, c.LabelSelector)
		}
		if !l.anySpreadSelector {
			meta.LabelSelector(at.Child("labelSelector"), c.LabelSelector, false)
		}
	}
}

func repeats(c *api.TopologySpreadConstraint, others []api.TopologySpreadConstraint) bool {
	for i := range others {
		if others[i].TopologyKey == c.TopologyKey && others[i].WhenUnsatisfiable == c.WhenUnsatisfiable {
			return true
		}
	}
	return false
}

func minDomains(at *field.Path, c *api.TopologySpreadConstraint) {
	if c.MinDomains == nil {
		return
	}
	at.Positive(int64(*c.MinDomains))
	if c.WhenUnsatisfiable != api.DoNotSchedule {
		at.Invalid(*c.MinDomains, "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not "+string(c.WhenUnsatisfiable))
	}
}

func inclusion(at *field.Path, policy *api.NodeInclusionPolicy) {
	if policy != nil {
		field.OneOf(at, *policy, api.NodeInclusionPolicyHonor, api.NodeInclusionPolicyIgnore)
	}
}

// spreadKeys is the rule for matchLabelKeys before 1.34, which still holds for
// updates of pods that break the newer one.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateMatchLabelKeysInTopologySpread.
func spreadKeys(at *field.Path, c *api.TopologySpreadConstraint) {
	if len(c.MatchLabelKeys) == 0 {
		return
	}
	inSelector := map[string]bool{}
	if c.LabelSelector == nil {
		at.Forbidden("must not be specified when labelSelector is not set")
	} else {
		for key := range c.LabelSelector.MatchLabels {
			inSelector[key] = true
		}
		for _, r := range c.LabelSelector.MatchExpressions {
			inSelector[r.Key] = true
		}
	}
	for i, key := range c.MatchLabelKeys {
		meta.LabelName(at.Index(i), key)
		if inSelector[key] {
			at.Index(i).Invalid(key, "exists in both matchLabelKeys and labelSelector")
		}
	}
}

// tolerations checks which taints a pod puts up with. A bad value is reported at
// the operator.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateTolerations.
func (l Leniency) tolerations(at *field.Path, list []api.Toleration) {
	for i, t := range list {
		at := at.Index(i)
		operator := at.Child("operator")
		if t.Key != "" {
			meta.LabelName(at.Child("key"), t.Key)
		} else if t.Operator != api.TolerationOpExists {
			operator.Invalid(t.Operator, "operator must be Exists when `key` is empty, which means \"match all values and all keys\"")
		}
		if t.TolerationSeconds != nil && t.Effect != api.TaintEffectNoExecute {
			at.Child("effect").Invalid(t.Effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")
		}
		l.tolerated(at, t)
		if t.Effect != "" {
			TaintEffect(at.Child("effect"), t.Effect)
		}
	}
}

// tolerated checks operator and value together. Lt and Gt are behind a gate that
// is off, so only a pod that already has them may have them; but the message
// for them lists them.
func (l Leniency) tolerated(at *field.Path, t api.Toleration) {
	operator := at.Child("operator")
	switch t.Operator {
	case "", api.TolerationOpEqual:
		if wrong := format.LabelValue(t.Value); len(wrong) > 0 {
			operator.Invalid(t.Value, strings.Join(wrong, ";"))
		}
	case api.TolerationOpExists:
		if t.Value != "" {
			operator.Invalid(t.Value, "value must be empty when `operator` is 'Exists'")
		}
	case api.TolerationOpLt, api.TolerationOpGt:
		if l.comparing {
			at.Child("value").InvalidEach(t.Value, format.Integer64(t.Value))
		} else {
			field.NotSupported(operator, t.Operator, api.TolerationOpEqual, api.TolerationOpExists, api.TolerationOpLt, api.TolerationOpGt)
		}
	default:
		field.NotSupported(operator, t.Operator, api.TolerationOpEqual, api.TolerationOpExists)
	}
}

// TaintEffect checks what a taint does.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateTaintEffect.
func TaintEffect(at *field.Path, effect api.TaintEffect) {
	field.OneOf(at, effect, api.TaintEffectNoSchedule, api.TaintEffectPreferNoSchedule, api.TaintEffectNoExecute)
}

package podspec

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/meta"
)

// affinity checks the three kinds of affinity; nil is fine.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateAffinity.
func (l Leniency) affinity(at *field.Path, a *api.Affinity) {
	if a == nil {
		return
	}
	if a.NodeAffinity != nil {
		l.nodeAffinity(at.Child("nodeAffinity"), a.NodeAffinity)
	}
	if p := a.PodAffinity; p != nil {
		l.podTerms(at.Child("podAffinity"), p.RequiredDuringSchedulingIgnoredDuringExecution, p.PreferredDuringSchedulingIgnoredDuringExecution)
	}
	if p := a.PodAntiAffinity; p != nil {
		l.podTerms(at.Child("podAntiAffinity"), p.RequiredDuringSchedulingIgnoredDuringExecution, p.PreferredDuringSchedulingIgnoredDuringExecution)
	}
}

// Where both kinds of affinity keep their terms.
const (
	required  = "requiredDuringSchedulingIgnoredDuringExecution"
	preferred = "preferredDuringSchedulingIgnoredDuringExecution"
)

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateNodeAffinity, ValidateNodeSelector, ValidatePreferredSchedulingTerms.
func (l Leniency) nodeAffinity(at *field.Path, a *api.NodeAffinity) {
	if selector := a.RequiredDuringSchedulingIgnoredDuringExecution; selector != nil {
		terms := at.Child(required).Child("nodeSelectorTerms")
		if len(selector.NodeSelectorTerms) == 0 {
			terms.Required("must have at least one node selector term")
		}
		for i := range selector.NodeSelectorTerms {
			nodeTerm(terms.Index(i), &selector.NodeSelectorTerms[i], l.anyNodeValue)
		}
	}
	for i := range a.PreferredDuringSchedulingIgnoredDuringExecution {
		term := &a.PreferredDuringSchedulingIgnoredDuringExecution[i]
		at := at.Child(preferred).Index(i)
		weight(at.Child("weight"), term.Weight)
		// A preference for a value that no label can have is let pass, with a warning.
		nodeTerm(at.Child("preference"), &term.Preference, true)
	}
}

func weight(at *field.Path, n int32) {
	if n <= 0 || n > 100 {
		at.Invalid(n, "must be in the range 1-100")
	}
}

func nodeTerm(at *field.Path, term *api.NodeSelectorTerm, anyValue bool) {
	for i, r := range term.MatchExpressions {
		nodeExpression(at.Child("matchExpressions").Index(i), r, anyValue)
	}
	for i, r := range term.MatchFields {
		nodeField(at.Child("matchFields").Index(i), r)
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateNodeSelectorRequirement.
func nodeExpression(at *field.Path, r api.NodeSelectorRequirement, anyValue bool) {
	values := at.Child("values")
	switch r.Operator {
	case api.NodeSelectorOpIn, api.NodeSelectorOpNotIn:
		if len(r.Values) == 0 {
			values.Required("must be specified when `operator` is 'In' or 'NotIn'")
		}
	case api.NodeSelectorOpExists, api.NodeSelectorOpDoesNotExist:
		if len(r.Values) > 0 {
			values.Forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'")
		}
	case api.NodeSelectorOpGt, api.NodeSelectorOpLt:
		if len(r.Values) != 1 {
			values.Required("must be specified single value when `operator` is 'Lt' or 'Gt'")
		}
	default:
		at.Child("operator").Invalid(r.Operator, "not a valid selector operator")
	}
	meta.LabelName(at.Child("key"), r.Key)
	if anyValue {
		return
	}
	for i, value := range r.Values {
		values.Index(i).InvalidEach(value, format.LabelValue(value))
	}
}

// nodeField checks a match by a field of the node. There is one: its name.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateNodeFieldSelectorRequirement.
func nodeField(at *field.Path, r api.NodeSelectorRequirement) {
	if r.Operator != api.NodeSelectorOpIn && r.Operator != api.NodeSelectorOpNotIn {
		at.Child("operator").Invalid(r.Operator, "not a valid selector operator")
	} else if len(r.Values) != 1 {
		at.Child("values").Required("must be only one value when `operator` is 'In' or 'NotIn' for node field selector")
	}
	if r.Key != api.ObjectNameField {
		at.Child("key").Invalid(r.Key, "not a valid field selector key")
		return
	}
	for i, name := range r.Values {
		at.Child("values").Index(i).InvalidEach(name, format.DNSSubdomain(name))
	}
}

func (l Leniency) podTerms(at *field.Path, must []api.PodAffinityTerm, may []api.WeightedPodAffinityTerm) {
	for i := range must {
		podTerm(at.Child(required).Index(i), &must[i], l.anySelectorValue)
	}
	for i := range may {
		at := at.Child(preferred).Index(i)
		weight(at.Child("weight"), may[i].Weight)
		podTerm(at.Child("podAffinityTerm"), &may[i].PodAffinityTerm, l.anySelectorValue)
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validatePodAffinityTerm.
func podTerm(at *field.Path, term *api.PodAffinityTerm, anyValue bool) {
	podTermSelectors(at, term, anyValue)
	for _, name := range term.Namespaces {
		at.Child("namespace").InvalidEach(name, format.DNSLabel(name))
	}
	labelKeys(at, term.MatchLabelKeys, term.MismatchLabelKeys, term.LabelSelector)
	if term.TopologyKey == "" {
		at.Child("topologyKey").Required("can not be empty")
	}
	meta.LabelName(at.Child("topologyKey"), term.TopologyKey)
}

func podTermSelectors(at *field.Path, term *api.PodAffinityTerm, anyValue bool) {
	meta.LabelSelector(at.Child("labelSelector"), term.LabelSelector, anyValue)
	meta.LabelSelector(at.Child("namespaceSelector"), term.NamespaceSelector, anyValue)
}

// labelKeys checks the keys whose values a selector takes over from the pod
// itself. A key that the selector already has is reported without its field's name.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateMatchLabelKeysAndMismatchLabelKeys.
func labelKeys(at *field.Path, match, mismatch []string, selector *api.LabelSelector) {
	keyList(at.Child("matchLabelKeys"), match, selector)
	keyList(at.Child("mismatchLabelKeys"), mismatch, selector)
	if selector != nil {
		inSelector := map[string]bool{}
		for key := range selector.MatchLabels {
			inSelector[key] = true
		}
		for _, r := range selector.MatchExpressions {
			if i := lastIndex(match, r.Key); i >= 0 && inSelector[r.Key] {
				at.Index(i).Invalid(r.Key, "exists in both matchLabelKeys and labelSelector")
			}
			inSelector[r.Key] = true
		}
	}
	for i, key := range match {
		if lastIndex(mismatch, key) >= 0 {
			at.Child("matchLabelKeys").Index(i).Invalid(key, "exists in both matchLabelKeys and mismatchLabelKeys")
		}
	}
}

func keyList(at *field.Path, keys []string, selector *api.LabelSelector) {
	if len(keys) > 0 && selector == nil {
		at.Forbidden("must not be specified when labelSelector is not set")
		return
	}
	for i, key := range keys {
		meta.LabelName(at.Index(i), key)
	}
}

func lastIndex(list []string, text string) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == text {
			return i
		}
	}
	return -1
}

// Package meta has the rules that objects of every kind share: names, labels,
// annotations, owners, finalizers, label selectors.
package meta

import (
	"slices"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
)

// SortedKeys are the keys of a map in order. Errors about the entries of a map
// come in this order.
//
// Differs: upstream reports them in the order of a Go map, which is none.
func SortedKeys[K ~string, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	return keys
}

// LabelName checks a label's key.
//
// Upstream 1.37: apimachinery:pkg/apis/meta/v1/validation/validation.go, ValidateLabelName.
func LabelName(at *field.Path, name string) {
	at.InvalidEach(name, format.LabelKey(name))
}

// Labels checks keys and values; all errors are about the map as a whole.
//
// Upstream 1.37: apimachinery:pkg/apis/meta/v1/validation/validation.go, ValidateLabels.
func Labels(at *field.Path, labels map[string]string) {
	for _, key := range SortedKeys(labels) {
		LabelName(at, key)
		at.InvalidEach(labels[key], format.LabelValue(labels[key]))
	}
}

// AnnotationsMax is how many bytes keys and values of all annotations may have together.
const AnnotationsMax = 256 << 10

// Annotations checks the keys, whose case does not matter, and the size.
//
// Upstream 1.37: apimachinery:pkg/api/validation/objectmeta.go, ValidateAnnotations.
func Annotations(at *field.Path, annotations map[string]string) {
	size := 0
	for _, key := range SortedKeys(annotations) {
		at.InvalidEach(key, format.LabelKey(strings.ToLower(key)))
		size += len(key) + len(annotations[key])
	}
	if size > AnnotationsMax {
		at.TooLong(AnnotationsMax)
	}
}

// LabelSelector checks the terms of a selector; nil is fine. anyValue lets
// values pass that are no label values, as updates of objects that already have
// such do.
//
// Upstream 1.37: apimachinery:pkg/apis/meta/v1/validation/validation.go, ValidateLabelSelector.
func LabelSelector(at *field.Path, selector *api.LabelSelector, anyValue bool) {
	if selector == nil {
		return
	}
	Labels(at.Child("matchLabels"), selector.MatchLabels)
	for i, requirement := range selector.MatchExpressions {
		labelRequirement(at.Child("matchExpressions").Index(i), requirement, anyValue)
	}
}

func labelRequirement(at *field.Path, r api.LabelSelectorRequirement, anyValue bool) {
	values := at.Child("values")
	switch r.Operator {
	case api.LabelSelectorOpIn, api.LabelSelectorOpNotIn:
		if len(r.Values) == 0 {
			values.Required("must be specified when `operator` is 'In' or 'NotIn'")
		}
	case api.LabelSelectorOpExists, api.LabelSelectorOpDoesNotExist:
		if len(r.Values) > 0 {
			values.Forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'")
		}
	default:
		at.Child("operator").Invalid(r.Operator, "not a valid selector operator")
	}
	LabelName(at.Child("key"), r.Key)
	if anyValue {
		return
	}
	for i, value := range r.Values {
		values.Index(i).InvalidEach(value, format.LabelValue(value))
	}
}

// SelectorHasBadValue tells whether a requirement of selector compares with
// something that no label can be.
//
// Upstream 1.37: apimachinery:pkg/apis/meta/v1/validation/validation.go, LabelSelectorHasInvalidLabelValue.
func SelectorHasBadValue(selector *api.LabelSelector) bool {
	if selector == nil {
		return false
	}
	return slices.ContainsFunc(selector.MatchExpressions, func(r api.LabelSelectorRequirement) bool {
		return slices.ContainsFunc(r.Values, func(v string) bool { return len(format.LabelValue(v)) > 0 })
	})
}

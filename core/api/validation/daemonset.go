// Package validation says what an API server would refuse about an object, in
// its own words, and what it would warn about.
//
// Objects have to have their defaults (package defaults) and to be prepared for
// the write (package strategy), which offers all steps as one.
//
// Order and repetition: errors come in the order in which the API server finds
// them, each once. Differs: about the entries of a map they come in the order of
// the keys, where the API server has none.
package validation

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/meta"
	"github.com/rollscope/rollscope/core/api/validation/podspec"
)

// FieldError is one thing wrong with one field of an object.
type FieldError = field.Error

// DaemonSet is what is wrong with a DaemonSet that is to be created.
//
// Upstream 1.37: pkg/apis/apps/validation/validation.go, ValidateDaemonSet.
func DaemonSet(ds *api.DaemonSet) []*FieldError {
	return field.Collect(func(root *field.Path) {
		meta.Object(root.Child("metadata"), &ds.ObjectMeta, meta.Namespaced)
		daemonSetSpec(root.Child("spec"), &ds.Spec, podspec.Leniency{})
	})
}

// DaemonSetUpdate is what is wrong with replacing old by updated. Rules that old
// breaks already may stay broken where the API server lets them.
//
// Upstream 1.37: pkg/apis/apps/validation/validation.go, ValidateDaemonSetUpdate, ValidateDaemonSetSpecUpdate.
// Differs: templateGeneration is no field of apps/v1; package strategy keeps its annotation.
func DaemonSetUpdate(updated, old *api.DaemonSet) []*FieldError {
	lenient := podspec.LenientTo(&old.Spec.Template.ObjectMeta, &old.Spec.Template.Spec).AndSelector(old.Spec.Selector)
	return field.Collect(func(root *field.Path) {
		meta.ObjectUpdate(root.Child("metadata"), &updated.ObjectMeta, &old.ObjectMeta, meta.Namespaced)
		meta.Immutable(root.Child("spec.selector"), updated.Spec.Selector, old.Spec.Selector)
		daemonSetSpec(root.Child("spec"), &updated.Spec, lenient)
	})
}

// Upstream 1.37: pkg/apis/apps/validation/validation.go, ValidateDaemonSetSpec.
func daemonSetSpec(at *field.Path, spec *api.DaemonSetSpec, lenient podspec.Leniency) {
	selects(at, spec, lenient.AnySelectorValue())
	lenient.Template(at.Child("template"), &spec.Template)
	pod := at.Child("template.spec")
	field.OneOf(pod.Child("restartPolicy"), spec.Template.Spec.RestartPolicy, api.RestartPolicyAlways)
	if spec.Template.Spec.ActiveDeadlineSeconds != nil {
		pod.Child("activeDeadlineSeconds").Forbidden("activeDeadlineSeconds in DaemonSet is not Supported")
	}
	at.Child("minReadySeconds").Nonnegative(int64(spec.MinReadySeconds))
	updateStrategy(at.Child("updateStrategy"), &spec.UpdateStrategy)
	if spec.RevisionHistoryLimit != nil {
		at.Child("revisionHistoryLimit").Nonnegative(int64(*spec.RevisionHistoryLimit))
	}
}

// selects checks that the selector picks the template's pods, and not all pods.
// An invalid selector is reported as such and not tried.
func selects(at *field.Path, spec *api.DaemonSetSpec, anyValue bool) {
	selector := spec.Selector
	meta.LabelSelector(at.Child("selector"), selector, anyValue)
	invalid := field.Any(func(root *field.Path) { meta.LabelSelector(root, selector, false) })
	if !invalid && !api.SelectorFrom(selector).Matches(spec.Template.Labels) {
		at.Child("template.metadata.labels").Invalid(spec.Template.Labels, "`selector` does not match template `labels`")
	}
	if selector != nil && len(selector.MatchLabels)+len(selector.MatchExpressions) == 0 {
		at.Child("selector").Invalid(selector, "empty selector is invalid for daemonset")
	}
}

// strategyForm is how the API server prints a strategy that it refuses: by its
// internal field names, and with 0 for an amount that is not given.
//
// Upstream 1.37: pkg/apis/apps/types.go, DaemonSetUpdateStrategy.
type strategyForm struct {
	Type          api.DaemonSetUpdateStrategyType
	RollingUpdate *rollingUpdateForm
}

type rollingUpdateForm struct {
	MaxUnavailable api.IntOrString
	MaxSurge       api.IntOrString
}

func internalRollingUpdate(r *api.RollingUpdateDaemonSet) *rollingUpdateForm {
	if r == nil {
		return nil
	}
	form := &rollingUpdateForm{}
	if r.MaxUnavailable != nil {
		form.MaxUnavailable = *r.MaxUnavailable
	}
	if r.MaxSurge != nil {
		form.MaxSurge = *r.MaxSurge
	}
	return form
}

// Upstream 1.37: pkg/apis/apps/validation/validation.go, ValidateDaemonSetUpdateStrategy.
func updateStrategy(at *field.Path, s *api.DaemonSetUpdateStrategy) {
	rolling := internalRollingUpdate(s.RollingUpdate)
	switch s.Type {
	case api.OnDeleteDaemonSetStrategyType:
	case api.RollingUpdateDaemonSetStrategyType:
		if rolling == nil {
			at.Child("rollingUpdate").Required("")
			return
		}
		rollingUpdate(at.Child("rollingUpdate"), rolling)
	default:
		field.NotSupported(at, strategyForm{s.Type, rolling}, api.RollingUpdateDaemonSetStrategyType, api.OnDeleteDaemonSetStrategyType)
	}
}

// rollingUpdate checks both amounts, and that exactly one of them is not 0.
//
// Upstream 1.37: pkg/apis/apps/validation/validation.go, ValidateRollingUpdateDaemonSet.
func rollingUpdate(at *field.Path, r *rollingUpdateForm) {
	unavailable, surge := at.Child("maxUnavailable"), at.Child("maxSurge")
	intOrPercent(unavailable, r.MaxUnavailable)
	intOrPercent(surge, r.MaxSurge)
	atMostAll(unavailable, r.MaxUnavailable)
	atMostAll(surge, r.MaxSurge)
	switch hasUnavailable, hasSurge := numberOf(r.MaxUnavailable) != 0, numberOf(r.MaxSurge) != 0; {
	case hasUnavailable && hasSurge:
		surge.Invalid(r.MaxSurge, "may not be set when maxUnavailable is non-zero")
	case !hasUnavailable && !hasSurge:
		unavailable.Required("cannot be 0 when maxSurge is 0")
	}
}

// intOrPercent checks a number of pods or a share of them.
//
// Upstream 1.37: pkg/apis/apps/validation/validation.go, ValidatePositiveIntOrPercent.
func intOrPercent(at *field.Path, v api.IntOrString) {
	if v.Type == api.IntOrStringString {
		at.InvalidEach(v, format.Percent(v.StrVal))
		return
	}
	at.Nonnegative(int64(v.IntVal))
}

// atMostAll reports a share of more than 100%. A number has no upper bound.
//
// Upstream 1.37: pkg/apis/apps/validation/validation.go, IsNotMoreThan100Percent.
func atMostAll(at *field.Path, v api.IntOrString) {
	if percent, ok := percentOf(v); ok && percent > 100 {
		at.Invalid(v, "must not be greater than 100%")
	}
}

func percentOf(v api.IntOrString) (int, bool) {
	if v.Type != api.IntOrStringString || len(format.Percent(v.StrVal)) > 0 {
		return 0, false
	}
	percent, _ := strconv.Atoi(strings.TrimSuffix(v.StrVal, "%"))
	return percent, true
}

// numberOf is the share in percent, or the number, or the number that a text
// without % spells; 0 for any other text.
func numberOf(v api.IntOrString) int {
	if percent, ok := percentOf(v); ok {
		return percent
	}
	return v.IntValue()
}

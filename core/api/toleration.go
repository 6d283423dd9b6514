package api

import "slices"

// Tolerates reports whether t lets a pod stay in spite of the taint: an empty effect or key
// stands for any, and without an operator the values must be equal.
// How long the pod may stay is not looked at.
//
// Upstream 1.37: api core/v1/toleration.go, ToleratesTaint.
// Differs: operators Lt and Gt never tolerate, as with the feature gate
// TaintTolerationComparisonOperators at its default, off.
func (t *Toleration) Tolerates(taint *Taint) bool {
	if t.Effect != "" && t.Effect != taint.Effect {
		return false
	}
	if t.Key != "" && t.Key != taint.Key {
		return false
	}
	switch t.Operator {
	case "", TolerationOpEqual:
		return t.Value == taint.Value
	case TolerationOpExists:
		return true
	}
	return false
}

// Tolerated reports whether one of the tolerations tolerates the taint.
//
// Upstream 1.37: component-helpers scheduling/corev1/helpers.go, TolerationsTolerateTaint.
func Tolerated(tolerations []Toleration, taint *Taint) bool {
	return FirstTolerating(tolerations, taint) >= 0
}

// FirstTolerating is the place of the first toleration that tolerates the taint, -1 if there is
// none. The first one decides how long a pod may stay.
func FirstTolerating(tolerations []Toleration, taint *Taint) int {
	for i := range tolerations {
		if tolerations[i].Tolerates(taint) {
			return i
		}
	}
	return -1
}

// FirstUntolerated is the first taint with one of the effects that no toleration tolerates;
// nil if all of them are tolerated.
//
// Upstream 1.37: component-helpers scheduling/corev1/helpers.go, FindMatchingUntoleratedTaint.
func FirstUntolerated(taints []Taint, tolerations []Toleration, effects ...TaintEffect) *Taint {
	for i := range taints {
		taint := &taints[i]
		if taint.hasEffect(effects) && !Tolerated(tolerations, taint) {
			return taint
		}
	}
	return nil
}

func (t *Taint) hasEffect(effects []TaintEffect) bool {
	return slices.Contains(effects, t.Effect)
}

// SameTaint reports whether two taints are one to the API: equal in key and effect.
//
// Upstream 1.37: api core/v1/taint.go, MatchTaint.
func (t *Taint) SameTaint(u *Taint) bool { return t.Key == u.Key && t.Effect == u.Effect }

// SameToleration reports whether two tolerations are equal in all but tolerationSeconds.
//
// Upstream 1.37: api core/v1/toleration.go, MatchToleration.
func (t *Toleration) SameToleration(u *Toleration) bool {
	return t.Key == u.Key && t.Effect == u.Effect && t.Operator == u.Operator && t.Value == u.Value
}

// String prints key=value:effect, leaving out an empty value or effect; `kubectl taint` reads it.
//
// Upstream 1.37: api core/v1/taint.go, ToString.
func (t *Taint) String() string {
	switch {
	case t.Effect == "" && t.Value == "":
		return t.Key
	case t.Effect == "":
		return t.Key + "=" + t.Value + ":"
	case t.Value == "":
		return t.Key + ":" + string(t.Effect)
	}
	return t.Key + "=" + t.Value + ":" + string(t.Effect)
}

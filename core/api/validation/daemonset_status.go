package validation

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/meta"
)

// DaemonSetStatusUpdate is what is wrong with replacing the status of old by that of updated.
//
// Upstream 1.37: pkg/apis/apps/validation/validation.go, ValidateDaemonSetStatusUpdate.
func DaemonSetStatusUpdate(updated, old *api.DaemonSet) []*FieldError {
	s := &updated.Status
	counts := []struct {
		name  string
		value int64
	}{
		{"currentNumberScheduled", int64(s.CurrentNumberScheduled)},
		{"numberMisscheduled", int64(s.NumberMisscheduled)},
		{"desiredNumberScheduled", int64(s.DesiredNumberScheduled)},
		{"numberReady", int64(s.NumberReady)},
		{"observedGeneration", s.ObservedGeneration},
		{"updatedNumberScheduled", int64(s.UpdatedNumberScheduled)},
		{"numberAvailable", int64(s.NumberAvailable)},
		{"numberUnavailable", int64(s.NumberUnavailable)},
	}
	return field.Collect(func(root *field.Path) {
		meta.ObjectUpdate(root.Child("metadata"), &updated.ObjectMeta, &old.ObjectMeta, meta.Namespaced)
		at := root.Child("status")
		for _, c := range counts {
			at.Child(c.name).Nonnegative(c.value)
		}
		collisions(at.Child("collisionCount"), s.CollisionCount, old.Status.CollisionCount)
	})
}

func collisions(at *field.Path, updated, old *int32) {
	var value int32
	if updated != nil {
		value = *updated
		at.Nonnegative(int64(value))
	}
	if old != nil && (updated == nil || value < *old) {
		at.Invalid(value, "cannot be decremented")
	}
}

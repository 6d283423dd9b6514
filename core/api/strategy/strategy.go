// Package strategy is what an API server does with an object between reading
// and storing it: fill in defaults, keep hands off fields that clients do not
// own, count generations, drop what is switched off, validate, warn.
//
// Create and Update do all of it for a DaemonSet, Admit what stores an object of any
// kind; the steps are there for those who need one.
package strategy

import (
	"maps"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/semantic"
	"github.com/rollscope/rollscope/core/api/validation"
)

// Verdict is what becomes of a write.
type Verdict struct {
	// Unreadable is why the object could not even be read, nil if it could. It is
	// the answer to a template generation that is no number.
	Unreadable error
	// Errors are why the write is refused; none means that it is accepted.
	Errors []*validation.FieldError
	// Warnings come with the answer to a write that is accepted.
	Warnings []string
}

// Accepted tells whether the object was stored.
func (v Verdict) Accepted() bool {
	return v.Unreadable == nil && len(v.Errors) == 0
}

// Create does what a create does to ds, which becomes what would be stored.
//
// Upstream 1.37: apiserver:pkg/registry/rest/create.go, BeforeCreate.
func Create(ds *api.DaemonSet) Verdict {
	v := Admit(ds, nil)
	if v.Accepted() {
		v.Warnings = validation.Warnings(ds, nil)
	}
	return v
}

// Update does what an update of old does to updated, which becomes what would
// be stored. old is as it is stored.
//
// Upstream 1.37: apiserver:pkg/registry/rest/update.go, BeforeUpdate.
func Update(updated, old *api.DaemonSet) Verdict {
	v := Admit(updated, old)
	if v.Accepted() {
		v.Warnings = validation.Warnings(updated, old)
	}
	return v
}

// PrepareForCreate empties the status and sets both generations to 1, that of
// the template to what the annotation says if that is more. The error is about
// an annotation that is no number.
//
// Upstream 1.37: pkg/registry/apps/daemonset/strategy.go, PrepareForCreate.
func PrepareForCreate(ds *api.DaemonSet) error {
	given, err := TemplateGeneration(ds)
	if err != nil {
		return err
	}
	if ds.Namespace == "" {
		ds.Namespace = api.NamespaceDefault
	}
	ds.DeletionTimestamp, ds.DeletionGracePeriodSeconds = nil, nil
	ds.Status = api.DaemonSetStatus{}
	ds.Generation = 1
	dropSwitchedOff(&ds.Spec.Template)
	setTemplateGeneration(ds, max(given, 1))
	return nil
}

// PrepareForUpdate keeps the status of old and counts: a changed template raises
// both generations, another change of the spec raises the object's. Labels,
// annotations and status raise neither.
//
// Upstream 1.37: pkg/registry/apps/daemonset/strategy.go, PrepareForUpdate;
// apiserver:pkg/registry/rest/update.go, BeforeUpdate.
func PrepareForUpdate(updated, old *api.DaemonSet) error {
	if _, err := TemplateGeneration(updated); err != nil {
		return err
	}
	stored, err := TemplateGeneration(old)
	if err != nil {
		return err
	}
	keepIdentity(&updated.ObjectMeta, &old.ObjectMeta)
	dropSwitchedOff(&updated.Spec.Template)
	updated.Status = *old.Status.DeepCopy()
	switch {
	case !semantic.Equal(updated.Spec.Template, old.Spec.Template):
		stored++
		updated.Generation++
	case !sameSpec(updated.Spec, old.Spec):
		updated.Generation++
	}
	setTemplateGeneration(updated, stored)
	return nil
}

// PrepareForStatusUpdate keeps all of old but the status.
//
// Upstream 1.37: pkg/registry/apps/daemonset/strategy.go, daemonSetStatusStrategy.PrepareForUpdate.
func PrepareForStatusUpdate(updated, old *api.DaemonSet) {
	keepIdentity(&updated.ObjectMeta, &old.ObjectMeta)
	updated.Spec = *old.Spec.DeepCopy()
}

// keepIdentity takes over from old what an update leaves out or may not touch.
func keepIdentity(updated, old *api.ObjectMeta) {
	if updated.Namespace == "" {
		updated.Namespace = old.Namespace
	}
	if updated.ResourceVersion == "" {
		updated.ResourceVersion = old.ResourceVersion
	}
	if updated.UID == "" {
		updated.UID = old.UID
	}
	updated.Generation = old.Generation
	updated.CreationTimestamp = old.CreationTimestamp
	updated.DeletionTimestamp = old.DeletionTimestamp
	updated.DeletionGracePeriodSeconds = old.DeletionGracePeriodSeconds
}

// sameSpec tells whether two specs mean the same. Within a rollingUpdate block,
// which OnDelete keeps without defaults, no amount and 0 are the same.
func sameSpec(a, b api.DaemonSetSpec) bool {
	for _, s := range []*api.DaemonSetSpec{&a, &b} {
		if r := s.UpdateStrategy.RollingUpdate; r != nil {
			filled := *r
			for _, amount := range []**api.IntOrString{&filled.MaxUnavailable, &filled.MaxSurge} {
				if *amount == nil {
					*amount = &api.IntOrString{}
				}
			}
			s.UpdateStrategy.RollingUpdate = &filled
		}
	}
	return semantic.Equal(a, b)
}

// TemplateGeneration is how often the template has changed, from the annotation
// that apps/v1 keeps it in; 0 if there is none. The error is about an annotation
// that is no number.
//
// Upstream 1.37: pkg/apis/apps/v1/conversion.go, Convert_v1_DaemonSet_To_apps_DaemonSet.
func TemplateGeneration(ds *api.DaemonSet) (int64, error) {
	text, ok := ds.Annotations[api.DeprecatedTemplateGeneration]
	if !ok {
		return 0, nil
	}
	return strconv.ParseInt(text, 10, 64)
}

// setTemplateGeneration writes the annotation. It copies the map, which others may hold.
func setTemplateGeneration(ds *api.DaemonSet, n int64) {
	annotations := make(map[string]string, len(ds.Annotations)+1)
	maps.Copy(annotations, ds.Annotations)
	annotations[api.DeprecatedTemplateGeneration] = strconv.FormatInt(n, 10)
	ds.Annotations = annotations
}

package meta

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/semantic"
	"github.com/rollscope/rollscope/core/api/validation/field"
)

// Immutable reports a value that an update may not change.
//
// Upstream 1.37: apimachinery:pkg/api/validation/objectmeta.go, ValidateImmutableField.
func Immutable(at *field.Path, updated, old any) {
	if !semantic.Equal(updated, old) {
		at.Invalid(updated, field.IsImmutable)
	}
}

// ObjectUpdate checks the metadata of an update against what is stored.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateObjectMetaUpdate;
// apimachinery:pkg/api/validation/objectmeta.go, ValidateObjectMetaAccessorUpdate. The registry
// checks what is common to all objects before (apiserver:pkg/registry/rest/update.go, BeforeUpdate).
// Differs: an empty resourceVersion is fine, because the registry takes that of
// the stored object for every kind here.
func ObjectUpdate(at *field.Path, updated, old *api.ObjectMeta, scope Scope) {
	Segment(at.Child("name"), updated.Name)
	AllButName(at, updated, scope)
	if old.DeletionTimestamp != nil {
		noNewFinalizers(at.Child("finalizers"), updated.Finalizers, old.Finalizers)
	}
	if updated.Generation < old.Generation {
		at.Child("generation").Invalid(updated.Generation, "must not be decremented")
	}
	Immutable(at.Child("name"), updated.Name, old.Name)
	Immutable(at.Child("namespace"), updated.Namespace, old.Namespace)
	Immutable(at.Child("uid"), updated.UID, old.UID)
	Immutable(at.Child("creationTimestamp"), updated.CreationTimestamp, old.CreationTimestamp)
	Immutable(at.Child("deletionTimestamp"), updated.DeletionTimestamp, old.DeletionTimestamp)
	Immutable(at.Child("deletionGracePeriodSeconds"), updated.DeletionGracePeriodSeconds, old.DeletionGracePeriodSeconds)
	knownFinalizers(at.Child("finalizers"), updated.Finalizers)
}

func noNewFinalizers(at *field.Path, updated, old []string) {
	var added []string
	for _, name := range updated {
		if quoted := strconv.Quote(name); !slices.Contains(old, name) && !slices.Contains(added, quoted) {
			added = append(added, quoted)
		}
	}
	if len(added) > 0 {
		sort.Strings(added)
		at.Forbidden("no new finalizers can be added if the object is being deleted, found new finalizers []string{" + strings.Join(added, ", ") + "}")
	}
}

package volume

import (
	"slices"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/amount"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/meta"
)

// ephemeral checks a volume whose claim is made with the pod; at is the volume.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateEphemeralVolumeSource.
func (r Rules) ephemeral(at *field.Path, v *api.Volume) {
	if template := v.Ephemeral.VolumeClaimTemplate; template == nil {
		at.Child("ephemeral.volumeClaimTemplate").Required("")
	} else {
		claimMeta(at.Child("ephemeral.volumeClaimTemplate.metadata"), &template.ObjectMeta)
		claimSpec(at.Child("ephemeral.volumeClaimTemplate.spec"), &template.Spec)
	}
	if r.PodName == "" || v.Name == "" {
		return
	}
	name := r.PodName + "-" + v.Name
	for _, message := range format.DNSSubdomain(name) {
		at.Child("name").Invalid(v.Name, "PVC name "+strconv.Quote(name)+": "+message)
	}
}

// claimMeta lets a template have labels and annotations and nothing else.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateTemplateObjectMeta.
func claimMeta(at *field.Path, m *api.ObjectMeta) {
	meta.Annotations(at.Child("annotations"), m.Annotations)
	meta.Labels(at.Child("labels"), m.Labels)
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"name", m.Name != ""},
		{"generateName", m.GenerateName != ""},
		{"namespace", m.Namespace != ""},
		{"selfLink", m.SelfLink != ""},
		{"uID", m.UID != ""},
		{"resourceVersion", m.ResourceVersion != ""},
		{"generation", m.Generation != 0},
		{"creationTimestamp", !m.CreationTimestamp.IsZero()},
		{"deletionTimestamp", m.DeletionTimestamp != nil},
		{"deletionGracePeriodSeconds", m.DeletionGracePeriodSeconds != nil},
		{"ownerReferences", m.OwnerReferences != nil},
		{"finalizers", m.Finalizers != nil},
		{"managedFields", m.ManagedFields != nil},
	} {
		if f.set {
			at.Child(f.name).Forbidden("cannot be set")
		}
	}
}

// claimSpec checks what is claimed.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidatePersistentVolumeClaimSpec.
func claimSpec(at *field.Path, spec *api.PersistentVolumeClaimSpec) {
	if len(spec.AccessModes) == 0 {
		at.Child("accessModes").Required("at least 1 access mode is required")
	}
	meta.LabelSelector(at.Child("selector"), spec.Selector, false)
	accessModes(at.Child("accessModes"), spec.AccessModes)
	storage := at.Child("resources").Key("storage")
	if size, ok := spec.Resources.Requests[api.ResourceStorage]; !ok {
		storage.Required("")
	} else {
		amount.Positive(storage, size)
	}
	className(at.Child("storageClassName"), spec.StorageClassName)
	if spec.VolumeMode != nil {
		field.OneOf(at.Child("volumeMode"), *spec.VolumeMode, api.PersistentVolumeBlock, api.PersistentVolumeFilesystem)
	}
	dataSources(at, spec)
	className(at.Child("volumeAttributesClassName"), spec.VolumeAttributesClassName)
}

func accessModes(at *field.Path, modes []api.PersistentVolumeAccessMode) {
	supported := []api.PersistentVolumeAccessMode{api.ReadOnlyMany, api.ReadWriteMany, api.ReadWriteOnce, api.ReadWriteOncePod}
	shared := false
	for _, mode := range modes {
		field.OneOf(at, mode, supported...)
		shared = shared || slices.Contains(supported[:3], mode)
	}
	if shared && slices.Contains(modes, api.ReadWriteOncePod) {
		at.Forbidden("may not use ReadWriteOncePod with other access modes")
	}
}

func className(at *field.Path, name *string) {
	if name != nil && *name != "" {
		at.InvalidEach(*name, format.DNSSubdomain(*name))
	}
}

// dataSources checks what a new volume is filled from. The API server prints a
// path where the value should be, and paths print as {}.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateDataSource, validateDataSourceRef.
func dataSources(at *field.Path, spec *api.PersistentVolumeClaimSpec) {
	source, ref := spec.DataSource, spec.DataSourceRef
	if source != nil {
		dataSource(at.Child("dataSource"), source)
	}
	if ref != nil {
		dataSource(at.Child("dataSourceRef"), &api.TypedLocalObjectReference{APIGroup: ref.APIGroup, Kind: ref.Kind, Name: ref.Name})
		if ref.Namespace != nil && *ref.Namespace != "" {
			at.Child("dataSourceRef.namespace").InvalidEach(*ref.Namespace, format.DNSLabel(*ref.Namespace))
		}
	}
	switch {
	case source == nil || ref == nil:
	case ref.Namespace != nil && *ref.Namespace != "":
		at.Invalid(struct{}{}, "may not be specified when dataSourceRef.namespace is specified")
	case !sameGroup(source.APIGroup, ref.APIGroup) || source.Kind != ref.Kind || source.Name != ref.Name:
		at.Invalid(struct{}{}, "must match dataSourceRef")
	}
}

func dataSource(at *field.Path, source *api.TypedLocalObjectReference) {
	at.Needs("name", source.Name)
	at.Needs("kind", source.Kind)
	if source.APIGroup != nil && *source.APIGroup != "" {
		at.Child("apiGroup").InvalidEach(*source.APIGroup, format.DNSSubdomain(*source.APIGroup))
	} else if source.Kind != "PersistentVolumeClaim" {
		at.Invalid(source.Kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup")
	}
}

func sameGroup(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

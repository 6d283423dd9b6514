package meta

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
)

// Scope says whether objects of a kind live in a namespace.
type Scope bool

// The two scopes.
const (
	Namespaced    Scope = true
	ClusterScoped Scope = false
)

// Object checks the metadata of an object whose name is a DNS subdomain, as
// every kind here has it. at is the path of the metadata.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateObjectMeta;
// apimachinery:pkg/api/validation/objectmeta.go, ValidateObjectMetaAccessor.
// Differs: an empty namespace is fine, because a request has one where the object has none;
// and so is an empty name where one is to be generated, which upstream has done by then.
func Object(at *field.Path, m *api.ObjectMeta, scope Scope) {
	at.Text("generateName", m.GenerateName, format.DNSSubdomainPrefix)
	if m.Name != "" {
		at.Child("name").InvalidEach(m.Name, format.DNSSubdomain(m.Name))
	} else if m.GenerateName == "" {
		at.Child("name").Required("name or generateName is required")
	}
	AllButName(at, m, scope)
	knownFinalizers(at.Child("finalizers"), m.Finalizers)
}

// AllButName checks all metadata but the name.
//
// Upstream 1.37: apimachinery:pkg/api/validation/objectmeta.go, validateObjectMetaAccessorWithOptsCommon.
func AllButName(at *field.Path, m *api.ObjectMeta, scope Scope) {
	namespace(at.Child("namespace"), m.Namespace, scope)
	at.Child("generation").Nonnegative(m.Generation)
	Labels(at.Child("labels"), m.Labels)
	Annotations(at.Child("annotations"), m.Annotations)
	owners(at.Child("ownerReferences"), m.OwnerReferences)
	finalizers(at.Child("finalizers"), m.Finalizers)
	managedFields(at.Child("managedFields"), m.ManagedFields)
}

// Segment checks a name that may be anything that fits between the slashes of a URL.
//
// Upstream 1.37: apimachinery:pkg/api/validate/content/path.go, IsPathSegmentName.
func Segment(at *field.Path, name string) {
	switch name {
	case "":
		at.Required("name or generateName is required")
	case ".", "..":
		at.Invalid(name, "may not be '"+name+"'")
	}
	for _, c := range []string{"/", "%"} {
		if strings.Contains(name, c) {
			at.Invalid(name, "may not contain '"+c+"'")
		}
	}
}

func namespace(at *field.Path, name string, scope Scope) {
	switch {
	case name == "":
	case scope == Namespaced:
		at.InvalidEach(name, format.DNSLabel(name))
	default:
		at.Forbidden("not allowed on this type")
	}
}

// Upstream 1.37: apimachinery:pkg/api/validation/objectmeta.go, ValidateOwnerReferences.
func owners(at *field.Path, refs []api.OwnerReference) {
	controller := ""
	for i, ref := range refs {
		owner(at.Index(i), ref)
		if ref.Controller == nil || !*ref.Controller {
			continue
		}
		if name := ref.Kind + "/" + ref.Name; controller == "" {
			controller = name
		} else {
			at.Invalid(refs, "Only one reference can have Controller set to true. Found \"true\" in references for "+controller+" and "+name)
		}
	}
}

func owner(at *field.Path, ref api.OwnerReference) {
	_, version, grouped := strings.Cut(ref.APIVersion, "/")
	switch {
	case ref.APIVersion == "":
		at.Child("apiVersion").Required("must not be empty")
	case grouped && version == "", strings.Contains(version, "/"):
		at.Child("apiVersion").Invalid(ref.APIVersion, "must be <group>/<version> or <version>")
	}
	for _, f := range []struct{ name, value string }{{"kind", ref.Kind}, {"name", ref.Name}, {"uid", string(ref.UID)}} {
		if f.value == "" {
			at.Child(f.name).Required("must not be empty")
		}
	}
	if strings.TrimPrefix(ref.APIVersion, "/") == "v1" && ref.Kind == "Event" {
		at.Invalid(ref, "/v1, Kind=Event is disallowed from being an owner")
	}
}

// Names of the finalizers that garbage collection understands.
const (
	orphanDependents = "orphan"
	deleteDependents = "foregroundDeletion"
)

// Upstream 1.37: apimachinery:pkg/api/validation/objectmeta.go, ValidateFinalizers.
func finalizers(at *field.Path, names []string) {
	for _, name := range names {
		at.InvalidEach(name, format.LabelKey(name))
	}
	if slices.Contains(names, orphanDependents) && slices.Contains(names, deleteDependents) {
		at.Invalid(names, "finalizer "+orphanDependents+" and "+deleteDependents+" cannot be both set")
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateKubeFinalizerName.
func knownFinalizers(at *field.Path, names []string) {
	standard := []string{string(api.FinalizerKubernetes), orphanDependents, deleteDependents}
	for i, name := range names {
		if !strings.Contains(name, "/") && !slices.Contains(standard, name) {
			at.Index(i).Invalid(name, "name is neither a standard finalizer name nor is it fully qualified")
		}
	}
}

// Upstream 1.37: apimachinery:pkg/apis/meta/v1/validation/validation.go, ValidateManagedFields.
func managedFields(at *field.Path, entries []api.ManagedFieldsEntry) {
	for i, entry := range entries {
		at := at.Index(i)
		if entry.Operation == "" {
			at.Child("operation").Required("must not be empty")
		} else {
			field.OneOf(at.Child("operation"), entry.Operation, "Apply", "Update")
		}
		if entry.FieldsType != "" && entry.FieldsType != "FieldsV1" {
			at.Child("fieldsType").Invalid(entry.FieldsType, "must be `FieldsV1`")
		}
		manager(at.Child("manager"), entry.Manager)
		if len(entry.Subresource) > 256 {
			at.Child("subresource").TooLong(256)
		}
	}
}

func manager(at *field.Path, name string) {
	if len(name) > 128 {
		at.TooLong(128)
	}
	for i, r := range name {
		if !unicode.IsPrint(r) {
			at.Invalid(name, "invalid character "+unprintable(r)+" (at position "+strconv.Itoa(i)+")")
		}
	}
}

// unprintable writes a rune as U+0007.
func unprintable(r rune) string {
	digits := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "U+" + strings.Repeat("0", max(0, 4-len(digits))) + digits
}

// Package reference has the rules for what an environment variable or a file of
// a volume can take its text from: fields of the pod, resources of a container,
// keys of ConfigMaps and Secrets.
package reference

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
)

// EnvFields are the fields that an environment variable can show, in order.
var EnvFields = []string{
	"metadata.name", "metadata.namespace", "metadata.uid",
	"spec.nodeName", "spec.serviceAccountName",
	"status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs",
}

// VolumeFields are the fields that a file of a volume can show, in order.
var VolumeFields = []string{
	"metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid",
}

// known are the fields that have a name at all.
//
// Upstream 1.37: pkg/apis/core/pods/helpers.go, ConvertDownwardAPIFieldLabel.
var known = []string{
	"metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid",
	"spec.nodeName", "spec.restartPolicy", "spec.serviceAccountName", "spec.schedulerName",
	"status.phase", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs",
}

// Field checks a reference to a field of the pod, one of those offered or a
// single label or annotation.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateObjectFieldSelector.
func Field(at *field.Path, ref *api.ObjectFieldSelector, offered []string) {
	switch {
	case ref.APIVersion == "":
		at.Child("apiVersion").Required("")
		return
	case ref.FieldPath == "":
		at.Child("fieldPath").Required("")
		return
	}
	path, key, subscripted := splitSubscript(ref.FieldPath)
	if problem := unknown(ref, path, subscripted); problem != "" {
		at.Child("fieldPath").Invalid(ref.FieldPath, "error converting fieldPath: "+problem)
		return
	}
	switch {
	case subscripted && path == "metadata.annotations":
		at.InvalidEach(strings.ToLower(key), format.LabelKey(strings.ToLower(key)))
	case subscripted:
		at.InvalidEach(key, format.LabelKey(key))
	default:
		field.OneOf(at.Child("fieldPath"), strings.Replace(path, "spec.host", "spec.nodeName", 1), offered...)
	}
}

// unknown words why a field cannot be referred to, "" if it can. The first
// versions of the API said spec.host for spec.nodeName, and still may.
func unknown(ref *api.ObjectFieldSelector, path string, subscripted bool) string {
	switch {
	case ref.APIVersion != "v1":
		return "unsupported pod version: " + ref.APIVersion
	case subscripted && path != "metadata.annotations" && path != "metadata.labels":
		return "field label does not support subscript: " + ref.FieldPath
	case !subscripted && path != "spec.host" && !slices.Contains(known, path):
		return "field label not supported: " + path
	}
	return ""
}

// splitSubscript takes metadata.labels['x'] apart.
//
// Upstream 1.37: pkg/fieldpath/fieldpath.go, SplitMaybeSubscriptedPath.
func splitSubscript(s string) (path, key string, ok bool) {
	inner, closed := strings.CutSuffix(s, "']")
	path, key, opened := strings.Cut(inner, "['")
	if !closed || !opened || path == "" {
		return s, "", false
	}
	return path, key, true
}

// resources are the amounts that can be referred to, beside hugepages.
var resources = []string{
	"limits.cpu", "limits.ephemeral-storage", "limits.memory",
	"requests.cpu", "requests.ephemeral-storage", "requests.memory",
}

// Resource checks a reference to an amount that a container requests or is
// limited to. A volume has to name the container.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateContainerResourceFieldSelector.
func Resource(at *field.Path, ref *api.ResourceFieldSelector, inVolume bool) {
	switch {
	case inVolume && ref.ContainerName == "":
		at.Child("containerName").Required("")
	case ref.Resource == "":
		at.Child("resource").Required("")
	case !isHugePages(ref.Resource):
		field.OneOf(at.Child("resource"), ref.Resource, resources...)
	}
	divisor(at.Child("divisor"), ref)
}

func isHugePages(name string) bool {
	return strings.HasPrefix(name, "requests.hugepages-") || strings.HasPrefix(name, "limits.hugepages-")
}

// units are the divisors for bytes.
var units = []string{"1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateContainerResourceDivisor.
func divisor(at *field.Path, ref *api.ResourceFieldSelector) {
	if ref.Divisor.IsZero() {
		return
	}
	_, name, _ := strings.Cut(ref.Resource, ".")
	allowed, listed := units, strings.Join(units, ", ")
	switch {
	case isHugePages(ref.Resource):
		name = "hugepages"
	case !slices.Contains(resources, ref.Resource):
		return
	case name == "cpu":
		allowed, listed = []string{"1m", "1"}, "1m and 1"
	case name == "ephemeral-storage":
		name = "local ephemeral storage"
	}
	if !slices.Contains(allowed, ref.Divisor.String()) {
		at.Invalid(ref.Resource, "only divisor's values "+listed+" are supported with the "+name+" resource")
	}
}

// Key checks a reference to a key of a ConfigMap or a Secret.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateConfigMapKeySelector, validateSecretKeySelector.
func Key(at *field.Path, object, key string) {
	at.Child("name").InvalidEach(object, format.DNSSubdomain(object))
	at.NeedsText("key", key, format.ConfigKey)
}

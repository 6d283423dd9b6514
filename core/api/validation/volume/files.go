package volume

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/reference"
)

// secret checks a volume with the keys of a Secret as files.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateSecretVolumeSource.
func secret(at *field.Path, s *api.SecretVolumeSource) {
	at.Needs("secretName", s.SecretName)
	mode(at.Child("defaultMode"), s.DefaultMode)
	keys(at.Child("items"), s.Items)
}

// configMap checks a volume with the keys of a ConfigMap as files.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateConfigMapVolumeSource.
func configMap(at *field.Path, s *api.ConfigMapVolumeSource) {
	at.Needs("name", s.Name)
	mode(at.Child("defaultMode"), s.DefaultMode)
	keys(at.Child("items"), s.Items)
}

func keys(at *field.Path, items []api.KeyToPath) {
	for i := range items {
		keyToPath(at.Index(i), &items[i])
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateKeyToPath.
func keyToPath(at *field.Path, item *api.KeyToPath) {
	at.Needs("key", item.Key)
	at.Needs("path", item.Path)
	inVolume(at.Child("path"), item.Path)
	mode(at.Child("mode"), item.Mode)
}

// downwardAPI checks a volume with facts about the pod as files. Errors in an
// item do not say which item.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateDownwardAPIVolumeSource.
func downwardAPI(at *field.Path, s *api.DownwardAPIVolumeSource) {
	mode(at.Child("defaultMode"), s.DefaultMode)
	for i := range s.Items {
		downwardFile(at, &s.Items[i])
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateDownwardAPIVolumeFile.
func downwardFile(at *field.Path, file *api.DownwardAPIVolumeFile) {
	at.Needs("path", file.Path)
	inVolume(at.Child("path"), file.Path)
	switch {
	case file.FieldRef != nil:
		reference.Field(at.Child("fieldRef"), file.FieldRef, reference.VolumeFields)
		if file.ResourceFieldRef != nil {
			at.Invalid("resource", "fieldRef and resourceFieldRef can not be specified simultaneously")
		}
	case file.ResourceFieldRef != nil:
		reference.Resource(at.Child("resourceFieldRef"), file.ResourceFieldRef, true)
	default:
		at.Required("one of fieldRef and resourceFieldRef is required")
	}
	mode(at.Child("mode"), file.Mode)
}

// isKubernetesSigner tells whether a signer's name is one that the Kubernetes
// project keeps for itself.
//
// Upstream 1.37: pkg/apis/core/validation/names.go, IsKubernetesSignerName.
func isKubernetesSigner(name string) bool {
	host, _, _ := strings.Cut(name, "/")
	return host == "kubernetes.io" || strings.HasSuffix(host, ".kubernetes.io")
}

package container

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/reference"
	"github.com/rollscope/rollscope/core/api/validation/volume"
)

// env checks environment variables.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateEnv.
func env(at *field.Path, variables []api.EnvVar) {
	for i := range variables {
		v, at := &variables[i], at.Index(i)
		at.NeedsText("name", v.Name, format.EnvName)
		if v.ValueFrom != nil {
			valueFrom(at.Child("valueFrom"), v)
		}
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateEnvVarValueFrom.
func valueFrom(at *field.Path, v *api.EnvVar) {
	sources := 0
	if from := v.ValueFrom.FieldRef; from != nil {
		sources++
		reference.Field(at.Child("fieldRef"), from, reference.EnvFields)
	}
	if from := v.ValueFrom.ResourceFieldRef; from != nil {
		sources++
		reference.Resource(at.Child("resourceFieldRef"), from, false)
	}
	if from := v.ValueFrom.ConfigMapKeyRef; from != nil {
		sources++
		reference.Key(at.Child("configMapKeyRef"), from.Name, from.Key)
	}
	if from := v.ValueFrom.SecretKeyRef; from != nil {
		sources++
		reference.Key(at.Child("secretKeyRef"), from.Name, from.Key)
	}
	if from := v.ValueFrom.FileKeyRef; from != nil {
		sources++
		fileKey(at.Child("fileKeyRef"), from)
	}
	switch {
	case sources == 0:
		at.Invalid("", "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`")
	case v.Value != "":
		at.Invalid("", "may not be specified when `value` is not empty")
	case sources > 1:
		at.Invalid("", "may not have more than one field specified at a time")
	}
}

// fileKey checks a reference to a variable in a file of a volume.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateFileKeySelector.
func fileKey(at *field.Path, from *api.FileKeySelector) {
	at.NeedsText("key", from.Key, format.EnvName)
	at.NeedsText("volumeName", from.VolumeName, format.DNSLabel)
	if from.Path == "" {
		at.Child("path").Required("")
	} else {
		volume.NoBacksteps(at.Child("path"), from.Path)
	}
}

// FileKeys checks that variables read from files lie in emptyDir volumes. at is
// the path of the container; volumes are all of the pod's, sound or not.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateFileKeyRefVolumes.
func FileKeys(at *field.Path, c *api.Container, volumes []api.Volume) {
	byName := map[string]*api.Volume{}
	for i := range volumes {
		byName[volumes[i].Name] = &volumes[i]
	}
	for i := range c.Env {
		from := c.Env[i].ValueFrom
		if from == nil || from.FileKeyRef == nil {
			continue
		}
		at := at.Child("env").Index(i).Child("valueFrom.fileKeyRef.volumeName")
		name := from.FileKeyRef.VolumeName
		if v := byName[name]; v == nil {
			at.NotFound(name, "")
		} else if v.EmptyDir == nil {
			at.Invalid(name, "referenced volume must be of type emptyDir")
		}
	}
}

// envFrom checks whole ConfigMaps and Secrets taken as variables. That none or
// two are named is said about the list, not about the entry.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateEnvFrom.
func envFrom(at *field.Path, sources []api.EnvFromSource) {
	for i := range sources {
		s, item := &sources[i], at.Index(i)
		item.Text("prefix", s.Prefix, format.EnvName)
		if s.ConfigMapRef != nil {
			objectName(item.Child("configMapRef.name"), s.ConfigMapRef.Name)
		}
		if s.SecretRef != nil {
			objectName(item.Child("secretRef.name"), s.SecretRef.Name)
		}
		switch {
		case s.ConfigMapRef == nil && s.SecretRef == nil:
			at.Invalid("", "must specify one of: `configMapRef` or `secretRef`")
		case s.ConfigMapRef != nil && s.SecretRef != nil:
			at.Invalid("", "may not have more than one field specified at a time")
		}
	}
}

func objectName(at *field.Path, name string) {
	if name == "" {
		at.Required("")
		return
	}
	at.InvalidEach(name, format.DNSSubdomainPrefix(name))
}

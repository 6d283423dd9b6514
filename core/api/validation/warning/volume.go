package warning

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
)

// volumes warns about kinds of volumes that are gone or going.
func (l *list) volumes(at *field.Path, volumes []api.Volume) {
	for i := range volumes {
		v, at := &volumes[i], at.Index(i)
		for _, k := range []struct {
			name string
			set  bool
			text string
		}{
			{"photonPersistentDisk", v.PhotonPersistentDisk != nil, "deprecated in v1.11, non-functional in v1.16+"},
			{"gitRepo", v.GitRepo != nil, "deprecated in v1.11, and disabled by default in v1.33+"},
			{"scaleIO", v.ScaleIO != nil, "deprecated in v1.16, non-functional in v1.22+"},
			{"flocker", v.Flocker != nil, "deprecated in v1.22, non-functional in v1.25+"},
			{"storageOS", v.StorageOS != nil, "deprecated in v1.22, non-functional in v1.25+"},
			{"quobyte", v.Quobyte != nil, "deprecated in v1.22, non-functional in v1.25+"},
			{"glusterfs", v.Glusterfs != nil, "deprecated in v1.25, non-functional in v1.26+"},
		} {
			if k.set {
				l.add(at.Child(k.name), k.text)
			}
		}
		if v.Ephemeral != nil && v.Ephemeral.VolumeClaimTemplate != nil {
			resources := at.Child("ephemeral.volumeClaimTemplate.spec.resources")
			l.fraction(resources.Child("requests"), v.Ephemeral.VolumeClaimTemplate.Spec.Resources.Requests, api.ResourceStorage)
			l.fraction(resources.Child("limits"), v.Ephemeral.VolumeClaimTemplate.Spec.Resources.Limits, api.ResourceStorage)
		}
		if v.CephFS != nil {
			l.add(at.Child("cephfs"), "deprecated in v1.28, non-functional in v1.31+")
		}
		if v.RBD != nil {
			l.add(at.Child("rbd"), "deprecated in v1.28, non-functional in v1.31+")
		}
	}
}

// file is a file in a volume, and from where.
type file struct {
	path   string
	source string // "" where the volume has one source
}

func (f file) String() string {
	if f.source == "" {
		return strconv.Quote(f.path)
	}
	return strconv.Quote(f.path) + " (" + f.source + ")"
}

// overlaps warns about files of one volume of which one is the other, or lies in it.
//
// Upstream 1.37: pkg/api/pod/warnings.go, warningsForOverlappingVirtualPaths.
func (l *list) overlaps(volumes []api.Volume) {
	for i := range volumes {
		v := &volumes[i]
		if v.ConfigMap != nil {
			l.overlapping(v, "ConfigMap "+strconv.Quote(v.ConfigMap.Name), keyFiles(v.ConfigMap.Items, ""))
		}
		if v.Secret != nil {
			l.overlapping(v, "Secret "+strconv.Quote(v.Secret.SecretName), keyFiles(v.Secret.Items, ""))
		}
		if v.DownwardAPI != nil {
			l.overlapping(v, "DownwardAPI", fieldFiles(v.DownwardAPI.Items, ""))
		}
		if v.Projected != nil {
			l.projected(v)
		}
	}
}

func (l *list) projected(v *api.Volume) {
	var files []file
	for _, s := range v.Projected.Sources {
		if s == (api.VolumeProjection{}) {
			l.texts = append(l.texts, "volume "+strconv.Quote(v.Name)+" (Projected) has no sources provided")
		}
		files = append(files, sourceFiles(&s)...)
	}
	l.overlapping(v, "Projected", files)
}

// overlapping compares every file with those before it.
func (l *list) overlapping(v *api.Volume, source string, files []file) {
	for i := range files {
		files[i].path = strings.TrimRight(files[i].path, "/")
		for _, earlier := range files[:i] {
			if inEachOther(files[i], earlier) {
				l.texts = append(l.texts, "volume "+strconv.Quote(v.Name)+" ("+source+"): overlapping paths: "+files[i].String()+" with "+earlier.String())
			}
		}
	}
}

func inEachOther(a, b file) bool {
	if a.path == "" || b.path == "" {
		return false
	}
	return strings.HasPrefix(a.path+"/", b.path+"/") || strings.HasPrefix(b.path+"/", a.path+"/")
}

func keyFiles(items []api.KeyToPath, source string) []file {
	var files []file
	for _, item := range items {
		files = append(files, file{item.Path, source})
	}
	return files
}

func fieldFiles(items []api.DownwardAPIVolumeFile, source string) []file {
	var files []file
	for _, item := range items {
		files = append(files, file{item.Path, source})
	}
	return files
}

// sourceFiles are the files of the first source that is set.
func sourceFiles(s *api.VolumeProjection) []file {
	switch {
	case s.ConfigMap != nil && s.ConfigMap.Items != nil:
		return keyFiles(s.ConfigMap.Items, "ConfigMap "+strconv.Quote(s.ConfigMap.Name))
	case s.Secret != nil && s.Secret.Items != nil:
		return keyFiles(s.Secret.Items, "Secret "+strconv.Quote(s.Secret.Name))
	case s.DownwardAPI != nil && s.DownwardAPI.Items != nil:
		return fieldFiles(s.DownwardAPI.Items, "DownwardAPI")
	case s.ServiceAccountToken != nil:
		return []file{{s.ServiceAccountToken.Path, "ServiceAccountToken"}}
	case s.ClusterTrustBundle != nil:
		return []file{{s.ClusterTrustBundle.Path, "ClusterTrustBundle " + strconv.Quote(bundleName(s.ClusterTrustBundle))}}
	case s.PodCertificate != nil:
		return certificateFiles(s.PodCertificate)
	}
	return nil
}

func bundleName(s *api.ClusterTrustBundleProjection) string {
	switch {
	case s.Name != nil:
		return *s.Name
	case s.SignerName != nil:
		return *s.SignerName
	}
	return ""
}

func certificateFiles(s *api.PodCertificateProjection) []file {
	var files []file
	for _, f := range []file{
		{s.CertificateChainPath, "PodCertificate chain"},
		{s.KeyPath, "PodCertificate key"},
		{s.CredentialBundlePath, "PodCertificate credential bundle"},
	} {
		if f.path != "" {
			files = append(files, f)
		}
	}
	return files
}

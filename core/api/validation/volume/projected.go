package volume

import (
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
)

// projected checks a volume that gathers files from several sources.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateProjectedVolumeSource, validateProjectionSources.
func (r Rules) projected(at *field.Path, s *api.ProjectedVolumeSource) {
	mode(at.Child("defaultMode"), s.DefaultMode)
	p := projection{Rules: r, volume: at}
	for i := range s.Sources {
		p.source(at.Child("sources").Index(i), &s.Sources[i])
	}
}

// projection is the check of one projected volume.
type projection struct {
	Rules
	volume *field.Path // some errors are about the volume, not about the source
	taken  []string    // the paths of files so far
}

// take remembers the path of a file, and reports one that another source has.
func (p *projection) take(path, owner string) {
	if slices.Contains(p.taken, path) {
		p.volume.Invalid(owner, "conflicting duplicate paths")
		return
	}
	p.taken = append(p.taken, path)
}

func (p *projection) source(at *field.Path, s *api.VolumeProjection) {
	count := 0
	if s.Secret != nil {
		count++
		p.keys(at.Child("secret"), s.Secret.Name, s.Secret.Items)
	}
	if s.ConfigMap != nil {
		count++
		p.keys(at.Child("configMap"), s.ConfigMap.Name, s.ConfigMap.Items)
	}
	if s.DownwardAPI != nil {
		count++
		p.downwardAPI(at.Child("downwardAPI"), s.DownwardAPI)
	}
	if s.ServiceAccountToken != nil {
		count++
		p.token(at.Child("serviceAccountToken"), s.ServiceAccountToken)
	}
	if s.ClusterTrustBundle != nil {
		count++
		p.trustBundle(at.Child("clusterTrustBundle"), s.ClusterTrustBundle)
	}
	if s.PodCertificate != nil {
		count++
		p.certificate(at.Child("podCertificate"), s.PodCertificate)
	}
	if count > 1 {
		at.Forbidden("may not specify more than 1 volume type per source")
	}
}

// keys checks the keys of a Secret or a ConfigMap.
func (p *projection) keys(at *field.Path, object string, items []api.KeyToPath) {
	at.Needs("name", object)
	for i := range items {
		keyToPath(at.Child("items").Index(i), &items[i])
		if items[i].Path != "" {
			p.take(items[i].Path, object)
		}
	}
}

func (p *projection) downwardAPI(at *field.Path, s *api.DownwardAPIProjection) {
	for i := range s.Items {
		downwardFile(at, &s.Items[i])
		if path := s.Items[i].Path; path != "" {
			p.take(path, path)
		}
	}
}

// token checks a service account token. Errors in its path are about the volume.
func (p *projection) token(at *field.Path, s *api.ServiceAccountTokenProjection) {
	expires := at.Child("expirationSeconds")
	switch {
	case s.ExpirationSeconds == nil:
		expires.Required("")
	case *s.ExpirationSeconds < 600:
		expires.Invalid(*s.ExpirationSeconds, "may not specify a duration less than 10 minutes")
	case *s.ExpirationSeconds > 1<<32:
		expires.Invalid(*s.ExpirationSeconds, "may not specify a duration larger than 2^32 seconds")
	}
	if s.Path == "" {
		p.volume.Child("path").Required("")
	} else if !p.AnyTokenPath {
		inVolume(p.volume.Child("path"), s.Path)
	}
}

// certificate checks a key and certificate made for the pod.
func (p *projection) certificate(at *field.Path, s *api.PodCertificateProjection) {
	signerName(at.Child("signerName"), s.SignerName)
	userAnnotations(at.Child("userAnnotations"), s.UserAnnotations)
	field.OneOf(at.Child("keyType"), s.KeyType, "RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519")
	certificateLife(at.Child("maxExpirationSeconds"), s)
	count := 0
	for _, file := range []struct{ name, path string }{
		{"credentialBundlePath", s.CredentialBundlePath},
		{"keyPath", s.KeyPath},
		{"certificateChainPath", s.CertificateChainPath},
	} {
		if file.path != "" {
			count++
			inVolume(at.Child(file.name), file.path)
			p.take(file.path, file.path)
		}
	}
	if count == 0 {
		at.Required("specify at least one of credentialBundlePath, keyPath, and certificateChainPath")
	}
}

// certificateLife checks how long a certificate may last: an hour at least, a
// day at most from Kubernetes' own signers, else 91 days.
//
// Upstream 1.37: pkg/apis/certificates/types.go, MaxMaxExpirationSeconds.
func certificateLife(at *field.Path, s *api.PodCertificateProjection) {
	if s.MaxExpirationSeconds == nil {
		return
	}
	longest, shown := int32(91*24*60*60), "7862400"
	if isKubernetesSigner(s.SignerName) {
		longest, shown = 24*60*60, "86400"
	}
	if *s.MaxExpirationSeconds < 3600 {
		at.Invalid(*s.MaxExpirationSeconds, "if provided, maxExpirationSeconds must be >= 3600")
	}
	if *s.MaxExpirationSeconds > longest {
		at.Invalid(*s.MaxExpirationSeconds, "if provided, maxExpirationSeconds must be <= "+shown)
	}
}

// HasNonLocalToken tells whether a token of these volumes lies outside its volume.
//
// Upstream 1.37: pkg/api/pod/util.go, hasNonLocalProjectedTokenPath.
func HasNonLocalToken(volumes []api.Volume) bool {
	return slices.ContainsFunc(volumes, func(v api.Volume) bool {
		return v.Projected != nil && slices.ContainsFunc(v.Projected.Sources, func(s api.VolumeProjection) bool {
			return s.ServiceAccountToken != nil && isNonLocal(s.ServiceAccountToken.Path)
		})
	})
}

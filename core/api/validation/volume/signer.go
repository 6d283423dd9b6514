package volume

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/meta"
)

// bundleForm is how the API server prints a trust bundle that it refuses: by
// its internal field names.
//
// Upstream 1.37: pkg/apis/core/types.go, ClusterTrustBundleProjection.
type bundleForm struct {
	Name          *string
	SignerName    *string
	LabelSelector *api.LabelSelector
	Optional      *bool
	Path          string
	User          *int64
}

// trustBundle checks a source of trust anchors, named or found by its signer.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateProjectionSources.
func (p *projection) trustBundle(at *field.Path, s *api.ClusterTrustBundleProjection) {
	switch {
	case s.Name != nil && s.SignerName != nil:
		at.Invalid(bundleForm(*s), "only one of name and signerName may be used")
	case s.Name != nil:
		if *s.Name == "" {
			at.Child("name").Required("must be a valid object name")
		}
		for _, message := range bundleName(*s.Name) {
			at.Child("name").Invalid(*s.Name, "not a valid clustertrustbundlename: "+message)
		}
		if s.LabelSelector != nil {
			at.Child("labelSelector").Invalid(s.LabelSelector, "labelSelector must be unset if name is specified")
		}
	case s.SignerName != nil:
		if *s.SignerName == "" {
			at.Child("signerName").Required("must be a valid signer name")
		}
		signerName(at.Child("signerName"), *s.SignerName)
		meta.LabelSelector(at.Child("labelSelector"), s.LabelSelector, false)
	default:
		at.Required("either name or signerName must be specified")
	}
	at.Needs("path", s.Path)
	inVolume(at.Child("path"), s.Path)
	p.take(s.Path, s.Path)
}

// bundleName checks the name of a trust bundle. That of a signer starts with the
// signer's name, a colon in place of its slash.
//
// Upstream 1.37: pkg/apis/core/validation/names.go, ValidateClusterTrustBundleName.
func bundleName(name string) []string {
	signer, rest, found := cutLast(name, ":")
	if !found {
		return format.DNSSubdomain(name)
	}
	if signer == "" {
		return []string{`ClusterTrustBundle without signer name must not have ":" in its name`}
	}
	if prefix := strings.ReplaceAll(signer, "/", ":") + ":"; strings.Contains(signer, "/") {
		return []string{"ClusterTrustBundle for signerName " + strings.ReplaceAll(signer, ":", "/") + " must be named with prefix " + prefix}
	}
	return format.DNSSubdomain(rest)
}

// signerName checks the name of a signer: a domain, a slash, and a path of
// subdomains joined by dots.
//
// Upstream 1.37: pkg/apis/core/validation/names.go, ValidateSignerName.
func signerName(at *field.Path, name string) {
	if name == "" {
		at.Required("")
		return
	}
	domain, path, _ := strings.Cut(name, "/")
	if strings.Count(name, "/") != 1 {
		at.Invalid(name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")
		return
	}
	if len(domain) > format.SubdomainMax {
		at.TooLong(format.SubdomainMax)
	}
	firstBadPart(at, domain, format.DNSLabel)
	if !strings.Contains(domain, ".") {
		at.Invalid(domain, "should be a domain with at least two segments separated by dots")
	}
	firstBadPart(at, path, format.DNSSubdomain)
	if longest := 2*format.SubdomainMax + format.LabelNameMax + 2; len(name) > longest {
		at.TooLong(longest)
	}
}

func firstBadPart(at *field.Path, name string, check func(part string) []string) {
	for part := range strings.SplitSeq(name, ".") {
		if wrong := check(part); len(wrong) > 0 {
			for _, message := range wrong {
				at.Invalid(name, "validating label "+strconv.Quote(part)+": "+message)
			}
			return
		}
	}
}

// userAnnotations checks notes for a signer; every key has a domain.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateUserAnnotations;
// apimachinery:pkg/util/validation/validation.go, IsDomainPrefixedKey.
func userAnnotations(at *field.Path, annotations map[string]string) {
	size := 0
	for _, key := range meta.SortedKeys(annotations) {
		size += len(key) + len(annotations[key])
		domainKey(at, strings.ToLower(key))
	}
	if size > meta.AnnotationsMax {
		at.TooLong(meta.AnnotationsMax)
	}
}

func domainKey(at *field.Path, key string) {
	if key == "" {
		at.Required("")
		return
	}
	wrong := format.LabelKey(key)
	at.InvalidEach(key, wrong)
	if len(wrong) == 0 && !strings.Contains(key, "/") {
		at.Invalid(key, "must be a domain-prefixed key (such as \"acme.io/foo\")")
	}
}

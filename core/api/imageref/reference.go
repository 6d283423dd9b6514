// Package imageref reads the names of container images.
package imageref

import (
	"errors"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
)

// Reference is the name of an image, taken apart.
type Reference struct {
	Name   string // with registry: docker.io/library/busybox
	Tag    string // "" if there is none
	Digest string // sha256:…; "" if there is none
}

// What can be wrong with a name.
var (
	errFormat    = errors.New("invalid reference format")
	errUppercase = errors.New("repository name must be lowercase")
	errLong      = errors.New("repository name must not be more than 255 characters")
	errAlgorithm = errors.New("unsupported digest algorithm")
	errLength    = errors.New("invalid checksum digest length")
	errDigest    = errors.New("invalid checksum digest format")
)

// Parse reads a name as Docker does: without a registry it is Docker Hub's, and
// without a namespace there it is in library.
//
// Upstream 1.37: pkg/util/parsers/parsers.go, ParseImageName, which uses
// distribution/reference, ParseNormalizedNamed.
func Parse(image string) (Reference, error) {
	if len(image) == 64 && only(image, isHex) {
		return Reference{}, fmt.Errorf("invalid repository name (%s), cannot specify 64-byte hexadecimal strings", image)
	}
	domain, rest := splitDomain(image)
	path, _, _ := strings.Cut(rest, ":")
	if strings.ToLower(path) != path {
		return Reference{}, fmt.Errorf("invalid reference format: repository name (%s) must be lowercase", path)
	}
	ref, ok := split(domain + "/" + rest)
	if !ok {
		if _, ok := split(strings.ToLower(domain + "/" + rest)); ok {
			return Reference{}, errUppercase
		}
		return Reference{}, errFormat
	}
	if domain, path, _ := strings.Cut(ref.Name, "/"); len(path) > 255 || !isDomain(domain) && len(ref.Name) > 255 {
		return Reference{}, errLong
	}
	return ref, digestError(ref.Digest)
}

// TagOrLatest is the tag by which image is pulled: latest if it names neither
// tag nor digest, "" if it names a digest only or is no valid name.
//
// Upstream 1.37: pkg/util/parsers/parsers.go, ParseImageName.
func TagOrLatest(image string) string {
	ref, err := Parse(image)
	switch {
	case err != nil:
		return ""
	case ref.Tag == "" && ref.Digest == "":
		return "latest"
	}
	return ref.Tag
}

// splitDomain cuts the registry off, or adds Docker Hub's.
func splitDomain(image string) (domain, rest string) {
	const hub = "docker.io"
	first, after, found := strings.Cut(image, "/")
	switch {
	case !found:
		return hub, "library/" + image
	case first == "localhost", first != "index.docker.io" && (strings.ContainsAny(first, ".:") || strings.ToLower(first) != first):
		domain, rest = first, after
	case first == "index.docker.io":
		domain, rest = hub, after
	default:
		domain, rest = hub, image
	}
	if domain == hub && !strings.Contains(rest, "/") {
		rest = "library/" + rest
	}
	return domain, rest
}

// split takes name[:tag][@digest] apart and checks the grammar of each part.
func split(s string) (Reference, bool) {
	var ref Reference
	s, digest, hasDigest := strings.Cut(s, "@")
	if hasDigest && !isDigest(digest) {
		return ref, false
	}
	ref.Name, ref.Digest = s, digest
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, '/') {
		ref.Name, ref.Tag = s[:i], s[i+1:]
		if !isTag(ref.Tag) {
			return ref, false
		}
	}
	domain, path, _ := strings.Cut(ref.Name, "/")
	// What cannot be a host may still be the first part of a path.
	return ref, (isDomain(domain) || isPathPart(domain)) && each(path, "/", isPathPart)
}

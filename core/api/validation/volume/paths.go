package volume

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/validation/field"
)

// NoBacksteps reports a path with an element "..".
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validatePathNoBacksteps.
func NoBacksteps(at *field.Path, path string) {
	if hasBackstep(path) {
		at.Invalid(path, "must not contain '..'")
	}
}

func hasBackstep(path string) bool {
	for element := range strings.SplitSeq(path, "/") {
		if element == ".." {
			return true
		}
	}
	return false
}

// Descending reports a path that is absolute or climbs.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateLocalDescendingPath.
func Descending(at *field.Path, path string) {
	if strings.HasPrefix(path, "/") {
		at.Invalid(path, "must be a relative path")
	}
	NoBacksteps(at, path)
}

// inVolume reports a path that leaves its volume or starts with "..", which the
// kubelet keeps for itself.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateLocalNonReservedPath.
func inVolume(at *field.Path, path string) {
	Descending(at, path)
	if strings.HasPrefix(path, "..") && !strings.HasPrefix(path, "../") {
		at.Invalid(path, "must not start with '..'")
	}
}

// isNonLocal tells whether inVolume reports anything.
func isNonLocal(path string) bool {
	return strings.HasPrefix(path, "/") || strings.HasPrefix(path, "..") || hasBackstep(path)
}

// mode checks the permission bits of files; nil is fine.
func mode(at *field.Path, bits *int32) {
	if bits != nil && (*bits < 0 || *bits > 0o777) {
		at.Invalid(*bits, "must be a number between 0 and 0777 (octal), both inclusive")
	}
}

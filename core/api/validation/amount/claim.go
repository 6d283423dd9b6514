package amount

import (
	"slices"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
)

// claims checks that a container asks for claims of its pod, and for each once:
// either as a whole or by different requests in it.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateResourceClaimNames.
func (r Rules) claims(at *field.Path, claims []api.ResourceClaim) {
	var taken []string
	for i, claim := range claims {
		at := at.Index(i)
		if claim.Name == "" {
			at.Required("")
			continue
		}
		if slices.Contains(taken, claim.Name) {
			at.Duplicate(claim.Name, "")
		} else {
			taken = append(taken, take(at, claim, taken))
		}
		if !slices.Contains(r.Claims, claim.Name) {
			at.NotFound(claim.Name, r.knownClaims())
		}
	}
}

// take checks one claim against those taken before and returns how it is remembered.
func take(at *field.Path, claim api.ResourceClaim, taken []string) string {
	key := claim.Name
	if claim.Request != "" {
		at.Child("request").InvalidEach(claim.Request, format.DNSLabel(claim.Request))
		key += "/" + claim.Request
	}
	inPart := func(earlier string) bool { return strings.HasPrefix(earlier, claim.Name+"/") }
	switch {
	case slices.Contains(taken, key):
		at.Duplicate(key, "")
	case claim.Request == "" && slices.ContainsFunc(taken, inPart):
		at.Duplicate(claim.Name, "")
	}
	return key
}

func (r Rules) knownClaims() string {
	const rule = "must be one of the names in pod.spec.resourceClaims"
	if len(r.Claims) == 0 {
		return rule + " which is empty"
	}
	known := slices.Clone(r.Claims)
	sort.Strings(known)
	return rule + ": " + strings.Join(slices.Compact(known), ", ")
}

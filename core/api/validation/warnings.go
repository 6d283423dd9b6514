package validation

import (
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/semantic"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/warning"
)

// Warnings is what the API server warns about when it takes updated in place of
// old, or for the first time if old is nil. An update that leaves the template
// as it is has no warnings.
//
// Upstream 1.37: pkg/registry/apps/daemonset/strategy.go, WarningsOnCreate, WarningsOnUpdate.
func Warnings(updated, old *api.DaemonSet) []string {
	if old != nil && semantic.Equal(updated.Spec.Template, old.Spec.Template) {
		return nil
	}
	return each(warning.Template(field.Root().Child("spec.template"), &updated.Spec.Template))
}

// PodWarnings is what the API server warns about when it takes a pod.
//
// Upstream 1.37: pkg/api/pod/warnings.go, GetWarningsForPod.
func PodWarnings(pod *api.Pod) []string {
	return each(warning.Pod(pod))
}

// each keeps every text once, as a response does.
func each(texts []string) []string {
	var kept []string
	for _, text := range texts {
		if !slices.Contains(kept, text) {
			kept = append(kept, text)
		}
	}
	return kept
}

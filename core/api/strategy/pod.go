package strategy

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/pods"
	"github.com/rollscope/rollscope/core/api/validation"
	"github.com/rollscope/rollscope/core/api/validation/field"
)

// Refusal is why the API server creates no pod of a template that it has accepted:
// templates are validated more loosely than pods, and admission looks at pods alone.
type Refusal struct {
	// Field is the field of the pod that the refusal is about.
	Field string
	// Class is the priority class that does not exist, "" where it is about something else.
	Class string

	forbidden string // admission's words, "" where validation refuses
	errors    []*validation.FieldError
}

// Message is what the API server answers; admission comes before the pod has a name,
// and knows only what the name is to begin with.
func (r *Refusal) Message(generateName, name string) string {
	if r.forbidden != "" {
		return fmt.Sprintf("pods %q is forbidden: %s", generateName, r.forbidden)
	}
	return field.Sentence("Pod", name, r.errors)
}

// RefusePod says why no pod of a spec with pod defaults is created, nil where one is.
// value, never and found are what the priority class stands for that the spec names, or
// the default one.
//
// Upstream 1.37: plugin/pkg/admission/priority/admission.go, admitPod;
// pkg/apis/core/validation/validation.go, checkHostPortConflicts.
// Differs: of what validation asks of pods and not of templates, only host ports are looked at.
func RefusePod(spec *api.PodSpec, value int32, never, found bool) *Refusal {
	const words = "the %s must not be provided in pod spec; priority admission controller computed %v from the given PriorityClass name"
	policy := api.PreemptLowerPriority
	if never {
		policy = api.PreemptNever
	}
	switch own := spec.PreemptionPolicy; {
	case !found:
		class := spec.PriorityClassName
		return &Refusal{Field: "spec.priorityClassName", Class: class, forbidden: "no PriorityClass with name " + class + " was found"}
	case spec.Priority != nil && *spec.Priority != value:
		given := fmt.Sprintf("integer value of priority (%d)", *spec.Priority)
		return &Refusal{Field: "spec.priority", forbidden: fmt.Sprintf(words, given, value)}
	case own != nil && *own != policy:
		given := fmt.Sprintf("string value of PreemptionPolicy (%s)", *own)
		return &Refusal{Field: "spec.preemptionPolicy", forbidden: fmt.Sprintf(words, given, policy)}
	}
	var errs []*validation.FieldError
	twice := func(list string, containers []api.Container) {
		pods.HostPortsTwice(containers, func(i, j int, port string) {
			path := fmt.Sprintf("%s[%d].ports[%d].hostPort", list, i, j)
			errs = append(errs, &validation.FieldError{Type: field.TypeDuplicate, Path: path, BadValue: strconv.Quote(port)})
		})
	}
	twice("spec.containers", spec.Containers)
	for i := range spec.InitContainers { // the API server counts from 0 for every init container
		twice("spec.initContainers", spec.InitContainers[i:i+1])
	}
	if len(errs) == 0 {
		return nil
	}
	return &Refusal{Field: strings.TrimSuffix(errs[0].Path, ".hostPort"), errors: errs}
}

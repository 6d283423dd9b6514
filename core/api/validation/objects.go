package validation

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/core/api/semantic"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/meta"
	"github.com/rollscope/rollscope/core/api/validation/podspec"
)

// Pod is what is wrong with a pod that is to be created.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidatePodCreate.
func Pod(pod *api.Pod) []*FieldError {
	return field.Collect(func(root *field.Path) { podspec.Pod(root, pod) })
}

// highestUserPriority is the largest value of a PriorityClass that is not Kubernetes' own.
const highestUserPriority = 1000000000

// PriorityClass is what is wrong with a priority class that is to be created.
//
// Upstream 1.37: pkg/apis/scheduling/validation/validation.go, ValidatePriorityClass.
func PriorityClass(pc *api.PriorityClass) []*FieldError {
	return field.Collect(func(root *field.Path) {
		meta.Object(root.Child("metadata"), &pc.ObjectMeta, meta.ClusterScoped)
		switch problem := systemClassProblem(pc); {
		case strings.HasPrefix(pc.Name, "system-") && problem != "":
			root.Child("metadata.name").Forbidden("priority class names with 'system-' prefix are reserved for system use only. error: " + problem)
		case !strings.HasPrefix(pc.Name, "system-") && pc.Value > highestUserPriority:
			root.Child("value").Forbidden("maximum allowed value of a user defined priority is " + strconv.Itoa(highestUserPriority))
		}
		if pc.PreemptionPolicy != nil {
			podspec.PreemptionPolicy(root.Child("preemptionPolicy"), *pc.PreemptionPolicy)
		}
	})
}

// systemClassProblem says why pc is none of the two classes of Kubernetes' own,
// "" if it is one of them.
//
// Upstream 1.37: pkg/apis/scheduling/v1/helpers.go, IsKnownSystemPriorityClass.
func systemClassProblem(pc *api.PriorityClass) string {
	own := map[string]int32{"system-node-critical": 2000001000, "system-cluster-critical": 2000000000}
	value, known := own[pc.Name]
	switch {
	case !known:
		return pc.Name + " is not a known system priority class"
	case pc.Value != value:
		return "value of " + pc.Name + " PriorityClass must be " + strconv.Itoa(int(value))
	case pc.GlobalDefault:
		return "globalDefault of " + pc.Name + " PriorityClass must be false"
	}
	return ""
}

// PriorityClassUpdate is what is wrong with replacing old by updated.
//
// Upstream 1.37: pkg/apis/scheduling/validation/validation.go, ValidatePriorityClassUpdate.
func PriorityClassUpdate(updated, old *api.PriorityClass) []*FieldError {
	return field.Collect(func(root *field.Path) {
		meta.ObjectUpdate(root.Child("metadata"), &updated.ObjectMeta, &old.ObjectMeta, meta.ClusterScoped)
		if updated.Value != old.Value {
			root.Child("value").Forbidden("may not be changed in an update.")
		}
		meta.Immutable(root.Child("preemptionPolicy"), updated.PreemptionPolicy, old.PreemptionPolicy)
	})
}

// budgetForm is how the API server prints a budget that it refuses.
//
// Upstream 1.37: pkg/apis/policy/types.go, PodDisruptionBudgetSpec.
type budgetForm struct {
	MinAvailable               *api.IntOrString
	Selector                   *api.LabelSelector
	MaxUnavailable             *api.IntOrString
	UnhealthyPodEvictionPolicy *api.UnhealthyPodEvictionPolicyType
}

// PodDisruptionBudget is what is wrong with a disruption budget that is to be created.
//
// Upstream 1.37: pkg/apis/policy/validation/validation.go, ValidatePodDisruptionBudget. The
// registry checks the metadata; it asks of the name only that a URL can hold it.
func PodDisruptionBudget(pdb *api.PodDisruptionBudget) []*FieldError {
	return field.Collect(func(root *field.Path) {
		at, spec := root.Child("spec"), &pdb.Spec
		if spec.MinAvailable != nil && spec.MaxUnavailable != nil {
			at.Invalid(budgetForm{spec.MinAvailable, spec.Selector, spec.MaxUnavailable, spec.UnhealthyPodEvictionPolicy},
				"minAvailable and maxUnavailable cannot be both set")
		}
		for _, amount := range []struct {
			name  string
			value *api.IntOrString
		}{{"minAvailable", spec.MinAvailable}, {"maxUnavailable", spec.MaxUnavailable}} {
			if amount.value != nil {
				intOrPercent(at.Child(amount.name), *amount.value)
				atMostAll(at.Child(amount.name), *amount.value)
			}
		}
		meta.LabelSelector(at.Child("selector"), spec.Selector, false)
		if policy := spec.UnhealthyPodEvictionPolicy; policy != nil {
			field.OneOf(at.Child("unhealthyPodEvictionPolicy"), *policy, api.AlwaysAllow, api.IfHealthyBudget)
		}
		meta.Segment(root.Child("metadata.name"), pdb.Name)
		meta.AllButName(root.Child("metadata"), &pdb.ObjectMeta, meta.Namespaced)
	})
}

// ControllerRevision is what is wrong with a revision that is to be created.
//
// Upstream 1.37: pkg/apis/apps/validation/validation.go, ValidateControllerRevisionCreate.
func ControllerRevision(r *api.ControllerRevision) []*FieldError {
	return field.Collect(func(root *field.Path) {
		controllerRevision(root, r)
		revisionContent(root.Child("data"), r.Data.Raw)
	})
}

// ControllerRevisionUpdate is what is wrong with replacing old by updated. Only
// the number may change, in either direction.
//
// Upstream 1.37: pkg/apis/apps/validation/validation.go, ValidateControllerRevisionUpdate.
func ControllerRevisionUpdate(updated, old *api.ControllerRevision) []*FieldError {
	return field.Collect(func(root *field.Path) {
		meta.ObjectUpdate(root.Child("metadata"), &updated.ObjectMeta, &old.ObjectMeta, meta.Namespaced)
		controllerRevision(root, updated)
		if !semantic.Equal(updated.Data.Raw, old.Data.Raw) {
			root.Child("data").Invalid(updated.Data, field.IsImmutable)
		}
	})
}

func controllerRevision(root *field.Path, r *api.ControllerRevision) {
	meta.Object(root.Child("metadata"), &r.ObjectMeta, meta.Namespaced)
	root.Child("revision").Nonnegative(r.Revision)
}

func revisionContent(at *field.Path, raw []byte) {
	data, err := json.Parse(raw)
	switch {
	case raw == nil:
		at.Required("data is mandatory")
	case err != nil:
		at.Invalid("<value omitted>", "error parsing data: "+err.Error())
	case data == nil:
		at.Required("data is mandatory")
	default:
		if _, object := data.(map[string]any); !object {
			at.Required("data must be a valid JSON object")
		}
	}
}

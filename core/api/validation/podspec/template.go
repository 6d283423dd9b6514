package podspec

import (
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/container"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/meta"
	"github.com/rollscope/rollscope/core/api/validation/security"
)

// Template checks a template of pods. The paths of its labels and annotations
// leave out the word metadata.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidatePodTemplateSpec.
func (l Leniency) Template(at *field.Path, t *api.PodTemplateSpec) {
	meta.Labels(at.Child("labels"), t.Labels)
	meta.Annotations(at.Child("annotations"), t.Annotations)
	l.annotations(at.Child("annotations"), t.Annotations, &t.Spec)
	l.Spec(at.Child("spec"), &t.Spec, nil)
	security.AnnotationsMatch(at.Child("spec"), t.Annotations, &t.Spec)
	if len(t.Spec.EphemeralContainers) > 0 {
		at.Child("spec.ephemeralContainers").Forbidden("ephemeral containers not allowed in pod template")
	}
}

// Pod checks a pod that is to be created; root is the root of the object.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidatePodCreate, validatePodMetadataAndSpec.
func Pod(root *field.Path, pod *api.Pod) {
	var l Leniency
	at, spec := root.Child("spec"), &pod.Spec
	meta.Object(root.Child("metadata"), &pod.ObjectMeta, meta.Namespaced)
	l.annotations(root.Child("metadata.annotations"), pod.Annotations, spec)
	l.Spec(at, spec, &pod.ObjectMeta)
	if spec.ServiceAccountName == "" {
		tokensWithoutAccount(at.Child("volumes"), spec.Volumes)
	}
	if grace := spec.TerminationGracePeriodSeconds; grace != nil {
		at.Child("terminationGracePeriodSeconds").Nonnegative(*grace)
	}
	for i := range spec.Containers {
		container.ImageText(at.Item("containers", i), spec.Containers[i].Image)
	}
	for i := range spec.InitContainers {
		container.ImageText(at.Item("initContainers", i), spec.InitContainers[i].Image)
	}
	if len(spec.EphemeralContainers) > 0 {
		at.Child("ephemeralContainers").Forbidden("cannot be set on create")
	}
	if spec.NodeName != "" && len(spec.SchedulingGates) > 0 {
		at.Child("nodeName").Forbidden("cannot be set until all schedulingGates have been cleared")
	}
	security.AnnotationsMatch(at, pod.Annotations, spec)
}

func tokensWithoutAccount(at *field.Path, volumes []api.Volume) {
	for i, v := range volumes {
		if v.Projected == nil {
			continue
		}
		for j, s := range v.Projected.Sources {
			if s.ServiceAccountToken != nil {
				at.Index(i).Child("projected").Item("sources", j).Child("serviceAccountToken").
					Forbidden("must not be specified when serviceAccountName is not set")
			}
		}
	}
}

// annotations checks the annotations that mean something to Kubernetes; at is
// the path of all of them.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidatePodSpecificAnnotations.
// Differs: tolerations in an annotation, which nothing reads since 1.6, are not checked.
func (l Leniency) annotations(at *field.Path, annotations map[string]string, spec *api.PodSpec) {
	if value, ok := annotations[api.MirrorPodAnnotationKey]; ok && spec.NodeName == "" {
		at.Key(api.MirrorPodAnnotationKey).Invalid(value, "must set spec.nodeName if mirror pod annotation is set")
	}
	if problem := deletionCostProblem(annotations); problem != "" && !l.anyDeletionCost {
		at.Key(api.PodDeletionCost).Invalid(annotations[api.PodDeletionCost], problem)
	}
	security.Annotations(at, annotations, spec)
}

// deletionCostProblem says what is wrong with the annotation of how costly it is
// to delete a pod, "" for nothing.
//
// Upstream 1.37: pkg/apis/core/helper/helpers.go, GetDeletionCostFromPodAnnotations.
func deletionCostProblem(annotations map[string]string) string {
	value, ok := annotations[api.PodDeletionCost]
	if !ok {
		return ""
	}
	_, err := strconv.ParseInt(value, 10, 32)
	leadingZero := len(value) > 1 && value[0] == '0'
	if err != nil || leadingZero || value[0] == '+' {
		return "must be a 32bit integer"
	}
	return ""
}

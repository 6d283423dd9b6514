package describe

import (
	"maps"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/resource"
)

// resourceNames are the names in a resource list, in order.
func resourceNames(list api.ResourceList) []api.ResourceName {
	names := make([]api.ResourceName, 0, len(list))
	for name := range list {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool { return names[i] < names[j] })
	return names
}

// amount is what a list holds of a resource, as text; "0" where it holds none.
func amount(list api.ResourceList, name api.ResourceName) string {
	q := list[name]
	return q.String()
}

// podRequests are a pod's requests: what its containers ask for together, then
// what the pod as a whole says, and its overhead.
//
// Upstream 1.37: component-helpers resource/helpers.go, PodRequests.
func podRequests(pod *api.Pod) api.ResourceList {
	sum := resource.Requests(&pod.Spec)
	if r := pod.Spec.Resources; r != nil {
		replace(sum, r.Requests)
	}
	add(sum, pod.Spec.Overhead)
	return sum
}

// podLimits are a pod's limits; overhead counts only where there is a limit.
//
// Upstream 1.37: component-helpers resource/helpers.go, PodLimits.
func podLimits(pod *api.Pod) api.ResourceList {
	sum := resource.Limits(&pod.Spec)
	if r := pod.Spec.Resources; r != nil {
		replace(sum, r.Limits)
	}
	for name, q := range pod.Spec.Overhead {
		if have := sum[name]; !have.IsZero() {
			have.Add(q)
			sum[name] = have
		}
	}
	return sum
}

// add adds the amounts of one list to another.
func add(sum, list api.ResourceList) {
	for name, q := range list {
		if have, ok := sum[name]; ok {
			have.Add(q)
			q = have
		}
		sum[name] = q
	}
}

// replace puts the amounts of one list in place of those in another.
func replace(sum, list api.ResourceList) {
	maps.Copy(sum, list)
}

// qos is a pod's quality of service class.
//
// Upstream 1.37: kubectl pkg/util/qos/qos.go, GetPodQOS.
func qos(pod *api.Pod) api.PodQOSClass {
	if pod.Status.QOSClass != "" {
		return pod.Status.QOSClass
	}
	if r := pod.Spec.Resources; r != nil && len(r.Requests)+len(r.Limits) > 0 {
		return classOf(r)
	}
	class := api.PodQOSClass("")
	for _, list := range [][]api.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
		for i := range list {
			class = joint(class, classOf(&list[i].Resources))
		}
	}
	return joint(class, class)
}

// classOf is the class that one set of requests and limits makes.
func classOf(r *api.ResourceRequirements) api.PodQOSClass {
	class := api.PodQOSClass("")
	if len(r.Requests)+len(r.Limits) == 0 {
		return api.PodQOSBestEffort
	}
	for _, name := range []api.ResourceName{api.ResourceCPU, api.ResourceMemory} {
		request, limit := r.Requests[name], r.Limits[name]
		switch {
		case !request.Equal(limit):
			return api.PodQOSBurstable
		case request.IsZero():
			class = joint(class, api.PodQOSBestEffort)
		default:
			class = joint(class, api.PodQOSGuaranteed)
		}
	}
	return class
}

// joint is the class of two parts: theirs if they agree, else Burstable. The
// first part may be missing.
func joint(a, b api.PodQOSClass) api.PodQOSClass {
	switch {
	case a == "" && b == "":
		return api.PodQOSBestEffort
	case a == "" || a == b:
		return b
	}
	return api.PodQOSBurstable
}

// hugePages says whether a resource is a size of huge pages.
func hugePages(name api.ResourceName) bool {
	return strings.HasPrefix(string(name), api.ResourceHugePagesPrefix)
}

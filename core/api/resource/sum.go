package resource

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/pods"
)

// Requests are what the containers of a pod request together: regular
// containers and sidecars at once, or the largest init container with the
// sidecars started before it, whichever is more.
//
// Upstream 1.37: component-helpers:resource/helpers.go, AggregateContainerRequests.
func Requests(spec *api.PodSpec) api.ResourceList {
	return together(spec, func(c *api.Container) api.ResourceList { return c.Resources.Requests })
}

// Limits are the limits of the containers of a pod, counted as Requests are.
//
// Upstream 1.37: component-helpers:resource/helpers.go, AggregateContainerLimits.
func Limits(spec *api.PodSpec) api.ResourceList {
	return together(spec, func(c *api.Container) api.ResourceList { return c.Resources.Limits })
}

func together(spec *api.PodSpec, of func(c *api.Container) api.ResourceList) api.ResourceList {
	total, sidecars, start := api.ResourceList{}, api.ResourceList{}, api.ResourceList{}
	for i := range spec.Containers {
		add(total, of(&spec.Containers[i]))
	}
	for i := range spec.InitContainers {
		c := &spec.InitContainers[i]
		if pods.IsSidecar(c) {
			add(total, of(c))
			add(sidecars, of(c))
			raise(start, sidecars)
			continue
		}
		now := api.ResourceList{}
		add(now, of(c))
		add(now, sidecars)
		raise(start, now)
	}
	raise(total, start)
	return total
}

func add(list, more api.ResourceList) {
	for name, amount := range more {
		sum := list[name]
		sum.Add(amount)
		list[name] = sum
	}
}

// raise makes every amount of list at least that of floor.
func raise(list, floor api.ResourceList) {
	for name, amount := range floor {
		if have, ok := list[name]; !ok || amount.Cmp(have) > 0 {
			list[name] = amount
		}
	}
}

// Package classes finds the priority classes that DaemonSets name and nobody brings. Who
// hands over a DaemonSet alone has them in the cluster; they are taken to be there.
package classes

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
)

// most is the largest value of a class that is not Kubernetes' own.
//
// Upstream 1.37: pkg/apis/scheduling/types.go, HighestUserDefinablePriority.
const most = 1000000000

// Missing are, of those that DaemonSets (nil for none) name, the classes that are to be taken to be there, by name. The value of each
// is that of a pod which is there and has it, else what a DaemonSet writes beside the
// name, else 0. There are none where the given classes have Kubernetes' own among them,
// as those are all of a cluster; and none whose name begins with system-, as only
// Kubernetes itself makes such.
func Missing(sets []*api.DaemonSet, given []*api.PriorityClass, pods []*api.Pod) []*api.PriorityClass {
	var missing []*api.PriorityClass
	if named(given, "system-node-critical") != nil {
		return nil
	}
	for _, ds := range sets {
		if ds == nil {
			continue
		}
		spec := &ds.Spec.Template.Spec
		name := spec.PriorityClassName
		if name == "" || strings.HasPrefix(name, "system-") || named(given, name) != nil {
			continue
		}
		if named(missing, name) == nil {
			c := &api.PriorityClass{}
			c.APIVersion, c.Kind, c.Name = "scheduling.k8s.io/v1", "PriorityClass", name
			missing = append(missing, c)
		}
		resolve(named(missing, name), spec)
	}
	for _, p := range pods {
		if c := named(missing, p.Spec.PriorityClassName); c != nil {
			resolve(c, &p.Spec)
		}
	}
	slices.SortFunc(missing, func(a, b *api.PriorityClass) int { return strings.Compare(a.Name, b.Name) })
	return missing
}

// resolve takes over what a pod's spec says about its class.
func resolve(c *api.PriorityClass, spec *api.PodSpec) {
	if spec.Priority != nil {
		c.Value = min(*spec.Priority, most)
	}
	if spec.PreemptionPolicy != nil {
		c.PreemptionPolicy = spec.PreemptionPolicy
	}
}

func named(list []*api.PriorityClass, name string) *api.PriorityClass {
	for _, c := range list {
		if c.Name == name {
			return c
		}
	}
	return nil
}

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

// Missing are the classes that are to be taken to be there, by name. Their value is 0,
// or what a DaemonSet writes beside the name. There are none where the given ones have
// Kubernetes' own among them, as those are all of a cluster; and none whose name begins
// with system-, as only Kubernetes itself makes such.
func Missing(sets []*api.DaemonSet, given []*api.PriorityClass) []*api.PriorityClass {
	var missing []*api.PriorityClass
	if named(given, "system-node-critical") != nil {
		return nil
	}
	for _, ds := range sets {
		spec := &ds.Spec.Template.Spec
		name := spec.PriorityClassName
		if name == "" || strings.HasPrefix(name, "system-") || named(given, name) != nil {
			continue
		}
		c := named(missing, name)
		if c == nil {
			c = &api.PriorityClass{}
			c.APIVersion, c.Kind, c.Name = "scheduling.k8s.io/v1", "PriorityClass", name
			missing = append(missing, c)
		}
		if spec.Priority != nil {
			c.Value = min(*spec.Priority, most)
		}
		if spec.PreemptionPolicy != nil {
			c.PreemptionPolicy = spec.PreemptionPolicy
		}
	}
	slices.SortFunc(missing, func(a, b *api.PriorityClass) int { return strings.Compare(a.Name, b.Name) })
	return missing
}

func named(list []*api.PriorityClass, name string) *api.PriorityClass {
	for _, c := range list {
		if c.Name == name {
			return c
		}
	}
	return nil
}

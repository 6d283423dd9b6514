// Package pods walks the containers of a pod.
package pods

import (
	"iter"

	"github.com/rollscope/rollscope/core/api"
)

// Position is where in a pod's spec a container stands.
type Position struct {
	List  string // initContainers, containers or ephemeralContainers
	Index int
}

// Containers yields the containers of a pod of every sort: init containers and
// sidecars first, then regular ones, then ephemeral ones. Changes to a container
// are changes to the pod.
//
// Upstream 1.37: pkg/apis/core/pods/helpers.go, VisitContainersWithPath.
func Containers(spec *api.PodSpec) iter.Seq2[Position, *api.Container] {
	return func(yield func(Position, *api.Container) bool) {
		for i := range spec.InitContainers {
			if !yield(Position{"initContainers", i}, &spec.InitContainers[i]) {
				return
			}
		}
		for i := range spec.Containers {
			if !yield(Position{"containers", i}, &spec.Containers[i]) {
				return
			}
		}
		for i := range spec.EphemeralContainers {
			if !yield(Position{"ephemeralContainers", i}, (*api.Container)(&spec.EphemeralContainers[i].EphemeralContainerCommon)) {
				return
			}
		}
	}
}

// IsSidecar tells whether an init container keeps running beside the regular ones.
//
// Upstream 1.37: pkg/api/pod/util.go, IsRestartableInitContainer.
func IsSidecar(c *api.Container) bool {
	return c.RestartPolicy != nil && *c.RestartPolicy == api.ContainerRestartPolicyAlways
}

// Package facts says what Kubernetes makes of a DaemonSet's manifest, in a shape
// that rules can ask without guarding against what is not there: every field is
// always present, amounts are whole numbers, mounts know their volumes, and what
// the API server adds (defaults, host ports from the node's network, requests from
// limits) is there already.
package facts

import (
	"maps"
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/strategy"
)

// Facts are the facts of one DaemonSet. Paths are as in package decode, from the
// top of the object.
type Facts struct {
	Pod Pod `json:"pod"`
	// Containers are init containers and sidecars first, then regular ones.
	// Ephemeral ones cannot be in a template.
	Containers []Container `json:"containers"`
	// HostMounts are the mounts of volumes that are paths of the node.
	HostMounts []HostMount `json:"host_mounts"`
	// HostPorts are the ports that a pod holds on its node.
	HostPorts []HostPort `json:"host_ports"`
	Strategy  Strategy   `json:"strategy"`
	Placement Placement  `json:"placement"`
	// ReadinessGated says that something besides "it has started" decides whether a
	// pod is ready: a readiness probe of a container that stays, or a readiness gate.
	ReadinessGated bool `json:"readiness_gated"`
	// Tolerations are those of the daemon pods: the template's, then the automatic ones.
	Tolerations []Toleration `json:"tolerations"`
	// Errors is what keeps the manifest from being applied.
	Errors []Error `json:"errors"`
}

// Of reads the facts of a document that holds a DaemonSet. Errors are the mistakes
// that package decode found in the document. Of is meant for any document: one
// with mistakes has the facts of what could be read.
func Of(ds *api.DaemonSet, errors []decode.Error) *Facts {
	stored := ds.DeepCopy()
	verdict := strategy.Admit(stored, nil) // it becomes what an API server stores
	written := &stored.Spec.Template.Spec
	f := &Facts{
		Pod:       podOf(ds.Namespace, stored),
		Placement: placement(written),
		Strategy:  rollout(&stored.Spec),
		Errors:    problems(errors, verdict),
	}
	ports := hostPorts(written)
	pod := &api.Pod{Spec: *written}
	defaults.Pod(pod) // the template, too, is complete from here on
	f.HostPorts = fromNetwork(hostPorts(&pod.Spec), ports)
	f.Containers = containers(&pod.Spec)
	f.HostMounts = hostMounts(&pod.Spec)
	f.Tolerations = tolerations(&pod.Spec)
	f.ReadinessGated = gated(&pod.Spec)
	return f
}

// gated says that something besides having started makes a pod ready.
func gated(spec *api.PodSpec) bool {
	for _, c := range spec.Containers {
		if c.ReadinessProbe != nil {
			return true
		}
	}
	for i := range spec.InitContainers {
		if sidecar(&spec.InitContainers[i]) && spec.InitContainers[i].ReadinessProbe != nil {
			return true
		}
	}
	return len(spec.ReadinessGates) > 0
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

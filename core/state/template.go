package state

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/strategy"
)

// Template is what the pods of one template have in common: a DaemonSet's
// template as its pods get it, or the whole of a single pod that came by itself.
type Template struct {
	// Meta are the labels, annotations and finalizers of the pods. For a daemon
	// pod the labels include controller-revision-hash and pod-template-generation.
	Meta api.ObjectMeta
	// Spec is the pod spec with defaults, Pod-only defaults and, for a daemon
	// pod, the automatic tolerations. The node affinity term that names the
	// node differs from pod to pod and is not in it; it is made when a pod is shown.
	Spec *api.PodSpec

	// Hash and Generation repeat the two labels; "" and 0 where a pod has none.
	Hash       string
	Generation int64

	Requests Resources  // what the scheduler counts for one pod
	Ports    []HostPort // host ports that one pod holds, regular containers and sidecars
	Priority int32
	// PreemptNever is preemptionPolicy Never.
	PreemptNever bool
	GraceSeconds int64 // terminationGracePeriodSeconds
	// Refused is why the API server creates no pod of it at present; nil where it does.
	Refused *strategy.Refusal
}

// HostPort is a port that a pod holds on its node.
type HostPort struct {
	Protocol string
	IP       string // "" is every address
	Port     int32
}

// NodeName is the node the template itself names in spec.nodeName, "" for none.
func (t *Template) NodeName() string { return t.Spec.NodeName }

package facts

import (
	"maps"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/pods"
)

// Pod is what holds for the daemon pods as a whole, with defaults.
type Pod struct {
	Namespace   string `json:"namespace"` // of the DaemonSet; "" if the manifest names none
	HostNetwork bool   `json:"host_network"`
	HostPID     bool   `json:"host_pid"`
	HostIPC     bool   `json:"host_ipc"`
	DNSPolicy   string `json:"dns_policy"`
	// ServiceAccount is the account's name; "" for the namespace's default account.
	ServiceAccount string `json:"service_account"`
	// TokenMounted says that the account's token is mounted as far as the pod has a say.
	TokenMounted  bool   `json:"token_mounted"`
	PriorityClass string `json:"priority_class"` // "" if there is none
	NodeName      string `json:"node_name"`      // "" if there is none
	// BestEffort says that no container, nor the pod as a whole, requests or limits anything.
	BestEffort bool `json:"best_effort"`
	// Times are in seconds.
	GraceSeconds    int64 `json:"grace_seconds"`
	MinReadySeconds int32 `json:"min_ready_seconds"`
	// HistoryLimit is how many old revisions are kept.
	HistoryLimit int32 `json:"history_limit"`
}

// Placement is what the template asks of nodes.
type Placement struct {
	NodeSelector map[string]string `json:"node_selector"`
	// Terms are those of the required node affinity, one of which a node has to meet;
	// empty if any node will do. Restricted says whether there is such an affinity.
	Terms      []Term `json:"terms"`
	Restricted bool   `json:"restricted"`
	// Keys are the labels that are asked about anywhere: selector, required and
	// preferred affinity.
	Keys []Key `json:"keys"`
}

// Term is a list of requirements that a node has to meet all of.
type Term struct {
	Labels []Requirement `json:"labels"`
	Fields []Requirement `json:"fields"`
}

// Requirement is one question about a label or a field of a node.
type Requirement struct {
	Key      string   `json:"key"`
	Operator string   `json:"operator"`
	Values   []string `json:"values"`
}

// Key is a label that the template asks about, and where.
type Key struct {
	Key  string `json:"key"`
	Path string `json:"path"`
	// Required says that nodes without an answer are ruled out.
	Required bool `json:"required"`
}

func podOf(namespace string, ds *api.DaemonSet) Pod {
	spec := &ds.Spec.Template.Spec
	out := Pod{
		Namespace: namespace, HostNetwork: spec.HostNetwork, HostPID: spec.HostPID, HostIPC: spec.HostIPC,
		DNSPolicy: string(spec.DNSPolicy), ServiceAccount: spec.ServiceAccountName,
		TokenMounted:  spec.AutomountServiceAccountToken == nil || *spec.AutomountServiceAccountToken,
		PriorityClass: spec.PriorityClassName, NodeName: spec.NodeName, MinReadySeconds: ds.Spec.MinReadySeconds,
	}
	out.BestEffort = bestEffort(spec)
	if spec.TerminationGracePeriodSeconds != nil {
		out.GraceSeconds = *spec.TerminationGracePeriodSeconds
	}
	if ds.Spec.RevisionHistoryLimit != nil {
		out.HistoryLimit = *ds.Spec.RevisionHistoryLimit
	}
	return out
}

func bestEffort(spec *api.PodSpec) bool {
	empty := func(r *api.ResourceRequirements) bool { return r == nil || len(r.Requests)+len(r.Limits) == 0 }
	for _, c := range pods.Containers(spec) {
		if !empty(&c.Resources) {
			return false
		}
	}
	return empty(spec.Resources)
}

func placement(spec *api.PodSpec) Placement {
	out := Placement{NodeSelector: map[string]string{}, Terms: []Term{}, Keys: []Key{}}
	maps.Copy(out.NodeSelector, spec.NodeSelector)
	for _, key := range sortedKeys(spec.NodeSelector) {
		out.Keys = append(out.Keys, Key{key, fmt.Sprintf("spec.template.spec.nodeSelector[%s]", key), true})
	}
	if spec.Affinity == nil || spec.Affinity.NodeAffinity == nil {
		return out
	}
	const at = "spec.template.spec.affinity.nodeAffinity"
	affinity := spec.Affinity.NodeAffinity
	if required := affinity.RequiredDuringSchedulingIgnoredDuringExecution; required != nil {
		out.Restricted = true
		for i, t := range required.NodeSelectorTerms {
			path := fmt.Sprintf("%s.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[%d]", at, i)
			out.Terms = append(out.Terms, Term{requirements(t.MatchExpressions), requirements(t.MatchFields)})
			out.Keys = append(out.Keys, keys(path, t, true)...)
		}
	}
	for i, p := range affinity.PreferredDuringSchedulingIgnoredDuringExecution {
		path := fmt.Sprintf("%s.preferredDuringSchedulingIgnoredDuringExecution[%d].preference", at, i)
		out.Keys = append(out.Keys, keys(path, p.Preference, false)...)
	}
	return out
}

func requirements(list []api.NodeSelectorRequirement) []Requirement {
	out := []Requirement{}
	for _, r := range list {
		out = append(out, Requirement{r.Key, string(r.Operator), append([]string{}, r.Values...)})
	}
	return out
}

func keys(path string, t api.NodeSelectorTerm, required bool) []Key {
	var out []Key
	for i, r := range t.MatchExpressions {
		out = append(out, Key{r.Key, fmt.Sprintf("%s.matchExpressions[%d]", path, i), required})
	}
	return out
}

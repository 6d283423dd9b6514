// Package kinds knows the kinds of objects that the simulated API server has:
// by which names kubectl takes them, and how to list and find them.
package kinds

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
)

// Kind is one kind of object.
type Kind struct {
	Name       string // DaemonSet
	Group      string // apps; "" for the core group
	Version    string // v1
	Plural     string // daemonsets
	Short      string // ds
	Namespaced bool
	InAll      bool // part of kubectl get all
	Verbs      string
}

// all lists the kinds in the order of kubectl api-resources.
var all = []Kind{
	{"Event", "", "v1", "events", "ev", true, false, "get,list"},
	{"Node", "", "v1", "nodes", "no", false, false, "create,delete,get,list,patch,update"},
	{"Pod", "", "v1", "pods", "po", true, true, "create,delete,get,list,patch,update"},
	{"ControllerRevision", "apps", "v1", "controllerrevisions", "", true, false, "create,delete,get,list,patch,update"},
	{"DaemonSet", "apps", "v1", "daemonsets", "ds", true, true, "create,delete,get,list,patch,update"},
	{"PodDisruptionBudget", "policy", "v1", "poddisruptionbudgets", "pdb", true, false, "create,delete,get,list,patch,update"},
	{"PriorityClass", "scheduling.k8s.io", "v1", "priorityclasses", "pc", false, false, "create,delete,get,list,patch,update"},
}

// All are the kinds there are. The slice must not be changed.
func All() []Kind { return all }

// Named is the kind of that name, such as DaemonSet; it must exist.
func Named(name string) Kind {
	for _, k := range all {
		if k.Name == name {
			return k
		}
	}
	panic("kinds: no kind " + name)
}

// Of finds the kind of a manifest.
func Of(apiVersion, kind string) (Kind, bool) {
	for _, k := range all {
		if k.Name == kind && k.APIVersion() == apiVersion {
			return k, true
		}
	}
	return Kind{}, false
}

// APIVersion is group/version as manifests spell it.
func (k Kind) APIVersion() string {
	if k.Group == "" {
		return k.Version
	}
	return k.Group + "/" + k.Version
}

// Resource is the plural with the group, as error messages name a kind: daemonsets.apps.
func (k Kind) Resource() string { return k.with(k.Plural) }

// Type is the singular with the group, as kubectl names an object: daemonset.apps.
func (k Kind) Type() string { return k.with(strings.ToLower(k.Name)) }

func (k Kind) with(name string) string {
	if k.Group == "" {
		return name
	}
	return name + "." + k.Group
}

// Lookup finds a kind by any name that kubectl takes: plural, singular, short
// name or kind, alone or with .group or .version.group behind it. Capitals do
// not count.
//
// Upstream 1.37: cli-runtime pkg/resource/builder.go, mappingFor.
func Lookup(arg string) (Kind, error) {
	name, suffix, _ := strings.Cut(strings.ToLower(arg), ".")
	for _, k := range all {
		if name != k.Plural && name != strings.ToLower(k.Name) && (name != k.Short || name == "") {
			continue
		}
		if suffix == "" || suffix == k.Group || suffix == k.Version || suffix == k.Version+"."+k.Group {
			return k, nil
		}
	}
	return Kind{}, unknown(arg, name)
}

// unknown is kubectl's complaint; for a kind that a real cluster has it says
// that rollscope does not model it.
func unknown(arg, name string) error {
	err := fmt.Errorf("the server doesn't have a resource type %q", arg)
	if resource, group, ok := strings.Cut(arg, "."); ok {
		err = fmt.Errorf("the server doesn't have a resource type %q in group %q", resource, group)
	}
	for _, k := range strings.Fields(real) {
		for _, alias := range strings.Split(k, "/") {
			if name == alias || name == strings.TrimSuffix(alias, "s") {
				return fmt.Errorf("%w\nrollscope: hint: it models %s only", err, modelled())
			}
		}
	}
	return err
}

// real are kinds that a real cluster has and this one has not.
const real = "deployments/deploy replicasets/rs statefulsets/sts jobs cronjobs/cj services/svc endpoints/ep endpointslices " +
	"configmaps/cm secrets namespaces/ns serviceaccounts/sa persistentvolumeclaims/pvc persistentvolumes/pv storageclasses/sc " +
	"ingresses/ing networkpolicies/netpol roles rolebindings clusterroles clusterrolebindings replicationcontrollers/rc " +
	"horizontalpodautoscalers/hpa resourcequotas/quota limitranges/limits leases customresourcedefinitions/crd runtimeclasses " +
	"podtemplates componentstatuses/cs csinodes csidrivers volumeattachments"

func modelled() string {
	names := make([]string, len(all))
	for i, k := range all {
		names[i] = k.Plural
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// Expand turns a comma-separated list of types into kinds, each once; "all" is
// what kubectl get all shows.
func Expand(list string) ([]Kind, error) {
	var out []Kind
	seen := map[string]bool{}
	add := func(k Kind) {
		if !seen[k.Name] {
			seen[k.Name] = true
			out = append(out, k)
		}
	}
	for _, arg := range strings.Split(list, ",") {
		if arg == "all" {
			for _, k := range all {
				if k.InAll {
					add(k)
				}
			}
			continue
		}
		k, err := Lookup(arg)
		if err != nil {
			return nil, err
		}
		add(k)
	}
	return out, nil
}

package kinds

import (
	"errors"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Object is an object of the cluster.
type Object struct {
	Kind  Kind
	Meta  *api.ObjectMeta // part of Value; not to be changed
	Value any             // *api.DaemonSet, *api.Pod, …; not to be changed
}

// Wrap makes an Object of a typed value such as *api.DaemonSet.
func Wrap(value any) Object {
	switch v := value.(type) {
	case *api.DaemonSet:
		return Object{Named("DaemonSet"), &v.ObjectMeta, v}
	case *api.Pod:
		return Object{Named("Pod"), &v.ObjectMeta, v}
	case *api.Node:
		return Object{Named("Node"), &v.ObjectMeta, v}
	case *api.ControllerRevision:
		return Object{Named("ControllerRevision"), &v.ObjectMeta, v}
	case *api.PriorityClass:
		return Object{Named("PriorityClass"), &v.ObjectMeta, v}
	case *api.PodDisruptionBudget:
		return Object{Named("PodDisruptionBudget"), &v.ObjectMeta, v}
	case *api.Event:
		return Object{Named("Event"), &v.ObjectMeta, v}
	}
	panic(fmt.Sprintf("kinds: no kind for a %T", value))
}

// wrapped makes Objects of typed values.
func wrapped[T any](list []T) []Object {
	out := make([]Object, len(list))
	for i, v := range list {
		out[i] = Wrap(v)
	}
	return out
}

// List lists the objects of a kind in a namespace, "" for all, as the API
// server orders them: by namespace, then name.
func (k Kind) List(c *core.Cluster, namespace string) []Object {
	switch k.Name {
	case "DaemonSet":
		return wrapped(c.DaemonSets(namespace))
	case "Pod":
		return wrapped(c.Pods(namespace))
	case "Node":
		return wrapped(c.Nodes())
	case "ControllerRevision":
		return wrapped(c.Revisions(namespace))
	case "PriorityClass":
		return wrapped(c.PriorityClasses())
	case "PodDisruptionBudget":
		return wrapped(c.PodDisruptionBudgets(namespace))
	}
	return wrapped(Events(c, namespace))
}

// Events are the Events of a namespace as the API server orders them: their
// names begin with the name of the object, and go on with the time.
func Events(c *core.Cluster, namespace string) []*api.Event {
	list := c.KubernetesEvents(namespace)
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.Namespace != b.Namespace {
			return a.Namespace < b.Namespace
		}
		return a.InvolvedObject.Name < b.InvolvedObject.Name
	})
	return list
}

// Find finds one object, or answers as the API server does where there is none.
func (k Kind) Find(c *core.Cluster, namespace, name string) (Object, error) {
	if !k.Namespaced {
		namespace = ""
	}
	if k.Name == "Event" {
		for _, o := range k.List(c, namespace) {
			if o.Meta.Name == name {
				return o, nil
			}
		}
	} else if v, ok := c.Find(k.Name, namespace, name); ok {
		return Wrap(v), nil
	}
	return Object{}, &core.APIError{Reason: "NotFound", Message: fmt.Sprintf("%s %q not found", k.Resource(), name)}
}

// Tree is the object as kubectl gets it from the API server.
func (o Object) Tree() tree.Map { return Trees([]Object{o})[0] }

// Trees are the objects as kubectl gets them. Many at once are much quicker than
// one by one: the shapes of their types are looked at once.
func Trees(objects []Object) []tree.Map {
	values := make([]any, len(objects))
	for i, o := range objects {
		values[i] = o.Value
	}
	list, err := tree.OfList(values)
	if err != nil {
		panic("kinds: an object that JSON cannot hold: " + err.Error())
	}
	out := make([]tree.Map, len(objects))
	for i, o := range objects {
		out[i] = list[i].(tree.Map)
		out[i]["apiVersion"], out[i]["kind"] = o.Kind.APIVersion(), o.Kind.Name
	}
	return out
}

// Shown are Trees as kubectl shows them of a cluster: with their resource versions.
func Shown(c *core.Cluster, objects []Object) []tree.Map {
	trees := Trees(objects)
	versions := c.Versions()
	for i, o := range objects {
		v := versions[core.Object{Kind: o.Kind.Name, Namespace: o.Meta.Namespace, Name: o.Meta.Name}]
		if meta, ok := trees[i]["metadata"].(tree.Map); ok && v != "" {
			meta["resourceVersion"] = v
		}
	}
	return trees
}

// Type and name of the object as kubectl writes them: daemonset.apps/agent.
func (o Object) String() string { return o.Kind.Type() + "/" + o.Meta.Name }

// Typed reads a tree strictly into a typed object, a new one. The error is what
// the API server's decoder says.
//
// Upstream 1.37: apimachinery pkg/runtime/serializer/json, strict decoding.
func Typed(m tree.Map) (any, error) {
	r := decode.File("", tree.JSON(m))
	if len(r.Errors) > 0 {
		return nil, Mistakes(r.Errors)
	}
	if len(r.Documents) != 1 || r.Documents[0].Object == nil {
		return nil, errors.New("not an object that rollscope models")
	}
	return r.Documents[0].Object, nil
}

// Mistakes are the errors of a manifest in the words of the API server's decoder.
func Mistakes(list []decode.Error) error {
	var strict []string
	for _, e := range list {
		said := e.Upstream
		if said == "" {
			said = e.Message
		}
		if e.Code != decode.CodeUnknownField && e.Code != decode.CodeDuplicateField {
			return errors.New(said)
		}
		strict = append(strict, said)
	}
	return errors.New("strict decoding error: " + strings.Join(strict, ", "))
}

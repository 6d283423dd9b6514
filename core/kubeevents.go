package core

import (
	"sort"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// Kubernetes Events are made from what the simulator's own events report.

// eventKey is what makes repeated Events one with a count.
//
// Upstream 1.37: client-go tools/record/events_cache.go, getEventKey.
type eventKey struct {
	about                          Object
	source, reason, message, field string
	warning                        bool
}

// KubernetesEvents are the Event objects of a namespace ("" for all) as kubectl
// get events lists them. Those about nodes are in namespace default. Repeated
// ones are counted, as clients do. Without Options.Record there are none.
//
// Differs: upstream drops and combines Events beyond a rate for each object and
// keeps them for an hour; here all are kept.
func (c *Cluster) KubernetesEvents(namespace string) []*api.Event {
	seen := map[eventKey]*api.Event{}
	var out []*api.Event
	for i := range c.Events() {
		e := &c.events[i]
		for _, r := range e.Reports {
			about := e.About
			if about == (Object{}) {
				about = e.Object
			}
			where := about.Namespace
			if where == "" {
				where = "default"
			}
			if namespace != "" && where != namespace {
				continue
			}
			k := eventKey{about, r.Source, r.Reason, r.Message, r.Field, r.Warning}
			if o := seen[k]; o != nil {
				o.Count++
				o.LastTimestamp = c.Clock(e.At)
				continue
			}
			o := c.kubernetesEvent(e, about, where, r)
			seen[k] = o
			out = append(out, o)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Namespace < out[j].Namespace })
	return out
}

func (c *Cluster) kubernetesEvent(e *Event, about Object, namespace string, r state.Report) *api.Event {
	o := &api.Event{Reason: r.Reason, Message: r.Message, Type: "Normal", Count: 1}
	if r.Warning {
		o.Type = "Warning"
	}
	o.Kind, o.APIVersion = "Event", "v1"
	o.Namespace = namespace
	o.Name = about.Name + "." + strconv.FormatUint(mix(uint64(e.Number), about.Name+r.Reason+r.Message), 16)
	o.CreationTimestamp = c.Clock(e.At)
	o.FirstTimestamp, o.LastTimestamp = c.Clock(e.At), c.Clock(e.At)
	o.Source.Component = r.Source
	if r.Source == "kubelet" {
		o.Source.Host = e.Node
	}
	o.InvolvedObject = api.ObjectReference{Kind: about.Kind, Namespace: about.Namespace, Name: about.Name, FieldPath: r.Field}
	if about.Kind == "DaemonSet" {
		o.InvolvedObject.APIVersion = "apps/v1"
	} else {
		o.InvolvedObject.APIVersion = "v1"
	}
	return o
}

package scheduler

import (
	"encoding/json"
	"maps"
	"reflect"
	"sort"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/internal/oracle"
)

type placeRequest struct {
	Place struct {
		Manifest string `json:"manifest"`
		Nodes    []struct {
			Name          string            `json:"name"`
			Labels        map[string]string `json:"labels"`
			Taints        []api.Taint       `json:"taints"`
			Unschedulable bool              `json:"unschedulable"`
			Ready         *bool             `json:"ready"`
			Unreachable   bool              `json:"unreachable"`
			Allocatable   api.ResourceList  `json:"allocatable"`
		} `json:"nodes"`
	} `json:"place"`
}

type placeAnswer struct {
	Nodes []struct {
		Node      string   `json:"node"`
		WouldBind bool     `json:"schedulerWouldBind"`
		Why       []string `json:"why"`
	} `json:"nodes"`
}

// The recorded answers name the taint, as the scheduler's log does; the message of
// FailedScheduling does not, so the name is cut off before comparing.
func TestOracleFilters(t *testing.T) {
	requests := oracle.Lines[placeRequest](t, oracle.Recording(t, "place.req.jsonl"))
	answers := oracle.Lines[placeAnswer](t, oracle.Recording(t, "place.res.jsonl"))
	if len(requests) == 0 || len(requests) != len(answers) {
		t.Fatalf("%d requests, %d answers", len(requests), len(answers))
	}
	count := oracle.Count{Apart: []string{"the recorded filters name the taint, as the log of the scheduler does; the message of FailedScheduling does not, so the name is left out"}}
	for i := range requests {
		set := setOf(t, requests[i].Place.Manifest)
		for j, want := range answers[i].Nodes {
			r := requests[i].Place.Nodes[j]
			object := &api.Node{}
			object.Name, object.Labels = r.Name, r.Labels
			object.Spec.Unschedulable = r.Unschedulable
			object.Spec.Taints = recordedTaints(r.Taints, r.Ready == nil || *r.Ready, r.Unreachable)
			object.Status.Allocatable = allocatable(r.Allocatable)
			node := &state.Node{Object: object, Room: state.RoomOf(object)}
			s := scene{t: set, self: state.None, namespace: "default", labels: set.Meta.Labels, node: node}
			got, bind := refusals(&s)
			if bind != want.WouldBind || !reflect.DeepEqual(got, texts(want.Why)) {
				t.Errorf("request %d, %s: bind %v %q, recorded %v %q", i+1, r.Name, bind, got, want.WouldBind, texts(want.Why))
			} else {
				count.Agree++
			}
			count.Of++
		}
	}
	count.Tell(t, "filters")
}

func setOf(t *testing.T, manifest string) *state.Template {
	t.Helper()
	var set api.DaemonSet
	if err := json.Unmarshal([]byte(manifest), &set); err != nil {
		t.Fatal(err)
	}
	spec := set.Spec.Template.Spec
	spec.Tolerations = append(spec.Tolerations, daemonTolerations(spec.HostNetwork)...)
	if a := spec.Affinity; a != nil && a.NodeAffinity != nil {
		a.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution = nil // a daemon pod names its node instead
	}
	return state.NewTemplate(set.Spec.Template.ObjectMeta, &spec, nil)
}

func daemonTolerations(hostNetwork bool) []api.Toleration {
	var out []api.Toleration
	add := func(key string, effect api.TaintEffect) {
		out = append(out, api.Toleration{Key: key, Operator: api.TolerationOpExists, Effect: effect})
	}
	add(api.TaintNodeNotReady, api.TaintEffectNoExecute)
	add(api.TaintNodeUnreachable, api.TaintEffectNoExecute)
	add(api.TaintNodeDiskPressure, api.TaintEffectNoSchedule)
	add(api.TaintNodeMemoryPressure, api.TaintEffectNoSchedule)
	add(api.TaintNodePIDPressure, api.TaintEffectNoSchedule)
	add(api.TaintNodeUnschedulable, api.TaintEffectNoSchedule)
	if hostNetwork {
		add(api.TaintNodeNetworkUnavailable, api.TaintEffectNoSchedule)
	}
	return out
}

// recordedTaints are a node's taints as the recording had them: those of the Ready
// condition follow from it, whatever the request says.
func recordedTaints(given []api.Taint, ready, unreachable bool) []api.Taint {
	var out []api.Taint
	for _, t := range given {
		if t.Key != api.TaintNodeNotReady && t.Key != api.TaintNodeUnreachable {
			out = append(out, t)
		}
	}
	key := api.TaintNodeNotReady
	switch {
	case unreachable:
		key = api.TaintNodeUnreachable
	case ready:
		return out
	}
	return append(out, api.Taint{Key: key, Effect: api.TaintEffectNoSchedule}, api.Taint{Key: key, Effect: api.TaintEffectNoExecute})
}

// allocatable fills what a recorded node leaves out.
func allocatable(list api.ResourceList) api.ResourceList {
	out := api.ResourceList{
		api.ResourceCPU: api.MustParseQuantity("4"), api.ResourceMemory: api.MustParseQuantity("8Gi"),
		api.ResourceEphemeralStorage: api.MustParseQuantity("50Gi"), api.ResourcePods: api.MustParseQuantity("110"),
	}
	maps.Copy(out, list)
	return out
}

// refusals are the texts of all filters that refuse the pod, sorted.
func refusals(s *scene) (out []string, bind bool) {
	out = []string{}
	for i := range filters {
		out = append(out, filters[i].run(s).failures...)
	}
	sort.Strings(out)
	return out, len(out) == 0
}

func texts(recorded []string) []string {
	out := []string{}
	for _, text := range recorded {
		text, _, _ = strings.Cut(text, " {")
		out = append(out, text)
	}
	sort.Strings(out)
	return out
}

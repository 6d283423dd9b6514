package daemon

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/oracle"
)

type placeRequest struct {
	Place struct {
		Manifest string
		Nodes    []struct {
			Name   string
			Labels map[string]string
			Taints []api.Taint
			Ready  *bool
		}
	}
}

type placeAnswer struct {
	DesiredNumberScheduled, MaxSurge, MaxUnavailable int
	Nodes                                            []struct {
		Node                             string
		ShouldRun, ShouldContinueRunning bool
	}
}

// defaulted reads a manifest and fills in the strategy as an API server does.
func defaulted(t *testing.T, manifest string) *api.DaemonSet {
	t.Helper()
	ds := &api.DaemonSet{}
	if err := json.Unmarshal([]byte(manifest), ds); err != nil {
		t.Fatal(err)
	}
	s := &ds.Spec.UpdateStrategy
	if s.Type == "" {
		s.Type = api.RollingUpdateDaemonSetStrategyType
	}
	defaults := rolling(1, 0).RollingUpdate
	if s.Type == api.RollingUpdateDaemonSetStrategyType {
		if s.RollingUpdate == nil {
			s.RollingUpdate = defaults
		}
		if s.RollingUpdate.MaxUnavailable == nil {
			s.RollingUpdate.MaxUnavailable = defaults.MaxUnavailable
		}
		if s.RollingUpdate.MaxSurge == nil {
			s.RollingUpdate.MaxSurge = defaults.MaxSurge
		}
	}
	return ds
}

func TestOraclePlacements(t *testing.T) {
	questions := oracle.Lines[placeRequest](t, oracle.Recording(t, "place.req.jsonl"))
	answers := oracle.Lines[placeAnswer](t, oracle.Recording(t, "place.res.jsonl"))
	var count, limits oracle.Count
	for i, q := range questions {
		line, a := i+1, answers[i]
		ds := defaulted(t, q.Place.Manifest)
		placer, desired := NewPlacer(ds), 0
		for i, n := range q.Place.Nodes {
			node := &api.Node{}
			node.Name, node.Labels = n.Name, n.Labels
			for _, taint := range n.Taints { // these follow from the node's readiness there
				if taint.Effect != api.TaintEffectNoSchedule || taint.Key != api.TaintNodeNotReady && taint.Key != api.TaintNodeUnreachable {
					node.Spec.Taints = append(node.Spec.Taints, taint)
				}
			}
			if n.Ready != nil && !*n.Ready {
				node.Spec.Taints = append(node.Spec.Taints, notReady, notReadyDead)
			}
			got := placer.Place(node)
			count.Of++
			if want := (Placement{a.Nodes[i].ShouldRun, a.Nodes[i].ShouldContinueRunning}); got != want {
				t.Errorf("line %d, node %s: %+v, the controller says %+v", line, n.Name, got, want)
			} else {
				count.Agree++
			}
			if got.ShouldRun {
				desired++
			}
			explained(t, ds, node)
		}
		unavailable, surge, err := Limits(ds, desired)
		limits.Of++
		if err != nil || desired != a.DesiredNumberScheduled || unavailable != a.MaxUnavailable || surge != a.MaxSurge {
			t.Errorf("line %d: desired %d, maxUnavailable %d, maxSurge %d (%v), the controller says %d, %d, %d",
				line, desired, unavailable, surge, err, a.DesiredNumberScheduled, a.MaxUnavailable, a.MaxSurge)
		} else {
			limits.Agree++
		}
	}
	count.Tell(t, "placements")
	limits.Tell(t, "limits")
}

// explained holds Explain to the placement: every check passes if and only if a
// pod should run, and carrying out all repairs makes it so.
func explained(t *testing.T, ds *api.DaemonSet, node *api.Node) {
	t.Helper()
	placer := NewPlacer(ds)
	ok := true
	checks := placer.Explain(node)
	repaired, mended := node.DeepCopy(), ds.DeepCopy()
	for _, c := range checks {
		ok = ok && c.OK
		if _, known := reason.Lookup(c.Why.Code); !known || c.Message == "" || c.OK != (c.Fix == "") {
			t.Errorf("check %+v is not explained", c)
		}
		c.edit.apply(repaired, mended)
	}
	place := placer.Place(node)
	if ok != place.ShouldRun {
		t.Errorf("checks %+v, but placement %+v", checks, place)
	}
	if !NewPlacer(mended).Place(repaired).ShouldRun {
		t.Errorf("repairs do not help: %+v on labels %v", checks, node.Labels)
	}
	if (placer.expels(node) == "") != place.MayStay {
		t.Errorf("expels says %q, but placement %+v", placer.expels(node), place)
	}
}

func (e *edit) apply(n *api.Node, ds *api.DaemonSet) {
	n.Labels = withLabels(n.Labels, e.labels)
	spec := &ds.Spec.Template.Spec
	if e.tolerate != nil {
		spec.Tolerations = append(spec.Tolerations, *e.tolerate)
	}
	if e.unsetName {
		spec.NodeName = ""
	}
	delete(spec.NodeSelector, e.unsetKey)
	if e.term != nil {
		required := spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
		required.NodeSelectorTerms = append(required.NodeSelectorTerms, *e.term)
	}
}

func TestRepairsOfRandomTemplatesAndNodesHelp(t *testing.T) {
	keys, values := []string{"zone", "disk", "cores"}, []string{"a", "b", "3", "7"}
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 3))
		ds, node := newSet().Object, &api.Node{}
		node.Name, node.Labels = "n1", map[string]string{}
		spec := &ds.Spec.Template.Spec
		spec.NodeSelector = map[string]string{}
		for _, k := range keys {
			if r.IntN(2) == 0 {
				node.Labels[k] = values[r.IntN(4)]
			}
			if r.IntN(4) == 0 {
				spec.NodeSelector[k] = values[r.IntN(4)]
			}
		}
		if r.IntN(5) == 0 {
			spec.NodeName = []string{"n1", "n2"}[r.IntN(2)]
		}
		var terms []api.NodeSelectorTerm
		for range r.IntN(3) {
			terms = append(terms, randomTerm(r, keys, values))
		}
		spec.Affinity = &api.Affinity{NodeAffinity: &api.NodeAffinity{
			RequiredDuringSchedulingIgnoredDuringExecution: &api.NodeSelector{NodeSelectorTerms: terms},
		}}
		for _, taint := range []api.Taint{dead, notReady, cordon, {Key: "gpu", Value: "x", Effect: api.TaintEffectNoSchedule}} {
			if r.IntN(4) == 0 {
				node.Spec.Taints = append(node.Spec.Taints, taint)
			}
		}
		explained(t, ds, node)
	}
}

func randomTerm(r *rand.Rand, keys, values []string) (term api.NodeSelectorTerm) {
	for range r.IntN(4) {
		e := api.NodeSelectorRequirement{Key: keys[r.IntN(3)]}
		switch r.IntN(6) {
		case 0, 1:
			e.Operator, e.Values = api.NodeSelectorOpIn, values[:1+r.IntN(4)]
		case 2:
			e.Operator, e.Values = api.NodeSelectorOpNotIn, values[r.IntN(4):]
		case 3:
			e.Operator = api.NodeSelectorOpExists
		case 4:
			e.Operator = api.NodeSelectorOpDoesNotExist
		case 5:
			e.Operator, e.Values = api.NodeSelectorOpGt, []string{"5"}
		}
		term.MatchExpressions = append(term.MatchExpressions, e)
	}
	if r.IntN(4) == 0 {
		term.MatchFields = []api.NodeSelectorRequirement{{Key: "metadata.name", Operator: api.NodeSelectorOpIn, Values: []string{"n2"}}}
	}
	return term
}

func TestExplainNamesEachCheckInTheControllersOrder(t *testing.T) {
	ds := newSet().Object
	spec := &ds.Spec.Template.Spec
	spec.NodeName = "n2"
	spec.NodeSelector = map[string]string{"pool": "edge", "disk": "ssd", "arch": "arm64"}
	spec.Affinity = &api.Affinity{NodeAffinity: &api.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &api.NodeSelector{
		NodeSelectorTerms: []api.NodeSelectorTerm{{MatchExpressions: []api.NodeSelectorRequirement{
			{Key: "zone", Operator: api.NodeSelectorOpIn, Values: []string{"a", "b"}},
		}}},
	}}}
	node := &api.Node{}
	node.Name, node.Labels = "n1", map[string]string{"pool": "core", "arch": "arm64"}
	node.Spec.Taints = []api.Taint{
		cordon,
		{Key: "gpu", Value: "x", Effect: api.TaintEffectNoSchedule},
		notReady, dead,
		{Key: "soft", Effect: api.TaintEffectPreferNoSchedule},
	}
	var got []string
	for _, c := range NewPlacer(ds).Explain(node) {
		got = append(got, fmt.Sprintf("%s %v %s %s", c.Check, c.OK, c.Why.Code, c.Repair.Text))
	}
	want := `nodeName false PlaceNameDiffers spec.template.spec.nodeName
nodeSelector arch true PlaceLabelMatches
nodeSelector disk false PlaceLabelMissing kubectl label node n1 disk=ssd
nodeSelector pool false PlaceLabelDiffers kubectl label node n1 pool=edge --overwrite
nodeAffinity false PlaceAffinityFails kubectl label node n1 zone=a
taint node.kubernetes.io/unschedulable:NoSchedule true PlaceTaintTolerated
taint gpu=x:NoSchedule false PlaceTaintNoSchedule {key: gpu, operator: Equal, value: x, effect: NoSchedule}
taint node.kubernetes.io/not-ready:NoSchedule false PlaceTaintNotReady {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoSchedule}
taint dead:NoExecute false PlaceTaintNoExecute {key: dead, operator: Exists, effect: NoExecute}`
	for i, line := range strings.Split(want, "\n") {
		if i >= len(got) || strings.TrimSpace(got[i]) != line {
			t.Fatalf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), want)
		}
	}
}

func TestExplainNamesWhatNothingAsksFor(t *testing.T) {
	node := &api.Node{}
	node.Name = "n1"
	node.Spec.Taints = []api.Taint{{Key: "soft", Effect: api.TaintEffectPreferNoSchedule}}
	var got []string
	for _, c := range NewPlacer(newSet().Object).Explain(node) {
		got = append(got, fmt.Sprintf("%s %v %s", c.Check, c.OK, c.Why.Code))
	}
	want := "nodeName true PlaceNameUnset\nnodeSelector, nodeAffinity true PlaceNothingAsked\ntaints true PlaceNoTaints"
	if strings.Join(got, "\n") != want {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), want)
	}
}

func TestAutomaticTolerationsReplaceTheSameAndFollowOthers(t *testing.T) {
	seconds := int64(60)
	mine := []api.Toleration{
		{Key: api.TaintNodeUnreachable, Effect: api.TaintEffectNoExecute, TolerationSeconds: &seconds},
		{Key: api.TaintNodeNotReady, Operator: api.TolerationOpExists, Effect: api.TaintEffectNoExecute, TolerationSeconds: &seconds},
		{Key: api.TaintNodeDiskPressure, Operator: api.TolerationOpExists},
	}
	got := ""
	for _, tol := range AddTolerations(mine, true) {
		got += strings.TrimPrefix(tol.Key, "node.kubernetes.io/") + ":" + string(tol.Effect)
		if tol.TolerationSeconds != nil {
			got += " 60s"
		}
		got += "\n"
	}
	want := "unreachable:NoExecute 60s\nnot-ready:NoExecute\ndisk-pressure:\nunreachable:NoExecute\ndisk-pressure:NoSchedule\n" +
		"memory-pressure:NoSchedule\npid-pressure:NoSchedule\nunschedulable:NoSchedule\nnetwork-unavailable:NoSchedule\n"
	if got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
	if mine[1].TolerationSeconds == nil || len(AddTolerations(nil, false)) != 6 {
		t.Error("the template's own list was edited, or the number of automatic tolerations is off")
	}
}

func TestTemplateOfNewPods(t *testing.T) {
	ds := newSet().Object
	ds.Spec.Template.Labels = map[string]string{"app": "agent", "controller-revision-hash": "mine"}
	ds.Spec.Template.Spec.PriorityClassName = "high"
	tpl := Template(ds, "abc", func(class string) (int32, bool) { return int32(len(class)), true })
	if tpl.Hash != "abc" || tpl.Generation != 2 || tpl.Priority != 4 || !tpl.PreemptNever || len(tpl.Spec.Tolerations) != 6 {
		t.Errorf("template %+v", tpl)
	}
	if links := tpl.Spec.EnableServiceLinks; links == nil || !*links || tpl.Spec.RestartPolicy != api.RestartPolicyAlways {
		t.Error("the pods lack what Kubernetes fills in on pods")
	}
	if ds.Spec.Template.Labels["controller-revision-hash"] != "mine" || len(ds.Spec.Template.Spec.Tolerations) != 0 {
		t.Error("the DaemonSet itself was edited")
	}
	ds.Annotations = map[string]string{api.DeprecatedTemplateGeneration: "x"}
	if tpl := Template(ds, "", nil); tpl.Generation != 0 || tpl.Hash != "mine" {
		t.Errorf("without a hash and a generation that can be read: %+v", tpl)
	}
}

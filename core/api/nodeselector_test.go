package api_test

import (
	"math/rand/v2"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	schedulinghelpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/klog/v2"

	"github.com/rollscope/rollscope/core/api"
)

func randomNodeTerm(random *rand.Rand) api.NodeSelectorTerm {
	var term api.NodeSelectorTerm
	for range random.IntN(3) {
		term.MatchExpressions = append(term.MatchExpressions, api.NodeSelectorRequirement{
			Key: choose(random, someKeys), Operator: api.NodeSelectorOperator(choose(random, someOperators)), Values: randomValues(random),
		})
	}
	for range random.IntN(2) {
		term.MatchFields = append(term.MatchFields, api.NodeSelectorRequirement{
			Key:      choose(random, []string{"metadata.name", "metadata.name", "metadata.namespace", ""}),
			Operator: api.NodeSelectorOperator(choose(random, someOperators)),
			Values:   [][]string{{"node-1"}, {"node-2"}, {"node-1", "node-2"}, {""}, nil}[random.IntN(5)],
		})
	}
	return term
}

func randomAffinity(random *rand.Rand) *api.Affinity {
	switch random.IntN(8) {
	case 0:
		return nil
	case 1:
		return &api.Affinity{}
	case 2:
		return &api.Affinity{NodeAffinity: &api.NodeAffinity{}}
	}
	required := &api.NodeSelector{}
	for range random.IntN(4) {
		required.NodeSelectorTerms = append(required.NodeSelectorTerms, randomNodeTerm(random))
	}
	return &api.Affinity{NodeAffinity: &api.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: required}}
}

func sameAffinity(t *testing.T, random *rand.Rand) bool {
	t.Helper()
	selector, affinity := map[string]string(nil), randomAffinity(random)
	if random.IntN(3) == 0 {
		selector = randomLabels(random)
	}
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: choose(random, []string{"node-1", "node-2", "", "node-3"}), Labels: randomLabels(random)}}
	var theirs *corev1.Affinity
	if affinity != nil {
		theirs = &corev1.Affinity{}
		convert(t, affinity, theirs)
	}
	want, _ := nodeaffinity.NewRequiredNodeAffinity(selector, theirs).Match(node)
	ours := api.NewRequiredNodeAffinity(selector, affinity)
	if got := ours.Matches(node.Name, node.Labels); got != want {
		t.Fatalf("selector %v, affinity %+v on %q %v: %v, want %v", selector, affinity, node.Name, node.Labels, got, want)
	}
	return want
}

func TestRequiredNodeAffinityEqualsUpstreamAtRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	matched := 0
	for range 20000 {
		if sameAffinity(t, random) {
			matched++
		}
	}
	if matched < 2000 || matched > 18000 {
		t.Errorf("%d of 20000 matched, which tests little", matched)
	}
}

func FuzzRequiredNodeAffinity(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) { sameAffinity(t, rand.New(rand.NewPCG(a, b))) })
}

func TestOnlyFieldsNameNodes(t *testing.T) {
	byName := &api.Affinity{NodeAffinity: &api.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &api.NodeSelector{
		NodeSelectorTerms: []api.NodeSelectorTerm{{MatchFields: []api.NodeSelectorRequirement{
			{Key: "metadata.name", Operator: api.NodeSelectorOpIn, Values: []string{"node-1"}},
		}}},
	}}}
	named, plain := api.NewRequiredNodeAffinity(nil, byName), api.NewRequiredNodeAffinity(map[string]string{"a": "b"}, nil)
	if !named.NamesNodes() || plain.NamesNodes() {
		t.Error("only the affinity with matchFields depends on names")
	}
}

func randomTaint(random *rand.Rand) api.Taint {
	return api.Taint{
		Key:    choose(random, []string{"a", "b", "c", ""}),
		Value:  choose(random, []string{"", "x", "5", "7"}),
		Effect: api.TaintEffect(choose(random, []string{"NoSchedule", "NoExecute", "PreferNoSchedule", ""})),
	}
}

func randomToleration(random *rand.Rand) api.Toleration {
	return api.Toleration{
		Key:      choose(random, []string{"a", "b", "", "c"}),
		Operator: api.TolerationOperator(choose(random, []string{"", "Exists", "Equal", "Lt", "Gt", "exists"})),
		Value:    choose(random, []string{"", "x", "5", "7"}),
		Effect:   api.TaintEffect(choose(random, []string{"", "NoSchedule", "NoExecute", "PreferNoSchedule"})),
	}
}

func sameTolerations(t *testing.T, random *rand.Rand) {
	t.Helper()
	var taints []api.Taint
	var tolerations []api.Toleration
	for range random.IntN(4) {
		taints = append(taints, randomTaint(random))
		tolerations = append(tolerations, randomToleration(random))
	}
	var theirTaints []corev1.Taint
	var theirTolerations []corev1.Toleration
	convert(t, taints, &theirTaints)
	convert(t, tolerations, &theirTolerations)
	hard := func(taint *corev1.Taint) bool {
		return taint.Effect == corev1.TaintEffectNoSchedule || taint.Effect == corev1.TaintEffectNoExecute
	}
	want, found := schedulinghelpers.FindMatchingUntoleratedTaint(klog.Logger{}, theirTaints, theirTolerations, hard, false)
	got := api.FirstUntolerated(taints, tolerations, api.TaintEffectNoSchedule, api.TaintEffectNoExecute)
	if (got != nil) != found || (found && got.String() != want.ToString()) {
		t.Fatalf("taints %v, tolerations %v: %v, want %v", taints, tolerations, got, want)
	}
	for i := range taints {
		want := schedulinghelpers.TolerationsTolerateTaint(klog.Logger{}, theirTolerations, &theirTaints[i], false)
		if got := api.Tolerated(tolerations, &taints[i]); got != want || taints[i].String() != theirTaints[i].ToString() {
			t.Fatalf("taint %v, tolerations %v: %v, want %v", taints[i], tolerations, got, want)
		}
		if taints[0].SameTaint(&taints[i]) != theirTaints[0].MatchTaint(&theirTaints[i]) ||
			tolerations[0].SameToleration(&tolerations[i]) != theirTolerations[0].MatchToleration(&theirTolerations[i]) {
			t.Fatalf("sameness of %v and %v", taints, tolerations)
		}
	}
}

func TestTolerationsEqualUpstreamAtRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for range 20000 {
		sameTolerations(t, random)
	}
}

func FuzzTolerations(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) { sameTolerations(t, rand.New(rand.NewPCG(a, b))) })
}

package resource_test

import (
	"encoding/json"
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	upstream "k8s.io/component-helpers/resource"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/resource"
)

func randomList(random *rand.Rand) api.ResourceList {
	amounts := []string{"0", "10m", "1", "1500m", "64Mi", "1Gi", "3"}
	list := api.ResourceList{}
	for _, name := range []api.ResourceName{"cpu", "memory", "example.com/device", "hugepages-2Mi"} {
		if random.Intn(2) == 0 {
			list[name] = api.MustParseQuantity(amounts[random.Intn(len(amounts))])
		}
	}
	return list
}

func randomContainers(random *rand.Rand, sidecars bool) []api.Container {
	always := api.ContainerRestartPolicyAlways
	containers := make([]api.Container, random.Intn(4))
	for i := range containers {
		containers[i].Resources = api.ResourceRequirements{Requests: randomList(random), Limits: randomList(random)}
		if sidecars && random.Intn(2) == 0 {
			containers[i].RestartPolicy = &always
		}
	}
	return containers
}

func TestPodsAskForWhatUpstreamSaysTheyDo(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for range 2_000 {
		pod := api.Pod{Spec: api.PodSpec{Containers: randomContainers(random, false), InitContainers: randomContainers(random, true)}}
		text, err := json.Marshal(pod)
		if err != nil {
			t.Fatal(err)
		}
		var theirs corev1.Pod
		if err := json.Unmarshal(text, &theirs); err != nil {
			t.Fatal(err)
		}
		same(t, text, upstream.AggregateContainerRequests(&theirs, upstream.PodResourcesOptions{}), resource.Requests(&pod.Spec))
		same(t, text, upstream.AggregateContainerLimits(&theirs, upstream.PodResourcesOptions{}), resource.Limits(&pod.Spec))
	}
}

func same(t *testing.T, pod []byte, want corev1.ResourceList, got api.ResourceList) {
	t.Helper()
	theirs, ours := map[string]string{}, map[string]string{}
	for name, amount := range want {
		theirs[string(name)] = amount.String()
	}
	for name, amount := range got {
		ours[string(name)] = amount.String()
	}
	if diff := cmp.Diff(theirs, ours); diff != "" {
		t.Fatalf("%s\n(-upstream +ours):\n%s", pod, diff)
	}
}

func TestNamesOfResourcesSayWhatTheyAre(t *testing.T) {
	for _, c := range []struct {
		name                                 api.ResourceName
		standard, container, extended, whole bool
	}{
		{"cpu", true, true, false, false},
		{"ephemeral-storage", true, true, false, false},
		{"hugepages-2Mi", true, true, false, false},
		{"pods", true, false, false, true},
		{"limits.cpu", true, false, false, false},
		{"gpu", false, false, false, false},
		{"nvidia.com/gpu", false, false, true, true},
		{"requests.example.com/x", false, false, false, false},
		{"kubernetes.io/batch-cpu", false, false, false, false},
	} {
		if got := resource.IsStandard(c.name); got != c.standard {
			t.Errorf("IsStandard(%s) = %v", c.name, got)
		}
		if got := resource.IsForContainers(c.name); got != c.container {
			t.Errorf("IsForContainers(%s) = %v", c.name, got)
		}
		if got := resource.IsExtended(c.name); got != c.extended {
			t.Errorf("IsExtended(%s) = %v", c.name, got)
		}
		if got := resource.IsWhole(c.name); got != c.whole {
			t.Errorf("IsWhole(%s) = %v", c.name, got)
		}
	}
}

func TestHugePagesComeWhole(t *testing.T) {
	for _, c := range []struct {
		name   api.ResourceName
		amount string
		want   bool
	}{
		{"hugepages-2Mi", "4Mi", true},
		{"hugepages-2Mi", "3Mi", false},
		{"hugepages-1Gi", "1Gi", true},
		{"hugepages-", "1Gi", false},
		{"hugepages-0", "1Gi", false},
		{"hugepages-1m", "1Gi", false},
	} {
		if got := resource.FillsPages(c.name, api.MustParseQuantity(c.amount)); got != c.want {
			t.Errorf("FillsPages(%s, %s) = %v", c.name, c.amount, got)
		}
	}
}

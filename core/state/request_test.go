package state

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/rollscope/rollscope/core/api"
)

func list(pairs ...string) api.ResourceList {
	out := api.ResourceList{}
	for i := 0; i < len(pairs); i += 2 {
		out[api.ResourceName(pairs[i])] = api.MustParseQuantity(pairs[i+1])
	}
	return out
}

func asking(requests, limits api.ResourceList) api.Container {
	return api.Container{Resources: api.ResourceRequirements{Requests: requests, Limits: limits}}
}

func sidecar(c api.Container) api.Container {
	always := api.ContainerRestartPolicyAlways
	c.RestartPolicy = &always
	return c
}

func TestRequestsOfAPodAddUpAsTheSchedulerCounts(t *testing.T) {
	cpu := func(amount string) api.Container { return asking(list("cpu", amount), nil) }
	cases := []struct {
		name string
		spec api.PodSpec
		want Resources
	}{
		{"nothing", api.PodSpec{Containers: []api.Container{{}}}, Resources{}},
		{"containers run together", api.PodSpec{Containers: []api.Container{cpu("100m"), cpu("250m")}}, Resources{MilliCPU: 350}},
		{"init containers run one by one", api.PodSpec{InitContainers: []api.Container{cpu("300m"), cpu("200m")}, Containers: []api.Container{cpu("100m")}}, Resources{MilliCPU: 300}},
		{"a sidecar runs beside the containers", api.PodSpec{InitContainers: []api.Container{sidecar(cpu("50m"))}, Containers: []api.Container{cpu("100m")}}, Resources{MilliCPU: 150}},
		{"and beside init containers after it", api.PodSpec{InitContainers: []api.Container{sidecar(cpu("50m")), cpu("300m")}, Containers: []api.Container{cpu("100m")}}, Resources{MilliCPU: 350}},
		{"but not beside those before it", api.PodSpec{InitContainers: []api.Container{cpu("300m"), sidecar(cpu("50m"))}, Containers: []api.Container{cpu("100m")}}, Resources{MilliCPU: 300}},
		{"overhead comes on top", api.PodSpec{Containers: []api.Container{cpu("100m")}, Overhead: list("cpu", "10m", "memory", "1Mi")}, Resources{MilliCPU: 110, Memory: 1 << 20}},
		{"a limit stands in for a request", api.PodSpec{Containers: []api.Container{asking(list("cpu", "100m"), list("cpu", "2", "memory", "1Gi"))}}, Resources{MilliCPU: 100, Memory: 1 << 30}},
		{"devices by name", api.PodSpec{Containers: []api.Container{asking(nil, list("b.test/x", "2", "a.test/y", "1"))}}, Resources{Extended: []Extended{{"a.test/y", 1}, {"b.test/x", 2}}}},
		{"fractions of a byte are added before rounding", api.PodSpec{Containers: []api.Container{asking(list("memory", "500m"), nil), asking(list("memory", "500m"), nil)}}, Resources{Memory: 1}},
		{"the pod's own requests replace", api.PodSpec{Containers: []api.Container{cpu("100m")}, Resources: &api.ResourceRequirements{Requests: list("cpu", "1")}}, Resources{MilliCPU: 1000}},
		{"with overhead", api.PodSpec{Containers: []api.Container{cpu("100m")}, Overhead: list("cpu", "10m"), Resources: &api.ResourceRequirements{Requests: list("cpu", "1")}}, Resources{MilliCPU: 1010}},
		{"only what they name", api.PodSpec{Containers: []api.Container{asking(list("cpu", "100m", "memory", "1Mi"), nil)}, Resources: &api.ResourceRequirements{Requests: list("cpu", "1")}}, Resources{MilliCPU: 1000, Memory: 1 << 20}},
		{"a limit of the pod where nobody requests", api.PodSpec{Containers: []api.Container{cpu("100m")}, Resources: &api.ResourceRequirements{Limits: list("cpu", "2", "memory", "1Mi")}}, Resources{MilliCPU: 100, Memory: 1 << 20}},
		{"a request of zero is one", api.PodSpec{Containers: []api.Container{cpu("0")}, Resources: &api.ResourceRequirements{Limits: list("cpu", "2")}}, Resources{}},
		{"huge pages follow the pod's limit", api.PodSpec{Containers: []api.Container{asking(nil, list("hugepages-2Mi", "2Mi"))}, Resources: &api.ResourceRequirements{Limits: list("hugepages-2Mi", "4Mi")}}, Resources{Extended: []Extended{{"hugepages-2Mi", 4 << 20}}}},
	}
	for _, c := range cases {
		if got := PodRequests(&c.spec); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// The peak of a pod's life, found by going through it moment by moment.
func TestRequestsAreThePeakOfAPodsLife(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var spec api.PodSpec
		var beside, peak int64
		for i := range rapid.IntRange(0, 5).Draw(t, "init containers") {
			amount := rapid.Int64Range(0, 9).Draw(t, "init")
			c := asking(list("cpu", fmt.Sprintf("%dm", amount)), nil)
			if rapid.Bool().Draw(t, "sidecar") {
				c = sidecar(c)
				beside += amount
				peak = max(peak, beside)
			} else {
				peak = max(peak, beside+amount)
			}
			c.Name = fmt.Sprint("init-", i)
			spec.InitContainers = append(spec.InitContainers, c)
		}
		for range rapid.IntRange(1, 3).Draw(t, "containers") {
			amount := rapid.Int64Range(0, 9).Draw(t, "container")
			spec.Containers = append(spec.Containers, asking(list("cpu", fmt.Sprintf("%dm", amount)), nil))
			beside += amount
		}
		if got, want := PodRequests(&spec).MilliCPU, max(peak, beside); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	})
}

func TestHostPortsAreThoseOfWhatKeepsRunning(t *testing.T) {
	port := func(container, host int32, protocol api.Protocol) api.Container {
		return api.Container{Ports: []api.ContainerPort{{ContainerPort: container, HostPort: host, Protocol: protocol, HostIP: "10.0.0.1"}}}
	}
	spec := api.PodSpec{
		InitContainers: []api.Container{port(1, 1, "TCP"), sidecar(port(2, 2, "UDP"))},
		Containers:     []api.Container{port(3, 0, "TCP"), port(4, 40, "")},
	}
	want := []HostPort{{"UDP", "10.0.0.1", 2}, {"TCP", "10.0.0.1", 40}}
	if got := HostPorts(&spec); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	spec.HostNetwork = true
	want = []HostPort{{"UDP", "10.0.0.1", 2}, {"TCP", "10.0.0.1", 3}, {"TCP", "10.0.0.1", 40}}
	if got := HostPorts(&spec); !reflect.DeepEqual(got, want) {
		t.Errorf("on the host's network %v, want %v", got, want)
	}
}

func TestATemplateKnowsItsPriorityGraceAndRevision(t *testing.T) {
	number, grace, policy := int32(7), int64(-5), api.PreemptNever
	meta := api.ObjectMeta{Labels: map[string]string{api.ControllerRevisionHashLabelKey: "abc", TemplateGenerationLabel: "12"}}
	classes := func(class string) (int32, bool) { return map[string]int32{"high": 1000}[class], class == "high" }

	plain := NewTemplate(meta, &api.PodSpec{Priority: &number}, nil)
	if plain.Priority != 7 || plain.PreemptNever || plain.GraceSeconds != 30 || plain.Hash != "abc" || plain.Generation != 12 {
		t.Errorf("%+v", plain)
	}
	classed := NewTemplate(api.ObjectMeta{}, &api.PodSpec{PriorityClassName: "high", TerminationGracePeriodSeconds: &grace}, classes)
	if classed.Priority != 1000 || !classed.PreemptNever || classed.GraceSeconds != 1 || classed.Hash != "" || classed.Generation != 0 {
		t.Errorf("%+v", classed)
	}
	if own := NewTemplate(api.ObjectMeta{}, &api.PodSpec{PreemptionPolicy: &policy}, classes); own.Priority != 0 || !own.PreemptNever {
		t.Errorf("%+v", own)
	}
	for class, want := range map[string]int32{"system-node-critical": 2000001000, "system-cluster-critical": 2000000000, "high": 0} {
		if got, ok := SystemPriority(class); got != want || ok != (want != 0) {
			t.Errorf("%s: %d %v", class, got, ok)
		}
	}
}

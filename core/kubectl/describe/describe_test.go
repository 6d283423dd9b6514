package describe_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/kubectl/describe"
)

// now is ten minutes after the objects of the test files came to be.
var now = time.Date(2026, 1, 1, 0, 10, 0, 0, time.UTC)

// object reads the only object of a test file.
func object[T any](t *testing.T, name string) T {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	r := decode.File(name, text)
	for _, e := range r.Errors {
		t.Fatal(e)
	}
	o, ok := r.Documents[0].Object.(T)
	if !ok {
		t.Fatalf("%s holds a %T", name, r.Documents[0].Object)
	}
	return o
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	want, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (- kubectl, + ours):\n%s", name, d)
	}
}

func TestPodIsDescribedAsKubectlDoes(t *testing.T) {
	golden(t, "pod.txt", describe.Pod(object[*api.Pod](t, "pod.yaml"), describe.Surroundings{Now: now}))
}

func TestTemplateIsDescribedAsKubectlDoes(t *testing.T) {
	pod := object[*api.Pod](t, "pod.yaml")
	template := &api.PodTemplateSpec{ObjectMeta: pod.ObjectMeta, Spec: pod.Spec}
	golden(t, "template.txt", describe.PodTemplate(template))
}

func TestNodeIsDescribedAsKubectlDoes(t *testing.T) {
	pods := []*api.Pod{object[*api.Pod](t, "pod.yaml")}
	golden(t, "node.txt", describe.Node(object[*api.Node](t, "node.yaml"), describe.Surroundings{Now: now, Pods: pods}))
}

func TestRepeatedEventsAreCounted(t *testing.T) {
	at := func(seconds int) api.Time { return api.NewTime(now.Add(-time.Duration(seconds) * time.Second)) }
	events := []*api.Event{
		{
			Type: "Warning", Reason: "BackOff", Count: 3, FirstTimestamp: at(90), LastTimestamp: at(5), Message: " again \n",
			Source: api.EventSource{Component: "kubelet"}, InvolvedObject: api.ObjectReference{FieldPath: "spec.containers{a}"},
		},
		{
			Type: "Normal", Reason: "Scheduled", Count: 1, FirstTimestamp: at(200), LastTimestamp: at(200), Message: "done",
			ReportingController: "default-scheduler",
		},
	}
	budget := &api.PodDisruptionBudget{ObjectMeta: api.ObjectMeta{Name: "b", Namespace: "n"}}
	got := describe.PodDisruptionBudget(budget, describe.Surroundings{Now: now, Events: events})
	want := `Name:       b
Namespace:  n
Selector:   <unset>
Status:
    Allowed disruptions:  0
    Current:              0
    Desired:              0
    Total:                0
Events:
  Type     Reason     Age               From               Message
  ----     ------     ----              ----               -------
  Normal   Scheduled  3m20s             default-scheduler  done
  Warning  BackOff    5s (x3 over 90s)  kubelet            spec.containers{a}: again
`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if quiet := describe.PodDisruptionBudget(budget, describe.Surroundings{Quiet: true}); strings.Contains(quiet, "Events") {
		t.Error("events are shown though they were not asked for")
	}
}

func TestNamesOfFieldsBecomeWords(t *testing.T) {
	for field, want := range map[string]string{
		"apiVersion": "API Version", "uid": "UID", "ownerUID": "Owner UID", "hostPID": "Host PID", "dnsPolicy": "Dns Policy",
		"podCIDRs": "Pod CIDRs", "targetWWNs": "Target WWNs", "insecureSkipTLSVerify": "Insecure Skip TLSVerify",
		"fsGroupChangePolicy": "Fs Group Change Policy", "a-b": "A - B", "$patch": "$patch", "some_thing": "some_thing", "x1": "x1",
	} {
		got := describe.Generic(map[string]any{field: "v"}, describe.Surroundings{Now: now, Quiet: true})
		if line := want + ":"; !strings.Contains(strings.ReplaceAll(got, "  ", ""), "\n"+strings.ReplaceAll(line, "  ", "")) {
			t.Errorf("%s: want %q in\n%s", field, want, got)
		}
	}
}

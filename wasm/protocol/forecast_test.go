package protocol

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// A plan that begins in the middle of a rollout says so, as Markdown as well.
func TestAForecastTellsTheRolloutUnderWay(t *testing.T) {
	scenario := "# An update\n\n$ kubectl apply -f all.yaml\n...\n$ until rolled-out\n$ kubectl set image ds/agent agent=registry.example/agent:v2\n...\n$ advance 2500ms\n-- all.yaml --\n" +
		`{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Node, metadata: {name: n1}}, {apiVersion: v1, kind: Node, metadata: {name: n2}}, {apiVersion: v1, kind: Node, metadata: {name: n3}}]}
---
{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent}, spec: {selector: {matchLabels: {app: agent}}, template: {metadata: {labels: {app: agent}}, spec: {containers: [{name: agent, image: "registry.example/agent:v1"}]}}}}
`
	s := New(Limits{})
	s.Handle([]byte(`{"do":"open","steps":-1,"scenario":` + strconv.Quote(scenario) + `}`))
	answer := string(s.Handle([]byte(`{"do":"forecast","events":100000}`)))
	for strings.Contains(answer, `"done":false`) {
		answer = string(s.Handle([]byte(`{"do":"forecast","more":true,"events":100000}`)))
	}
	for _, want := range []string{`"markdown":{"en":"### ✅ default/agent: update of 3 nodes`, "| before | in the middle of a rollout: 1 of 3 pods are up-to-date, 3 available; it waits for", "| 变更前 | 发布正在进行：1 / 3 个 Pod 已是最新，3 个可用；在等待"} {
		if !strings.Contains(answer, want) {
			t.Errorf("no %s in %s", want, answer)
		}
	}
}

// What the controller does in the very moment that a forecast begins at belongs to it.
func TestAForecastCountsTheFirstInstant(t *testing.T) {
	scenario := "# An update\n\n$ kubectl apply -f all.yaml\n...\n$ until rolled-out\n$ kubectl set image ds/agent agent=registry.example/agent:v2\n...\n-- all.yaml --\n" +
		`apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  updateStrategy: {rollingUpdate: {maxUnavailable: 10%}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      containers: [{name: agent, image: "registry.example/agent:v1"}]
`
	for i := range 40 {
		scenario += fmt.Sprintf("---\n{apiVersion: v1, kind: Node, metadata: {name: n%d}}\n", i)
	}
	s := New(Limits{})
	ask := func(request string) string { return string(s.Handle([]byte(request))) }
	ask(`{"do":"open","steps":-1,"scenario":` + strconv.Quote(scenario) + `}`)
	answer := ask(`{"do":"forecast","events":100000}`)
	for strings.Contains(answer, `"done":false`) {
		answer = ask(`{"do":"forecast","more":true,"events":100000}`)
	}
	for _, want := range []string{`"eligible":40`, `"lowest":36,"lowestPercent":90`, `"deletes":40`} {
		if !strings.Contains(answer, want) {
			t.Errorf("no %s in %s", want, answer)
		}
	}
}

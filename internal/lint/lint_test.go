package lint

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies"
)

const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: NAME}
spec:
  updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
  selector: {matchLabels: {app: NAME}}
  template:
    metadata: {labels: {app: NAME}}
    spec:
      volumes: [{name: etc, hostPath: {path: /etc}}]
      containers:
      - name: agent
        image: registry.example/agent
        ports: [{containerPort: 80, hostPort: 8080}]
        volumeMounts: [{name: etc, mountPath: /e}]
`

func agentCalled(name string) string { return strings.ReplaceAll(agent, "NAME", name) }

// lines are findings in short, one a line.
func lines(r *Report) []string {
	var out []string
	for i := range r.Findings {
		f := &r.Findings[i]
		out = append(out, fmt.Sprintf("%s:%d:%d %s %s %s %v", f.File, f.Start.Line, f.Start.Column, f.Severity, f.Rule, f.Fingerprint, f.English.Message))
	}
	return out
}

func TestARunIsTheSameWhateverTheOrderAndTheWorkers(t *testing.T) {
	o := options(checker(t))
	var texts [][2]string
	for i := range 12 {
		texts = append(texts, [2]string{fmt.Sprintf("f%02d.yaml", i), agentCalled(fmt.Sprintf("agent-%d", i%5))})
	}
	var want []string
	for round := range 4 {
		o.Workers = 1 + 3*round
		var sources []source.Source
		for _, text := range texts {
			sources = append(sources, source.Text(text[0], text[1]))
		}
		r, err := Run(context.Background(), sources, o)
		if err != nil {
			t.Fatal(err)
		}
		got := lines(r)
		if round == 0 {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("round %d:\n%s", round, diff)
		}
		slices.Reverse(texts)
	}
}

func TestFingerprintsOutliveEdits(t *testing.T) {
	o := options(checker(t))
	before := lintText(t, o, "a.yaml", agentCalled("agent"))
	edited := strings.Replace(agentCalled("agent"), "      - name: agent\n", "      - name: first\n        image: registry.example/first:1@sha256:0000000000000000000000000000000000000000000000000000000000000000\n      - name: agent\n", 1)
	edited = "# a remark\n\n" + strings.Replace(edited, "volumes: [", "volumes: [{name: tmp, emptyDir: {}}, ", 1)
	after := lintText(t, o, "moved/b.yaml", edited)
	known := map[string]bool{}
	for i := range before.Findings {
		known[before.Findings[i].Fingerprint] = true
	}
	for i := range after.Findings {
		f := &after.Findings[i]
		if !known[f.Fingerprint] {
			t.Errorf("%s is taken for new: %s", f.Rule, f.English.Message)
		}
	}
}

func TestDaemonSetsOfDifferentFilesMeetAtAPort(t *testing.T) {
	o := options(checker(t))
	sources := []source.Source{source.Text("a.yaml", agentCalled("a")), source.Text("b.yaml", agentCalled("b")), source.Text("again.yaml", agentCalled("a"))}
	r, err := Run(context.Background(), sources, o)
	if err != nil {
		t.Fatal(err)
	}
	var clashes []string
	for i := range r.Findings {
		if r.Findings[i].Rule == "RS509" {
			clashes = append(clashes, r.Findings[i].File)
		}
	}
	slices.Sort(clashes)
	if diff := cmp.Diff([]string{"b.yaml"}, clashes); diff != "" {
		t.Error(diff)
	}
}

func TestARuleThatTakesTooLongIsAFindingAndTheRunGoesOn(t *testing.T) {
	slow := `# METADATA
# title: never done
# description: It counts for ever.
# custom:
#   id: X001
#   severity: error
#   message: never
package rollscope.rules.own["slow"]

import data.rollscope.lib.finding

report contains finding.at(rego.metadata.chain(), "", {}) if {
	some a in numbers.range(1, 100000)
	some b in numbers.range(1, 100000)
	a * b == 0
}
`
	c, err := policies.Load(policies.Options{
		Extra:     []policies.Source{{Name: "own", FS: fstest.MapFS{"slow.rego": {Data: []byte(slow)}}}},
		TimeLimit: 200 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	r := lintText(t, options(c), "a.yaml", agentCalled("agent"))
	if len(r.Findings) == 0 || r.Findings[0].Rule != "RS903" || !r.Fails("error") {
		t.Errorf("found %v", lines(r))
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
}

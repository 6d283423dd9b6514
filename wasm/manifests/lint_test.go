package manifests

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/policies/rules"
)

// pretend are rules of which one says that every DaemonSet has the wrong DNS policy, where
// the input says so.
func pretend(t *testing.T) *Rules {
	t.Helper()
	catalogue, err := rules.Catalogue([]*rules.Rule{{
		ID: "RS703", Slug: "host-network-dns", Group: "hygiene", Severity: rules.Warning,
		English: rules.Text{Title: "title", Message: "message", Fix: "fix"}, Chinese: rules.Text{Title: "标题", Message: "消息", Fix: "办法"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(catalogue, func(_ context.Context, input []byte) ([]byte, error) {
		if strings.Contains(string(input), `"hostNetwork":true`) && !strings.Contains(string(input), "ClusterFirstWithHostNet") {
			return []byte(`[{"rule":"hygiene/host-network-dns","path":"spec.template.spec.hostNetwork","params":{}}]`), nil
		}
		return []byte("[]"), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const hostNetwork = "apiVersion: apps/v1\nkind: DaemonSet\nmetadata:\n  name: agent\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    spec:\n      containers: [{name: a, image: b}]\n      hostNetwork: true\n"

func question(text string) Question {
	return Question{Files: []manifest.File{{Name: "agent.yaml", Content: []byte(text)}}}
}

func TestFindingsAreInBothLanguagesAndCanBeFixed(t *testing.T) {
	r := pretend(t)
	report, err := r.Lint(question(hostNetwork))
	if err != nil || len(report.Findings) != 1 {
		t.Fatalf("%v %+v", err, report)
	}
	f := report.Findings[0]
	if f.Message != "message" || f.Chinese.Message != "消息" || f.Line != 10 || f.Column != 7 || !f.Fixable || f.Provable {
		t.Errorf("%+v", f)
	}
	if about := report.Rules["RS703"]; about.English.Title != "title" || about.Chinese.Fix != "办法" {
		t.Errorf("%+v", about)
	}
	fixed, err := r.Fix(question(hostNetwork), f.Fingerprint)
	if err != nil || fixed.Content != hostNetwork+"      dnsPolicy: ClusterFirstWithHostNet\n" || len(fixed.Rules) != 1 {
		t.Errorf("%v %+v", err, fixed)
	}
	if other, err := r.Fix(question(hostNetwork), "another"); err != nil || other.Content != hostNetwork || len(other.Rules) != 0 {
		t.Errorf("a finding that is not there: %v %+v", err, other)
	}
}

func TestASuppressionHolds(t *testing.T) {
	report, err := pretend(t).Lint(question(strings.Replace(hostNetwork, "true", "true # rollscope:ignore RS703 meant so", 1)))
	if err != nil || len(report.Findings) != 0 || len(report.Suppressed) != 1 {
		t.Errorf("%v %+v", err, report)
	}
}

func TestRulesOfOnesOwnStandBesideTheOthers(t *testing.T) {
	r := pretend(t)
	inputs, err := r.Inputs(question(hostNetwork))
	if err != nil || len(inputs) != 2 || !strings.Contains(string(inputs[0]), `"object":{`) {
		t.Fatalf("%v %s", err, inputs)
	}
	own, err := ReadOwn(`{"rules":{"own/mine":{"id":"OWN1","slug":"mine","group":"own","severity":"info","en":{"title":"mine","message":"it is {what}"}}},
		"hits":[[{"rule":"own/mine","path":"metadata.name","params":{"what":3}}],[]]}`)
	if err != nil {
		t.Fatal(err)
	}
	q := question(hostNetwork)
	q.Own = own
	report, err := r.Lint(q)
	if err != nil || len(report.Findings) != 2 || report.Findings[0].Rule != "OWN1" || report.Findings[0].Message != "it is 3" || report.Findings[0].Line != 4 {
		t.Errorf("%v %+v", err, report)
	}
	if _, err := ReadOwn("{"); err == nil {
		t.Error("broken JSON is read")
	}
}

func TestAProofIsAScenario(t *testing.T) {
	text, err := os.ReadFile("../../policies/rules/surge/surge-host-port/bad.yaml")
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := rules.Catalogue([]*rules.Rule{{ID: "RS302", Slug: "surge-host-port", Group: "surge", Severity: rules.Error, English: rules.Text{Title: "t", Message: "m", Fix: "f"}}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(catalogue, func(_ context.Context, input []byte) ([]byte, error) {
		var in struct{ Run json.RawMessage }
		if json.Unmarshal(input, &in) == nil && in.Run != nil {
			return []byte("[]"), nil
		}
		return []byte(`[{"rule":"surge/surge-host-port","path":"spec","params":{}}]`), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	report, err := r.Lint(question(string(text)))
	if err != nil || len(report.Findings) != 1 || !report.Findings[0].Provable {
		t.Fatalf("%v %+v", err, report)
	}
	p, err := r.Prove(question(string(text)), report.Findings[0].Fingerprint)
	if err != nil || !p.Shows || p.Harm != "stuck" || !strings.Contains(p.Scenario, "$ kubectl apply -f nodes.yaml") {
		t.Errorf("%v %+v", err, p)
	}
}

package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/policies/rules"
)

const rule = `# METADATA
# title: image from elsewhere
# custom:
#   id: OWN1
#   severity: warning
#   message: container {container} has an image from elsewhere
package rollscope.rules.own["elsewhere"]

import data.rollscope.lib.finding

report contains hit if {
	some container in input.facts.containers
	container.image.registry != "registry.example"
	hit := finding.at(rego.metadata.chain(), $"{container.path}.image", {"container": container.name})
}
`

func ask(t *testing.T, d *desk, r map[string]any) answer {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(d.handle(text), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestOwnRulesAreCompiledAndEvaluated(t *testing.T) {
	var d desk
	if a := ask(t, &d, map[string]any{"text": rule}); len(a.Errors) > 0 || !strings.Contains(string(a.Rules), `"own/elsewhere"`) || strings.Contains(string(a.Rules), "RS302") {
		t.Fatalf("%+v %s", a, a.Rules)
	}
	text, err := os.ReadFile("../../policies/testdata/everything.yaml")
	if err != nil {
		t.Fatal(err)
	}
	input, err := json.Marshal(rules.Input{Document: rules.Read("everything.yaml", text).Sets[0], Config: rules.DefaultConfig()})
	if err != nil {
		t.Fatal(err)
	}
	a := ask(t, &d, map[string]any{"inputs": []json.RawMessage{input}})
	if a.Problem != "" || len(a.Hits) != 1 || !strings.Contains(string(a.Hits[0]), "own/elsewhere") || strings.Contains(string(a.Hits[0]), "surge") {
		t.Errorf("%+v %s", a, a.Hits)
	}
}

func TestMistakesHavePlaces(t *testing.T) {
	for text, want := range map[string]mistake{
		rule + "\nbroken {\n": {19, 1, ""},
		strings.Replace(rule, "input.facts", "http.send({}).facts", 1): {12, 20, "undefined function http.send"},
		strings.Replace(rule, "#   id: OWN1\n", "", 1):                 {0, 0, "METADATA: custom.id is missing"},
		"package other\n": {0, 0, "there is no rule in a package rollscope.rules.<group>.<rule>"},
	} {
		var d desk
		a := ask(t, &d, map[string]any{"text": text})
		if len(a.Errors) == 0 || want.Line != 0 && a.Errors[0].Line == 0 || want.Message != "" && a.Errors[0].Message != want.Message {
			t.Errorf("%.60q: %+v", text, a.Errors)
		}
		if a := ask(t, &d, map[string]any{"inputs": []string{}}); a.Problem == "" {
			t.Error("what does not compile is evaluated")
		}
	}
}

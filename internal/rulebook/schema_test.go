package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/xeipuuv/gojsonschema"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/policies"
)

const schemaFile = root + "site/content/config.schema.json"

func TestSchemaIsCurrent(t *testing.T) {
	want, err := schema()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("config.schema.json is not current: go run ./internal/rulebook schema site/content/config.schema.json")
	}
}

// documented is the example of the page about pipelines.
func documented(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile(root + "site/content/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(page), "## Configuration")
	_, after, _ = strings.Cut(after, "```yaml\n")
	example, _, found := strings.Cut(after, "```")
	if !found {
		t.Fatal("the page has no example")
	}
	return example
}

// schemaCase is a configuration, and whether it is taken.
type schemaCase struct {
	text  string
	taken bool
}

var schemaCases = []schemaCase{
	{"", true},
	{"{}", true},
	{"rules:\nfailOn:\nallow:\nruntime:\nminLivenessBudget:\npss:\nignore:\nlocked:\nnodes:\npolicies:\n", true},
	{"rules: {RS505: off, surge: info, surge-blind: 'off'}", true},
	{"rules: {RS505: of}", false},
	{"rules: {RS505: true}", false},
	{"rules: [RS505]", false},
	{"rule: {RS505: off}", false},
	{"failOn: never", false},
	{"failOn: none", true},
	{"failOn: [error]", false},
	{"allow: {hostPaths: [/a], containers: []}", true},
	{"allow: {hostPaths: /a}", false},
	{"allow: {hostPath: [/a]}", false},
	{"allow: {hostPaths: [1]}", false},
	{"allow: [a]", false},
	{"runtime: podman", false},
	{"minLivenessBudget: '30'", false},
	{"minLivenessBudget: -1", false},
	{"minLivenessBudget: 86400", true},
	{"minLivenessBudget: 86401", false},
	{"minLivenessBudget: 1.5", false},
	{"pss: strict", false},
	{"pss: restricted", true},
	{"ignore: [{rule: RS103, reason: meant}]", true},
	{"ignore: [{rule: RS103, reason: meant, name: null, until: null}]", true},
	{"ignore: [{rule: RS103}]", false},
	{"ignore: [{reason: meant}]", false},
	{"ignore: [{rule: '', reason: meant}]", false},
	{"ignore: [{rule: RS103, reason: ''}]", false},
	{"ignore: [{rule: RS103, reason: meant, until: tomorrow}]", false},
	{"ignore: [{rule: RS103, reason: meant, why: x}]", false},
	{"ignore: [RS103]", false},
	{"ignore: {rule: RS103, reason: meant}", false},
	{"locked: RS102", false},
	{"nodes: 3", false},
	{"nodes: ['3', a.yaml]", true},
	{"policies: [ci/rules]", true},
	{"policies: [{}]", false},
	{"[]", false},
	{"colour: red", false},
}

func TestSchemaTakesWhatTheLoaderTakesAndNothingElse(t *testing.T) {
	text, err := schema()
	if err != nil {
		t.Fatal(err)
	}
	compiled, err := gojsonschema.NewSchema(gojsonschema.NewBytesLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := policies.Rules()
	if err != nil {
		t.Fatal(err)
	}
	all := lint.Rules(loaded)
	cases := append([]schemaCase{{documented(t), true}}, schemaCases...)
	for _, c := range cases {
		read, problems := config.Read(config.Name, []byte(c.text))
		if len(problems) == 0 {
			problems = read.Resolve(all)
		}
		if taken := len(problems) == 0; taken != c.taken {
			t.Errorf("%s: the loader says %v", c.text, problems)
		}
		raw := []byte("{}")
		if documents := tree.Read([]byte(c.text)).Documents; len(documents) > 0 {
			raw = documents[0].Root.AppendJSON(nil)
		}
		if !json.Valid(raw) {
			t.Fatalf("%s: %s", c.text, raw)
		}
		result, err := compiled.Validate(gojsonschema.NewBytesLoader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if result.Valid() != c.taken {
			t.Errorf("%s: the schema says %v", c.text, result.Errors())
		}
	}
}

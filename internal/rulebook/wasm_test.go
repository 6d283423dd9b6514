package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/policies"
)

func TestPolicyWasmFindsWhatTheRulesFind(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node to run policy.wasm in")
	}
	dir := t.TempDir()
	if err := writeWasm(filepath.Join(dir, "policy.wasm")); err != nil {
		t.Fatal(err)
	}
	files := manifests(t, root+"policies/rules")
	maps.Copy(files, manifests(t, shared(t, "corpus")))
	files["everything.yaml"], err = os.ReadFile(root + "policies/testdata/everything.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files["hostile.yaml"] = []byte(hostile)

	c := loaded(t)
	var lines bytes.Buffer
	var want [][]map[string]any
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for _, in := range inputs(t, name, files[name]) {
			text, err := json.Marshal(in)
			if err != nil {
				t.Fatal(err)
			}
			lines.Write(append(text, '\n'))
			want = append(want, asHost(t, find(t, c, []policies.Input{in})))
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "inputs"), lines.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(node, "testdata/evaluate.mjs", root+"policies/host/policy.mjs",
		filepath.Join(dir, "policy.wasm"), filepath.Join(dir, "rules.json"), filepath.Join(dir, "inputs"))
	run.Stderr = os.Stderr
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d answers to %d inputs", len(got), len(want))
	}
	for i := range got {
		var findings []map[string]any
		if err := json.Unmarshal([]byte(got[i]), &findings); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(sorted(want[i]), sorted(findings)); diff != "" {
			t.Errorf("input %d:\n%s", i, diff)
		}
	}
}

// hostile has text in it that must not get far.
const hostile = `
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: "a\e[31m"}
spec:
  template:
    spec:
      containers:
      - name: "agent\n::error::\u202e{image}"
        image: "Agent:{container}\t\u0000\U0001F600"
        resources: {limits: {cpu: "1e3", memory: 9223372036854775807}}
`

// asHost is findings as hosts that are not Go have them: without places.
func asHost(t *testing.T, findings []policies.Finding) []map[string]any {
	t.Helper()
	out := []map[string]any{}
	for _, f := range findings {
		words := func(t policies.Text) map[string]any {
			return map[string]any{"title": t.Title, "message": t.Message, "fix": t.Fix}
		}
		text, err := json.Marshal(map[string]any{
			"rule": f.Rule, "slug": f.Slug, "group": f.Group, "severity": f.Severity, "path": f.Path,
			"params": f.Params, "en": words(f.English), "zh": words(f.Chinese),
		})
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// sorted puts findings into one order and leaves out what only some hosts have.
func sorted(findings []map[string]any) []string {
	out := []string{}
	for _, f := range findings {
		delete(f, "at")
		text, _ := json.Marshal(f)
		out = append(out, string(text))
	}
	slices.Sort(out)
	return out
}

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/policies"
)

// silent are the rules that need what conftest does not hand to Rego: the mistakes in a
// file, what the API server refuses, and other manifests. RS805 speaks of both, and of
// some refusals under conftest as well.
func silent(c *policies.Checker) map[string]bool {
	out := map[string]bool{"RS805": true}
	for _, r := range c.Rules() {
		if r.Sees != "" {
			out[r.ID] = true
		}
	}
	return out
}

// The folder of rules works with conftest as it is: conftest test -p policies.
func TestConftestFindsWhatTheRulesFind(t *testing.T) {
	conftest := os.Getenv("ROLLSCOPE_CONFTEST")
	if conftest == "" {
		installed, _ := filepath.Glob(root + ".tools/conftest-*/conftest")
		if len(installed) != 1 {
			t.Skip("make test-conftest installs the real conftest and runs this")
		}
		conftest = installed[0]
	}
	c := loaded(t)
	dir := shared(t, "corpus")
	files := manifests(t, dir)
	names := slices.Sorted(maps.Keys(files))
	paths := map[string]string{}
	for i := 0; i < len(names); i += max(1, len(names)/25) {
		paths[filepath.Join(dir, names[i])] = names[i]
	}
	for name, text := range manifests(t, root+"policies/rules") {
		paths[root+"policies/rules/"+name] = name
		files[name] = text
	}
	if len(paths) < 20 {
		t.Fatalf("only %d manifests", len(paths))
	}
	got := runConftest(t, conftest, slices.Sorted(maps.Keys(paths)))
	skip, compared := silent(c), 0
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		want := []string{}
		for _, d := range policies.Read(path, files[paths[path]]).Sets {
			in := policies.Input{Document: d, Config: policies.DefaultConfig()}
			for _, f := range find(t, c, []policies.Input{in}) {
				if !skip[f.Rule] {
					want = append(want, fmt.Sprintf("%s %s %s: %s (%s)", f.Rule, f.Severity, f.Path, f.English.Message, f.English.Fix))
				}
			}
		}
		slices.Sort(want)
		compared += len(want)
		found := []string{}
		for _, f := range got[path] {
			if !skip[f.Metadata.Rule] {
				found = append(found, fmt.Sprintf("%s %s %s: %s (%s)", f.Metadata.Rule, f.Metadata.Severity, f.Metadata.Path, f.Message[len(f.Metadata.Rule)+1:], f.Metadata.Fix))
			}
		}
		slices.Sort(found)
		if diff := cmp.Diff(want, found); diff != "" {
			t.Errorf("%s: rollscope, then conftest:\n%s", path, diff)
		}
	}
	if compared < 200 {
		t.Errorf("only %d findings were compared", compared)
	}
}

// shown is a finding as conftest prints it.
type shown struct {
	Message  string `json:"msg"`
	Metadata struct {
		Rule     string `json:"rule"`
		Severity string `json:"severity"`
		Path     string `json:"path"`
		Fix      string `json:"fix"`
	} `json:"metadata"`
}

// runConftest checks files and answers by file.
func runConftest(t *testing.T, conftest string, paths []string) map[string][]shown {
	t.Helper()
	args := append([]string{"test", "-p", root + "policies", "--no-fail", "-o", "json"}, paths...)
	run := exec.Command(conftest, args...)
	run.Stderr = os.Stderr
	text, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	var results []struct {
		Filename string  `json:"filename"`
		Failures []shown `json:"failures"`
		Warnings []shown `json:"warnings"`
	}
	if err := json.Unmarshal(text, &results); err != nil {
		t.Fatal(err)
	}
	out := map[string][]shown{}
	for _, r := range results {
		out[r.Filename] = append(out[r.Filename], slices.Concat(r.Failures, r.Warnings)...)
	}
	return out
}

package main

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/facts"
	"github.com/rollscope/rollscope/policies"
)

const root = "../../"

// inputs are all checks of a run over one file, with the nodes that are in it and the
// configuration that a comment of it gives.
func inputs(t testing.TB, name string, content []byte) []policies.Input {
	t.Helper()
	config := policies.DefaultConfig()
	if text, ok := header(string(content), "config"); ok {
		if err := json.Unmarshal([]byte(text), &config); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	file := policies.Read(name, content)
	others := policies.Neighbours(file.Sets)
	run := policies.Input{Config: config, Run: &policies.Run{Files: 1, Documents: file.Documents, DaemonSets: len(file.Sets)}}
	var out []policies.Input
	for i, d := range file.Sets {
		out = append(out, policies.Input{Document: d, Others: others[i], Config: config})
	}
	if len(file.Nodes) > 0 {
		survey := surveyOf(file)
		for i := range out {
			out[i].Cluster = survey.Of(i)
		}
		run.Run.NodeTypes = survey.NodeTypes()
	}
	return append(out, run)
}

func surveyOf(file *policies.File) *facts.Survey {
	var sets []*api.DaemonSet
	for _, d := range file.Sets {
		sets = append(sets, d.Set)
	}
	return facts.New(facts.Given{Nodes: file.Nodes, Pods: file.Pods, Classes: file.Classes, Sets: sets})
}

// header is what a comment of a fixture says: # expect: RS101.
func header(text, key string) (string, bool) {
	for line := range strings.Lines(text) {
		if after, ok := strings.CutPrefix(line, "# "+key+": "); ok {
			return strings.TrimSpace(after), true
		}
	}
	return "", false
}

func find(t testing.TB, c *policies.Checker, in []policies.Input) []policies.Finding {
	t.Helper()
	var out []policies.Finding
	for _, i := range in {
		found, err := c.Check(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, found...)
	}
	return out
}

// manifests are the YAML files below a folder, by name.
func manifests(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".yaml") {
			return err
		}
		out[name], err = os.ReadFile(filepath.Join(dir, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// shared is a folder of reference manifests beside the checkout; the test is skipped
// where there is none.
func shared(t testing.TB, below string) string {
	t.Helper()
	dir := os.Getenv("ROLLSCOPE_SHARED")
	if dir == "" {
		dir = root + "../shared"
	}
	dir = filepath.Join(dir, below)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no reference manifests: %s is not there; ROLLSCOPE_SHARED says where they are", below)
	}
	return dir
}

func loaded(t testing.TB) *policies.Checker {
	t.Helper()
	c, err := policies.Load(policies.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

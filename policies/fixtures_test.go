package policies

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fixture is one of the manifests beside a rule.
type fixture struct {
	rule *Rule
	name string // good, bad or absent
	path string
	text string
}

func loaded(t testing.TB) *Checker {
	t.Helper()
	c, err := Load(Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// fixtures are those of all rules, by rule and name.
func fixtures(t testing.TB, c *Checker) []fixture {
	t.Helper()
	var out []fixture
	for _, r := range c.Rules() {
		for _, name := range []string{"absent", "bad", "good"} {
			path := filepath.Join("rules", r.Group, r.Slug, name+".yaml")
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, fixture{r, name, path, string(text)})
		}
	}
	return out
}

// checkFile finds what a run over one file finds.
func checkFile(t testing.TB, c *Checker, name string, content []byte) []Finding {
	t.Helper()
	config := DefaultConfig()
	if text, ok := header(string(content), "config"); ok {
		if err := json.Unmarshal([]byte(text), &config); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	file := Read(name, content)
	if len(file.Errors) > 0 {
		t.Fatalf("%s: %v", name, file.Errors)
	}
	var out []Finding
	others := Neighbours(file.Sets)
	for i, d := range file.Sets {
		out = append(out, check(t, c, Input{Document: d, Others: others[i], Config: config})...)
	}
	run := &Run{Files: 1, Documents: file.Documents, DaemonSets: len(file.Sets)}
	return append(out, check(t, c, Input{Run: run, Config: config})...)
}

func check(t testing.TB, c *Checker, in Input) []Finding {
	t.Helper()
	found, err := c.Check(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return found
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

func TestFixturesShowWhatRulesFind(t *testing.T) {
	c := loaded(t)
	for _, f := range fixtures(t, c) {
		want := []string{}
		switch f.name {
		case "bad":
			want = []string{f.rule.ID}
		case "absent":
			expect, _ := header(f.text, "expect")
			if expect == "" {
				t.Errorf("%s: no line # expect:", f.path)
			}
			if expect != "nothing" {
				want = []string{expect}
			}
		}
		if f.rule.Sees == "cluster" && f.name == "bad" {
			continue
		}
		got := []string{}
		for _, h := range checkFile(t, c, f.path, []byte(f.text)) {
			got = append(got, h.Rule)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: found %v, want %v", f.path, got, want)
		}
	}
}

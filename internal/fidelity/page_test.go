package fidelity

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/internal/oracle"
)

func TestThePageIsCurrent(t *testing.T) {
	for lang, name := range map[string]string{"en": "fidelity.md", "zh": "fidelity.zh.md"} {
		path := filepath.Join(oracle.Root(t), "site", "content", name)
		want := Page(lang)
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s is not what the counts say; `make fidelity` rewrites it (-counts +page):\n%s", name, diff)
		}
	}
}

// Every count belongs to a kind that the page tells of, and every kind to an area.
func TestEveryCountIsTold(t *testing.T) {
	files, err := counts.ReadDir("counts")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".json")
		if !slices.ContainsFunc(kinds, func(k kind) bool { return k.name == name }) {
			t.Errorf("nothing is said about counts/%s", f.Name())
		}
		if !slices.ContainsFunc(areas, func(a area) bool { return slices.Contains(a.kinds, name) }) && name != "limits" {
			t.Errorf("%s proves no area", name)
		}
		if c := countOf(name); c.Agree+len(c.Exceptions) != c.Of || c.Of == 0 {
			t.Errorf("%s: %d agree and %d are exceptions, of %d", name, c.Agree, len(c.Exceptions), c.Of)
		}
	}
}

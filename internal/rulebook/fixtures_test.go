package main

import (
	"maps"
	"path"
	"slices"
	"testing"

	"github.com/rollscope/rollscope/policies"
)

func TestFixturesShowWhatRulesFind(t *testing.T) {
	c := loaded(t)
	ids := map[string]string{}
	for _, r := range c.Rules() {
		ids[r.Group+"/"+r.Slug] = r.ID
	}
	files := manifests(t, root+"policies/rules")
	for _, name := range slices.Sorted(maps.Keys(files)) {
		want := []string{}
		switch path.Base(name) {
		case "bad.yaml":
			want = append(want, ids[path.Dir(name)])
		case "absent.yaml":
			if expect, _ := header(string(files[name]), "expect"); expect != "nothing" {
				want = append(want, expect)
			}
		}
		got := []string{}
		for _, f := range find(t, c, inputs(t, name, files[name])) {
			got = append(got, f.Rule)
		}
		if !slices.Equal(got, want) && !(path.Base(name) == "bad.yaml" && perNode(c, got, want)) {
			t.Errorf("%s: found %v, want %v", name, got, want)
		}
	}
}

// perNode says that the findings are those of a rule that says something of each kind of
// node.
func perNode(c *policies.Checker, got, want []string) bool {
	return want[0] == "RS605" && slices.Equal(slices.Compact(got), want)
}

package manifests

import (
	"slices"
	"testing"

	"github.com/rollscope/rollscope/core/api/fielddoc"
)

func TestFieldsAreThoseBelowAPath(t *testing.T) {
	docs := fielddoc.BuiltIn()
	for _, c := range []struct {
		kind, name, kindOf, below, holds string
		path                             []string
	}{
		{"DaemonSet", "DaemonSet", "DaemonSet", "spec", "map", nil},
		{"DaemonSet", "containers", "[]Container", "image", "value", []string{"spec", "template", "spec", "containers"}},
		{"DaemonSet", "spec", "PodSpec", "tolerations", "list", []string{"spec", "template", "spec"}},
		{"Node", "labels", "map[string]string", "", "", []string{"metadata", "labels"}},
		{"Node", "team", "string", "", "", []string{"metadata", "labels", "team"}},
	} {
		got, ok := FieldsOf(docs, c.kind, c.path)
		if !ok || got.Name != c.name || got.Type != c.kindOf || got.Description == "" {
			t.Errorf("%s %v: %v %+v", c.kind, c.path, ok, got)
			continue
		}
		i := slices.IndexFunc(got.Fields, func(f Field) bool { return f.Name == c.below })
		if c.below != "" && (i < 0 || got.Fields[i].Holds != c.holds) {
			t.Errorf("%s %v: no %s", c.kind, c.path, c.below)
		}
		if c.below == "" && len(got.Fields) > 0 {
			t.Errorf("%s %v: has fields", c.kind, c.path)
		}
	}
	for _, path := range [][]string{{"nope"}, {"metadata", "name", "more"}} {
		if _, ok := FieldsOf(docs, "DaemonSet", path); ok {
			t.Errorf("%v is a field", path)
		}
	}
	policy, _ := FieldsOf(docs, "DaemonSet", []string{"spec", "template", "spec", "dnsPolicy"})
	if !slices.Contains(policy.Enum, "ClusterFirstWithHostNet") {
		t.Errorf("the values of dnsPolicy: %v", policy.Enum)
	}
}

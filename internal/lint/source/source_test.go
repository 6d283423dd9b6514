package source

import "testing"

func TestPatternsMeanPaths(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"a.yaml", "a.yaml", true},
		{"*.yaml", "a/b.yaml", false},
		{"**/*.yaml", "a.yaml", true},
		{"**/*.yaml", "a/b/c.yaml", true},
		{"a/**/c.yaml", "a/c.yaml", true},
		{"a/**/c.yaml", "b/c.yaml", false},
		{"vendor/**", "vendor/a/b.yaml", true},
		{"vendor", "vendor/a/b.yaml", true},
		{"vendor", "vendored/a.yaml", false},
		{"./a/*", "a/b.yaml", true},
		{"[a-c].yaml", "b.yaml", true},
		{"[", "a", false},
		{"**/**/**/x", "a/b/c/d/e/f", false},
	} {
		if got := Match(c.pattern, c.name); got != c.want {
			t.Errorf("Match(%q, %q) is %t", c.pattern, c.name, got)
		}
	}
}

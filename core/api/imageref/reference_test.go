package imageref_test

import (
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api/imageref"
)

const sum = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// The answers are those of distribution/reference v0.6.0, with which Parse was
// compared on millions of made-up names.
func TestNamesAreReadAsDockerReadsThem(t *testing.T) {
	for _, c := range []struct{ image, name, tag, digest, problem string }{
		{"busybox", "docker.io/library/busybox", "", "", ""},
		{"busybox:1.36", "docker.io/library/busybox", "1.36", "", ""},
		{"team/app", "docker.io/team/app", "", "", ""},
		{"index.docker.io/app", "docker.io/library/app", "", "", ""},
		{"localhost/app:x", "localhost/app", "x", "", ""},
		{"r.example:5000/a/b", "r.example:5000/a/b", "", "", ""},
		{"[2001:db8::1]:5000/a:t", "[2001:db8::1]:5000/a", "t", "", ""},
		{"a__b/c", "docker.io/a__b/c", "", "", ""},
		{"a.b__c/d", "a.b__c/d", "", "", ""},
		{"app:v1@sha256:" + sum, "docker.io/library/app", "v1", "sha256:" + sum, ""},
		{"", "", "", "", "invalid reference format"},
		{"app:", "", "", "", "invalid reference format"},
		{"app:-x", "", "", "", "invalid reference format"},
		{"a..b", "", "", "", "invalid reference format"},
		{" app", "", "", "", "invalid reference format"},
		{"{{ .Values.image }}", "", "", "", "invalid reference format: repository name (library/{{ .Values.image }}) must be lowercase"},
		{"App", "", "", "", "invalid reference format: repository name (library/App) must be lowercase"},
		{"UP__PER/x", "", "", "", "repository name must be lowercase"},
		{sum, "", "", "", "invalid repository name (" + sum + "), cannot specify 64-byte hexadecimal strings"},
		{"app@sha256:" + sum[:40], "", "", "", "invalid checksum digest length"},
		{"app@sha256:" + strings.ToUpper(sum), "", "", "", "invalid checksum digest format"},
		{"app@md5:" + sum[:32], "", "", "", "unsupported digest algorithm"},
		{"app@sha256:abc", "", "", "", "invalid reference format"},
		{"r.example/" + strings.Repeat("x", 256), "", "", "", "repository name must not be more than 255 characters"},
	} {
		ref, err := imageref.Parse(c.image)
		problem := ""
		if err != nil {
			problem, ref = err.Error(), imageref.Reference{}
		}
		if want := (imageref.Reference{Name: c.name, Tag: c.tag, Digest: c.digest}); ref != want || problem != c.problem {
			t.Errorf("Parse(%q) = %+v, %q; want %+v, %q", c.image, ref, problem, want, c.problem)
		}
	}
}

func TestTheTagIsLatestWhereNothingIsSaid(t *testing.T) {
	for image, tag := range map[string]string{"a": "latest", "a:1": "1", "a@sha256:" + sum: "", "A": ""} {
		if got := imageref.TagOrLatest(image); got != tag {
			t.Errorf("TagOrLatest(%q) = %q, want %q", image, got, tag)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a", "r:1/a:b@sha256:" + sum, "[::1]/x", "a//b", "@", ":", "/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if ref, err := imageref.Parse(s); err == nil && ref.Name == "" {
			t.Errorf("Parse(%q) has no name", s)
		}
	})
}

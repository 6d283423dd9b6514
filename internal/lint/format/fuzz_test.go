package format

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies"
)

// seeds are files that try what may go wrong.
var seeds = []string{
	"",
	"apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: \"a\\e[31m\\n::error::x\\u202e\\u2028\"}\nspec: {template: {spec: {hostPID: true, containers: [{name: \"b\\u202e\"}]}}}\n",
	"apiVersion: apps/v1\nkind: DaemonSet\nmetadata:\n  name: a\n  annotations: {rollscope.dev/ignore: \"RS1;RS302@x until=1: y\\n,,@:\"}\nspec:\n  template:\n    spec:\n      hostNetwork: true # rollscope:ignore RS703\n      containers:\n      - {name: \"]]>\", image: \"<b>&\", ports: [{hostPort: 1, containerPort: 1}]}\n",
	"kind: DaemonSet\napiVersion: apps/v1\nspec: {template: {spec: {volumes: [{name: v, hostPath: {path: /}}], containers: [{name: c, volumeMounts: [{name: v, mountPath: /m}]}]}}}\n",
	"# rollscope:ignore\n# rollscope:ignore RS1 until=\n- |\n # rollscope:ignore\n",
	`{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"x"}}]}`,
	"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n---\n{{ x }}\n--- \x00\n\xff",
}

// Any bytes in: no crash, no hang, and documents that are well formed in every format.
func FuzzAnyBytes(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	c, err := policies.Load(policies.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		begin := time.Now()
		o := lint.Options{Checker: c, Config: config.Default(), Today: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Workers: 1}
		report, err := lint.Run(context.Background(), []source.Source{source.Text("a\n::x.yaml", string(content))}, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range Names() {
			var out bytes.Buffer
			if err := Write(&out, name, report, Options{FailOn: "error", Version: "v0"}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			wellFormed(t, name, out.String())
		}
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

func wellFormed(t *testing.T, name, out string) {
	t.Helper()
	acts := func(c rune) bool {
		return c != '\n' && unicode.In(c, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
	}
	if strings.ContainsFunc(out, acts) {
		t.Errorf("%s: control characters in the output: %q", name, out)
	}
	switch name {
	case "json", "sarif", "gitlab":
		if !json.Valid([]byte(out)) {
			t.Errorf("%s: not JSON: %q", name, out)
		}
	case "junit", "checkstyle":
		d := xml.NewDecoder(strings.NewReader(out))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: not XML: %v: %q", name, err, out)
			}
		}
	case "github":
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		for _, line := range lines[:len(lines)-1] {
			if !strings.HasPrefix(line, "::error ") && !strings.HasPrefix(line, "::warning ") && !strings.HasPrefix(line, "::notice ") {
				t.Errorf("github: a line of its own: %q", line)
			}
		}
	case "tap":
		for line := range strings.Lines(out) {
			if !strings.HasPrefix(line, "ok ") && !strings.HasPrefix(line, "not ok ") && !strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "1..") && line != "TAP version 13\n" {
				t.Errorf("tap: a line of its own: %q", line)
			}
		}
	}
}

package policies

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write testdata/findings.txt anew")

// The whole of every finding in the manifests beside the rules: place, severity, params,
// and the sentences in both languages.
func TestFindingsOfFixtures(t *testing.T) {
	c := loaded(t)
	var out strings.Builder
	for _, f := range fixtures(t, c) {
		if f.rule.Sees == "cluster" {
			continue
		}
		for _, h := range checkFile(t, c, f.path, []byte(f.text)) {
			params, err := json.Marshal(h.Params)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%s:%d:%d-%d:%d: %s %s/%s: %s\n", f.path, h.Start.Line, h.Start.Column, h.End.Line, h.End.Column, h.Rule, h.Group, h.Slug, h.Severity)
			fmt.Fprintf(&out, "\t%s %q of %s %s/%s, document %d item %d\n", h.Path, h.Container, h.Object.Kind, h.Object.Namespace, h.Object.Name, h.Document, h.Item)
			fmt.Fprintf(&out, "\t%s\n\t%s\n\t%s\n\t%s\n\t%s\n", params, h.English.Message, h.English.Fix, h.Chinese.Message, h.Chinese.Fix)
			if placeholder.MatchString(h.English.Message + h.English.Fix) {
				t.Errorf("%s: a value is missing: %s", f.path, h.English.Message)
			}
		}
	}
	const golden = "testdata/findings.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("findings changed; -update writes %s anew:\n%s", golden, diff)
	}
}

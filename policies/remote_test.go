package policies

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rollscope/rollscope/policies/rules"
)

// TestRemoteFindsWhatTheCheckerFinds asks the rules by JSON, as hosts of policy.wasm do,
// with the catalogue in place of METADATA.
func TestRemoteFindsWhatTheCheckerFinds(t *testing.T) {
	checker, err := Load(Options{})
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := rules.Catalogue(checker.Rules())
	if err != nil {
		t.Fatal(err)
	}
	known, err := rules.ReadCatalogue(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(checker.Rules(), known, cmpopts.IgnoreFields(rules.Rule{}, "File"), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the catalogue has other rules: %s", diff)
	}
	remote := rules.NewRemote(known, checker.Evaluate)
	n := 0
	for _, r := range checker.Rules() {
		for _, d := range Read("bad.yaml", []byte(Example(r, "bad"))).Sets {
			in := Input{Document: d, Config: DefaultConfig()}
			want, err := checker.Check(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			got, err := remote.Check(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s: %s", r.ID, diff)
			}
			n += len(got)
		}
	}
	if n < 50 {
		t.Errorf("%d findings only", n)
	}
	for _, broken := range []string{"", "[]", `{"a":{}}`, `{"a":{"id":"X","severity":"bad"}}`} {
		if _, err := rules.ReadCatalogue([]byte(broken)); err == nil {
			t.Errorf("%q is a catalogue", broken)
		}
	}
}

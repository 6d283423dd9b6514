package policies

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/facts"
)

// prelude makes the function that finds the facts in a manifest with Rego.
func prelude(t testing.TB) func(manifest []byte) map[string]any {
	t.Helper()
	c := ast.NewCompiler()
	if c.Compile(folder(t)); c.Failed() {
		t.Fatal(c.Errors)
	}
	query, err := rego.New(rego.Compiler(c), rego.Query("data.rollscope.prelude.facts")).PrepareForEval(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return func(manifest []byte) map[string]any {
		var input any
		if err := json.Unmarshal(manifest, &input); err != nil {
			t.Fatal(err)
		}
		results, err := query.Eval(context.Background(), rego.EvalInput(input))
		if err != nil {
			t.Fatal(err)
		}
		if len(results) == 0 {
			t.Fatalf("the prelude finds no facts in %s", manifest)
		}
		return results[0].Expressions[0].Value.(map[string]any)
	}
}

// asJSON is what Go finds, as Rego has it. Errors are those that the prelude can know,
// sorted: the refusals that a rule speaks of by name.
func asJSON(t testing.TB, d *Document, found []Finding) map[string]any {
	t.Helper()
	known := *d.Facts
	known.Errors = slices.DeleteFunc(slices.Clone(known.Errors), func(e facts.Error) bool {
		return e.Source != "api" || !slices.ContainsFunc(found, func(f Finding) bool {
			return f.Rule != "RS807" && (f.Params["refusal"] == e.Message || f.Params["mistake"] == e.Message)
		})
	})
	slices.SortFunc(known.Errors, func(a, b facts.Error) int {
		x, _ := json.Marshal([]any{a.Code, a.Path, a.Message})
		y, _ := json.Marshal([]any{b.Code, b.Path, b.Message})
		return slices.Compare(x, y)
	})
	text, err := json.Marshal(known)
	if err != nil {
		t.Fatal(err)
	}
	value, err := ast.ValueFromReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	out, err := ast.JSON(value)
	if err != nil {
		t.Fatal(err)
	}
	return out.(map[string]any)
}

func TestPreludeFindsTheFactsThatGoFinds(t *testing.T) {
	c := loaded(t)
	manifests := map[string][]byte{"testdata/everything.yaml": everything(t)}
	for _, f := range fixtures(t, c) {
		manifests[f.path] = []byte(f.text)
	}
	maps.Copy(manifests, corpus(t))
	find := prelude(t)
	for _, name := range slices.Sorted(maps.Keys(manifests)) {
		for _, d := range Read(name, manifests[name]).Sets {
			want := asJSON(t, d, check(t, c, Input{Document: d, Config: DefaultConfig()}))
			sameFacts(t, fmt.Sprintf("%s document %d", name, d.Index), want, find(d.Raw()))
		}
	}
}

func TestPreludeAgreesWhateverFieldIsMissing(t *testing.T) {
	c, find, n := loaded(t), prelude(t), 0
	for name, manifest := range without(t, everything(t)) {
		d := Read(name, manifest).Sets
		if len(d) == 0 || slices.ContainsFunc(d[0].Facts.Errors, func(e facts.Error) bool { return e.Source == "decode" }) {
			continue
		}
		n++
		want := asJSON(t, d[0], check(t, c, Input{Document: d[0], Config: DefaultConfig()}))
		sameFacts(t, name, want, find(manifest))
	}
	if n < 300 {
		t.Errorf("only %d manifests were compared", n)
	}
}

// sameFacts compares fact by fact.
func sameFacts(t testing.TB, name string, want, got map[string]any) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if diff := cmp.Diff(want[key], got[key]); diff != "" {
			t.Errorf("%s: %s:\n%s", name, key, diff)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d facts, want %d", name, len(got), len(want))
	}
}

func everything(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/everything.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// without yields a manifest as JSON once for each of its fields and items, without that
// one and with null in its place, under a name that says which.
func without(t testing.TB, text []byte) iter.Seq2[string, []byte] {
	t.Helper()
	var root any
	if err := json.Unmarshal(decode.File("x.yaml", text).Documents[0].Raw(), &root); err != nil {
		t.Fatal(err)
	}
	return func(yield func(string, []byte) bool) {
		emit := func(name string) bool {
			text, err := json.Marshal(root)
			if err != nil {
				t.Fatal(err)
			}
			return yield(name, text)
		}
		takeAway(root, "", func(any) {}, emit)
	}
}

// takeAway takes away what is below value, one thing at a time. put replaces value itself.
func takeAway(value any, at string, put func(any), emit func(name string) bool) bool {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			was := value[key]
			if !takeAway(was, at+"."+key, func(v any) { value[key] = v }, emit) {
				return false
			}
			delete(value, key)
			ok := emit("without " + at + "." + key)
			value[key] = nil
			ok = ok && emit("null at "+at+"."+key)
			value[key] = was
			if !ok {
				return false
			}
		}
	case []any:
		for i := range value {
			if !takeAway(value[i], fmt.Sprintf("%s[%d]", at, i), func(v any) { value[i] = v }, emit) {
				return false
			}
			put(slices.Delete(slices.Clone(value), i, i+1))
			ok := emit(fmt.Sprintf("without %s[%d]", at, i))
			put(value)
			if !ok {
				return false
			}
		}
	}
	return true
}

package policies

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api/decode"
)

// interpreted are the rules as OPA itself evaluates them.
func interpreted(t testing.TB) *Checker {
	t.Helper()
	c, err := Load(Options{Interpreted: true})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCompiledRulesFindWhatOPAFinds(t *testing.T) {
	ours, opa := loaded(t), interpreted(t)
	manifests := map[string][]byte{"testdata/everything.yaml": everything(t)}
	for _, f := range fixtures(t, ours) {
		manifests[f.path] = []byte(f.text)
	}
	maps.Copy(manifests, corpus(t))
	for _, name := range slices.Sorted(maps.Keys(manifests)) {
		sameFindings(t, name, checkFile(t, opa, name, manifests[name]), checkFile(t, ours, name, manifests[name]))
	}
}

func TestCompiledRulesAgreeWhateverFieldIsMissingOrWrong(t *testing.T) {
	ours, opa := loaded(t), interpreted(t)
	for name, manifest := range without(t, everything(t)) {
		sameAnswers(t, name, ours, opa, manifest)
	}
	for name, manifest := range instead(t, everything(t)) {
		sameAnswers(t, name, ours, opa, manifest)
	}
}

func sameAnswers(t testing.TB, name string, ours, opa *Checker, manifest []byte) {
	t.Helper()
	for _, d := range Read(name, manifest).Sets {
		in := Input{Document: d, Config: DefaultConfig()}
		sameFindings(t, name, check(t, opa, in), check(t, ours, in))
	}
}

func sameFindings(t testing.TB, name string, want, got []Finding) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s:\n%s", name, diff)
	}
}

// instead is the manifest once for each of its fields and each sort of value, with that
// value in the field's place.
func instead(t testing.TB, text []byte) map[string][]byte {
	t.Helper()
	var root any
	if err := json.Unmarshal(decode.File("", text).Documents[0].Raw(), &root); err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	values := []any{true, json.Number("1e20"), "a{b}\n", []any{"x", nil}, map[string]any{"a": "b"}}
	var walk func(path string, v any)
	put := func(path string, old any, set func(any)) {
		for i, value := range values {
			set(value)
			text, err := json.Marshal(root)
			if err != nil {
				t.Fatal(err)
			}
			out[fmt.Sprintf("%s with value %d", path, i)] = text
		}
		set(old)
		walk(path, old)
	}
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				if path != "" || key != "kind" && key != "apiVersion" {
					put(path+"."+key, v[key], func(value any) { v[key] = value })
				}
			}
		case []any:
			for i := range v {
				put(fmt.Sprintf("%s[%d]", path, i), v[i], func(value any) { v[i] = value })
			}
		}
	}
	walk("", root)
	return out
}

func TestEvaluateAnswersInJSON(t *testing.T) {
	ours, opa := loaded(t), interpreted(t)
	for _, d := range Read("everything.yaml", everything(t)).Sets {
		input, err := json.Marshal(Input{Document: d, Config: DefaultConfig()})
		if err != nil {
			t.Fatal(err)
		}
		var answers [2][]map[string]any
		for i, c := range []*Checker{opa, ours} {
			text, err := c.Evaluate(context.Background(), input)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &answers[i]); err != nil {
				t.Fatal(err)
			}
			slices.SortFunc(answers[i], func(a, b map[string]any) int {
				x, _ := json.Marshal(a)
				y, _ := json.Marshal(b)
				return slices.Compare(x, y)
			})
		}
		if diff := cmp.Diff(answers[0], answers[1]); diff != "" {
			t.Error(diff)
		}
	}
}

func TestCompiledRulesStop(t *testing.T) {
	c := loaded(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	// Enough mounts for the clock to be looked at.
	many := make([]any, 3000)
	for i := range many {
		many[i] = map[string]any{"name": "v", "mountPath": fmt.Sprintf("/m%d", i)}
	}
	text, err := json.Marshal(map[string]any{"apiVersion": "apps/v1", "kind": "DaemonSet", "spec": map[string]any{"template": map[string]any{"spec": map[string]any{
		"volumes":    []any{map[string]any{"name": "v", "hostPath": map[string]any{"path": "/var/log"}}},
		"containers": []any{map[string]any{"name": "c", "image": "c:1", "volumeMounts": many}},
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Check(ctx, Input{Document: Read("x.json", text).Sets[0], Config: DefaultConfig()})
	if err == nil {
		t.Error("a check goes on when its context is over")
	}
}

package patch_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/kubectl/patch"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

func parsed(t *testing.T, b []byte) tree.Map {
	t.Helper()
	m, err := tree.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// vector is a case that the real code has answered: Patch is what apply sends
// for the three objects, Result what the API server makes of Current with it.
// Where Original is missing, Patch is applied as it is.
type vector struct {
	Original, Modified, Current, Patch, Result tree.Map
	Error                                      string
}

// vectors reads the lines of a file.
func vectors(t *testing.T, name string) []vector {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out []vector
	for line := range strings.Lines(string(text)) {
		m := parsed(t, []byte(line))
		part := func(k string) tree.Map { p, _ := m[k].(tree.Map); return p }
		out = append(out, vector{part("original"), part("modified"), part("current"), part("patch"), part("result"), tree.Text(m, "error")})
	}
	return out
}

func TestApplyPatchesEqualUpstreams(t *testing.T) {
	schema := patch.SchemaOf(&api.DaemonSet{})
	for i, v := range vectors(t, "threeway.jsonl") {
		got, err := patch.ThreeWay(v.Original, v.Modified, v.Current, schema)
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if d := cmp.Diff(v.Patch, got); d != "" {
			t.Fatalf("%d: the patches differ:\n%s", i, d)
		}
		result, err := patch.Strategic(tree.Copy(v.Current), got, schema)
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if d := cmp.Diff(v.Result, result); d != "" {
			t.Fatalf("%d: the results differ:\n%s", i, d)
		}
		if _, err := patch.TwoWay(v.Current, v.Result, schema); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
	}
}

func TestOrdersInAPatchAreCarriedOut(t *testing.T) {
	schema := patch.SchemaOf(&api.DaemonSet{})
	for _, v := range vectors(t, "orders.jsonl") {
		p := string(tree.JSON(v.Patch))
		got, err := patch.Strategic(v.Current, v.Patch, schema)
		switch {
		case err != nil && err.Error() != v.Error, err == nil && v.Error != "":
			t.Errorf("%s: got %v, want %s", p, err, v.Error)
		case err == nil:
			if d := cmp.Diff(v.Result, got); d != "" {
				t.Errorf("%s: %s", p, d)
			}
		}
	}
}

func TestMannersOfMergingEqualUpstreamsTags(t *testing.T) {
	for _, pair := range [][2]any{
		{corev1.Pod{}, &api.Pod{}}, {corev1.Node{}, &api.Node{}}, {appsv1.DaemonSet{}, &api.DaemonSet{}},
	} {
		checkTags(t, reflect.TypeOf(pair[0]), patch.SchemaOf(pair[1]), map[reflect.Type]bool{})
	}
}

func checkTags(t *testing.T, upstream reflect.Type, ours patch.Schema, seen map[reflect.Type]bool) {
	for upstream.Kind() == reflect.Pointer || upstream.Kind() == reflect.Slice {
		upstream = upstream.Elem()
	}
	switch upstream.Name() {
	case "Quantity", "Time", "MicroTime", "IntOrString", "FieldsV1":
		return // written as a scalar
	}
	if upstream.Kind() != reflect.Struct || seen[upstream] {
		return
	}
	seen[upstream] = true
	for name, f := range patch.FieldsForTest(upstream) {
		strategy, key := f.Tag.Get("patchStrategy"), f.Tag.Get("patchMergeKey")
		sub, gotStrategy, gotKey, ok := patch.MannerForTest(ours, name)
		if !ok {
			t.Errorf("%s has no field %s", upstream.Name(), name)
			continue
		}
		if strategy != gotStrategy || key != gotKey {
			t.Errorf("%s.%s: got %q %q, want %q %q", upstream.Name(), name, gotStrategy, gotKey, strategy, key)
		}
		checkTags(t, f.Type, sub, seen)
	}
}

func TestMergePatchReplacesListsAndDropsNulls(t *testing.T) {
	object := parsed(t, []byte(`{"a":{"b":1,"c":2},"l":[1,2],"gone":true}`))
	got := patch.Merge(object, parsed(t, []byte(`{"a":{"b":3,"d":{"e":null,"f":1}},"l":[3],"gone":null}`)))
	want := parsed(t, []byte(`{"a":{"b":3,"c":2,"d":{"f":1}},"l":[3]}`))
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestJSONPatchCarriesOutItsOperations(t *testing.T) {
	for _, c := range []struct{ operations, want string }{
		{`[{"op":"add","path":"/l/1","value":9},{"op":"add","path":"/l/-","value":8}]`, `{"a":{"b":1},"l":[1,9,2,8],"s/t":"x"}`},
		{`[{"op":"remove","path":"/a/b"},{"op":"remove","path":"/l/-1"}]`, `{"a":{},"l":[1],"s/t":"x"}`},
		{`[{"op":"replace","path":"/s~1t","value":{"n":null}}]`, `{"a":{"b":1},"l":[1,2],"s/t":{"n":null}}`},
		{`[{"op":"move","from":"/a/b","path":"/m"},{"op":"copy","from":"/l","path":"/a/k"}]`, `{"a":{"k":[1,2]},"l":[1,2],"m":1,"s/t":"x"}`},
		{`[{"op":"test","path":"/a/b","value":1}]`, `{"a":{"b":1},"l":[1,2],"s/t":"x"}`},
		{`[{"op":"test","path":"/a/b","value":2}]`, ""},
		{`[{"op":"replace","path":"/a/z","value":2}]`, ""},
		{`[{"op":"remove","path":"/l/5"}]`, ""},
		{`[{"op":"add","path":"/x/y","value":1}]`, ""},
		{`[{"op":"jump","path":"/a"}]`, ""},
		{`[{"op":"add","value":1}]`, ""},
	} {
		var operations []any
		v, err := tree.Value([]byte(c.operations))
		if err != nil {
			t.Fatal(err)
		}
		operations = v.([]any)
		got, err := patch.JSON(parsed(t, []byte(`{"a":{"b":1},"l":[1,2],"s/t":"x"}`)), operations)
		if c.want == "" {
			if err == nil {
				t.Errorf("%s: no error", c.operations)
			}
			continue
		}
		if text, _ := json.Marshal(got); err != nil || string(text) != c.want {
			t.Errorf("%s: got %s, %v; want %s", c.operations, text, err, c.want)
		}
	}
}

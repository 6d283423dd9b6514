package decode_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	kjson "sigs.k8s.io/json"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// theirs is an empty object of upstream's type for a document.
func theirs(apiVersion, kind string) any {
	switch apiVersion + " " + kind {
	case "apps/v1 DaemonSet":
		return &appsv1.DaemonSet{}
	case "apps/v1 ControllerRevision":
		return &appsv1.ControllerRevision{}
	case "v1 Pod":
		return &corev1.Pod{}
	case "v1 Node":
		return &corev1.Node{}
	case "v1 Event":
		return &corev1.Event{}
	case "v1 Namespace":
		return &corev1.Namespace{}
	case "scheduling.k8s.io/v1 PriorityClass":
		return &schedulingv1.PriorityClass{}
	case "policy/v1 PodDisruptionBudget":
		return &policyv1.PodDisruptionBudget{}
	}
	return nil
}

// compare reads one JSON object with the API server's decoder and with ours, which must
// agree on the object and find the same fields unknown or twice. Of the values that do
// not fit, upstream tells the first; ours must tell it too.
func compare(t *testing.T, apiVersion, kind string, text []byte) {
	t.Helper()
	object := theirs(apiVersion, kind)
	strict, fatal := kjson.UnmarshalStrict(text, object)
	result := decode.File("f", text)
	if slices.ContainsFunc(result.Errors, func(e decode.Error) bool { return e.Code == decode.CodePatch }) {
		return
	}
	if len(result.Documents) != 1 || result.Documents[0].Object == nil {
		t.Fatalf("%s\nno object: %v", text, result.Errors)
	}
	if fatal != nil {
		if slices.ContainsFunc(result.Errors, func(e decode.Error) bool { return e.Code == decode.CodeDuplicateField }) {
			return // it may be in the value that comes first, which we do not read
		}
		if !slices.ContainsFunc(result.Errors, func(e decode.Error) bool { return e.Upstream == fatal.Error() }) {
			t.Fatalf("%s\nupstream: %v\nours: %v", text, fatal, upstreams(result.Errors))
		}
		return
	}
	var want []string
	for _, err := range strict {
		want = append(want, err.Error())
	}
	slices.Sort(want)
	got := upstreams(result.Errors)
	if strings.Contains(strings.Join(want, " "), "duplicate field") {
		// Upstream reads both values, one over the other; we read the last.
		for _, text := range got {
			if !slices.Contains(want, text) {
				t.Fatalf("%s\nupstream: %q\nours: %q", text, want, got)
			}
		}
		return
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s\nupstream: %q\nours: %q", text, want, got)
	}
	sameObject(t, text, result.Documents[0].Object, object)
}

// upstreams are the distinct texts of upstream for errors, sorted.
func upstreams(errors []decode.Error) []string {
	var texts []string
	for _, e := range errors {
		texts = append(texts, e.Upstream)
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

func sameObject(t *testing.T, text []byte, ours, theirs any) {
	t.Helper()
	got, err := json.Marshal(ours)
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(theirs)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(ordered(t, got), ordered(t, want)) {
		t.Fatalf("%s\nupstream %s\nours     %s", text, want, got)
	}
}

// ordered is JSON with its keys in order, as what a ControllerRevision keeps has an
// order that means nothing.
func ordered(t *testing.T, text []byte) []byte {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestDamagedObjectsReadAsUpstreamReadsThem(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, base := range bases(t) {
		for range 25 {
			text := damaged(base.text, random)
			compare(t, base.apiVersion, base.kind, text)
		}
	}
}

type base struct {
	apiVersion, kind string
	text             []byte
}

// bases are sound objects: one of each kind from testdata, and those of the corpus.
func bases(t *testing.T) []base {
	files, _ := filepath.Glob("testdata/objects/*.yaml")
	if shared := sharedFolder(); shared != "" {
		more, _ := filepath.Glob(filepath.Join(shared, "corpus", "*", "*.yaml"))
		files = append(files, more...)
	}
	var all []base
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		result := decode.File(file, content)
		for _, d := range result.Documents {
			if d.Object != nil && theirs(d.APIVersion, d.Kind) != nil {
				all = append(all, base{d.APIVersion, d.Kind, d.Raw()})
			}
		}
	}
	if len(all) < 8 { // testdata alone has eight
		t.Fatalf("%d objects", len(all))
	}
	return all
}

// damaged writes the JSON object text anew with a few mistakes in it.
func damaged(text []byte, random *rand.Rand) []byte {
	root := tree.Read(text).Documents[0].Root
	d := &damager{random: random, odds: 4 + root.Count()/2}
	d.object(root, true)
	return d.out.Bytes()
}

type damager struct {
	random *rand.Rand
	odds   int
	out    bytes.Buffer
}

func (d *damager) hit() bool { return d.random.IntN(d.odds) == 0 }

// rare is two hits in a row.
func (d *damager) rare() bool {
	first, second := d.hit(), d.hit()
	return first && second
}

var strays = []string{
	`null`, `true`, `"true"`, `0`, `-1`, `1.5`, `1e3`, `3000000000`, `99999999999999999999`, `"5"`,
	`"a b"`, `""`, `[]`, `{}`, `[null]`, `["a"]`, `{"a":"b"}`, `[{"name":"x","image":5}]`, `"10%"`, `"2 Gi"`, `"2Gi"`, `"2026-01-31T12:00:00Z"`, `"\u00e9\ud83d\ude00<&>"`,
}

var strayKeys = []string{"foo", "Name", "IMAGE", "metadata", "a.b/c", "x y", "", "é"}

func (d *damager) value(n *tree.Node) {
	switch {
	case d.hit():
		d.out.WriteString(strays[d.random.IntN(len(strays))])
	case n.Kind == tree.Object:
		d.object(n, false)
	case n.Kind == tree.List:
		d.out.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				d.out.WriteByte(',')
			}
			d.value(item)
		}
		d.out.WriteByte(']')
	default:
		d.out.Write(n.AppendJSON(nil))
	}
}

func (d *damager) object(n *tree.Node, top bool) {
	d.out.WriteByte('{')
	for i := range n.Members {
		m := &n.Members[i]
		if i > 0 {
			d.out.WriteByte(',')
		}
		key := m.Key
		if key == "apiVersion" || key == "kind" {
			fmt.Fprintf(&d.out, "%q:%s", key, m.Value.AppendJSON(nil))
			continue
		}
		if d.rare() {
			key = strayKeys[d.random.IntN(len(strayKeys))]
		}
		quoted, _ := json.Marshal(key)
		d.out.Write(quoted)
		d.out.WriteByte(':')
		d.value(m.Value)
		if d.rare() {
			d.out.WriteByte(',')
			d.out.Write(quoted)
			d.out.WriteByte(':')
			d.value(m.Value)
		}
	}
	if d.hit() {
		if len(n.Members) > 0 {
			d.out.WriteByte(',')
		}
		quoted, _ := json.Marshal(strayKeys[d.random.IntN(len(strayKeys))])
		fmt.Fprintf(&d.out, "%s:%s", quoted, strays[d.random.IntN(len(strays))])
	}
	d.out.WriteByte('}')
}

package decode_test

import (
	"os"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api/decode"
)

func TestFieldsHavePlaces(t *testing.T) {
	const text = `# first
---
apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: DaemonSet
  metadata:
    name: a
    labels: &l
      app.kubernetes.io/name: "é"
      b[c]: d
  spec:
    selector: {matchLabels: *l}
    template:
      spec:
        containers:
        - name: é
          image: x
          ports: [{containerPort: 80}, {containerPort: 81, hostPort: 82}]
        -
          name: late
    minReadySeconds:
      5
`
	document := decode.File("f", []byte(text)).Documents[0]
	for path, want := range map[string][2]decode.Pos{
		"":              {{Line: 6, Column: 3}, {Line: 6, Column: 3}},
		"metadata.name": {{Line: 9, Column: 5}, {Line: 9, Column: 11}},
		"metadata.labels[app.kubernetes.io/name]":            {{Line: 11, Column: 7}, {Line: 11, Column: 31}},
		"metadata.labels.app.kubernetes.io/name":             {{Line: 11, Column: 7}, {Line: 11, Column: 31}},
		"metadata.labels[nothing]":                           {{Line: 10, Column: 5}, {Line: 10, Column: 13}},
		"spec.selector.matchLabels[app.kubernetes.io/name]":  {{Line: 11, Column: 7}, {Line: 11, Column: 31}},
		"spec.template.spec.containers":                      {{Line: 17, Column: 9}, {Line: 18, Column: 9}},
		"spec.template.spec.containers[0]":                   {{Line: 18, Column: 11}, {Line: 18, Column: 11}},
		"spec.template.spec.containers[0].image":             {{Line: 19, Column: 11}, {Line: 19, Column: 18}},
		"spec.template.spec.containers[0].ports[1].hostPort": {{Line: 20, Column: 60}, {Line: 20, Column: 70}},
		"spec.template.spec.containers[1].name":              {{Line: 22, Column: 11}, {Line: 22, Column: 17}},
		"spec.template.spec.containers[2].name":              {{Line: 17, Column: 9}, {Line: 18, Column: 9}},
		"spec.template.spec.containers[-1]":                  {{Line: 17, Column: 9}, {Line: 18, Column: 9}},
		"spec.template.spec.containers[0].image.tag":         {{Line: 19, Column: 11}, {Line: 19, Column: 18}},
		"spec.minReadySeconds":                               {{Line: 23, Column: 5}, {Line: 24, Column: 7}},
		"spec.updateStrategy.rollingUpdate":                  {{Line: 13, Column: 3}, {Line: 14, Column: 5}},
		"nothing":                                            {{Line: 6, Column: 3}, {Line: 6, Column: 3}},
		"[":                                                  {{Line: 6, Column: 3}, {Line: 6, Column: 3}},
		".":                                                  {{Line: 6, Column: 3}, {Line: 6, Column: 3}},
	} {
		got := [2]decode.Pos{document.Position(path), document.ValuePosition(path)}
		if got != want {
			t.Errorf("%q is at %v, want %v", path, got, want)
		}
	}
}

func TestFieldsOfJSONHavePlaces(t *testing.T) {
	const text = "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\",\r\n\t\"metadata\": {\"name\": \"é\", \"labels\": {\"é\": \"x\"}}}"
	document := decode.File("f", []byte(text)).Documents[0]
	if got, want := document.Position("metadata.labels[é]"), (decode.Pos{Line: 2, Column: 39}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := document.ValuePosition("metadata.labels[é]"), (decode.Pos{Line: 2, Column: 44}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestRawIsTheWholeDocument(t *testing.T) {
	const text = "kind: Widget\napiVersion: example.com/v1\nmetadata: {name: a, labels: &l {b: c}}\nspec:\n  copy: {<<: *l, num: 010, f: 1.50, on: [~, yes, \"<\"]}\n"
	const want = `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"labels":{"b":"c"},"name":"a"},` +
		`"spec":{"copy":{"b":"c","f":1.5,"num":8,"true":[null,true,"\u003c"]}}}`
	if got := string(decode.File("f", []byte(text)).Documents[0].Raw()); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func BenchmarkDaemonSet(b *testing.B) {
	content, err := os.ReadFile("testdata/objects/all.yaml")
	if err != nil {
		b.Fatal(err)
	}
	text, _, _ := strings.Cut(string(content), "\n---\n")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if r := decode.File("f", []byte(text)); len(r.Errors) > 0 {
			b.Fatal(r.Errors)
		}
	}
}

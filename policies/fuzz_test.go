package policies

import (
	"context"
	"testing"
	"time"
)

// Any bytes: no crash, no error of a rule, no long wait, and places that exist.
func FuzzCheck(f *testing.F) {
	c := loaded(f)
	f.Add([]byte(surging))
	f.Add(everything(f))
	f.Add([]byte("kind: DaemonSet\napiVersion: apps/v1\nspec: {template: {spec: {containers: [{}, null, {name: 1}]}}}\n"))
	f.Add([]byte(`{"kind":"List","apiVersion":"v1","items":[{"kind":"DaemonSet","apiVersion":"extensions/v1beta1","spec":null}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		started := time.Now()
		file := Read("fuzz.yaml", text)
		others := Neighbours(file.Sets)
		for i, d := range file.Sets {
			found, err := c.Check(context.Background(), Input{Document: d, Others: others[i], Config: DefaultConfig()})
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range found {
				if h.Start.Line < 1 || h.Start.Column < 1 || h.End.Line != h.Start.Line || h.End.Column < h.Start.Column {
					t.Errorf("%s is at %v to %v", h.Rule, h.Start, h.End)
				}
			}
		}
		if took := time.Since(started); took > 5*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// Any bytes: the compiled rules find what OPA finds.
func FuzzCompiled(f *testing.F) {
	ours, opa := loaded(f), interpreted(f)
	f.Add([]byte(surging))
	f.Add(everything(f))
	f.Fuzz(func(t *testing.T, text []byte) { sameAnswers(t, "fuzz.yaml", ours, opa, text) })
}

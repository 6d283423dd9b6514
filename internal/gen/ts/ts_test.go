package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../../.."

func TestTheTypesOfThePageAreUpToDate(t *testing.T) {
	want, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, target))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is out of date: go run ./internal/gen/ts", target)
	}
}

// itemsOfState are the items of a state as it was written.
type itemsOfState struct {
	State struct {
		Nodes, Classes, Templates []json.RawMessage
		Loose                     []json.RawMessage
	}
}

func TestRecordedStatesHaveTheShapesThatArePromised(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "wasm/protocol/testdata/conversations/*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("no conversations", err)
	}
	seen := map[string]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if answer, ok := strings.CutPrefix(line, "< "); ok {
				checkState(t, []byte(answer), seen)
			}
		}
	}
	for _, kind := range []string{"node", "class", "template", "pod"} {
		if seen[kind] == 0 {
			t.Errorf("no conversation shows a %s", kind)
		}
	}
}

func checkState(t *testing.T, answer []byte, seen map[string]int) {
	t.Helper()
	var a itemsOfState
	if err := json.Unmarshal(answer, &a); err != nil {
		t.Fatal(err)
	}
	for _, text := range a.State.Nodes {
		var n SimNode
		strict(t, text, &n)
		seen["node"]++
		for _, pod := range n.Pods {
			checkPod(t, pod, seen)
		}
	}
	for _, text := range a.State.Classes {
		strict(t, text, new(NodeClass))
		seen["class"]++
	}
	for _, text := range a.State.Templates {
		strict(t, text, new(Template))
		seen["template"]++
	}
}

func strict(t *testing.T, text []byte, into any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		t.Errorf("%v in %s", err, text)
	}
}

// checkPod holds a pod to [id, name, template, state, note].
func checkPod(t *testing.T, pod any, seen map[string]int) {
	t.Helper()
	list, ok := pod.([]any)
	if !ok || len(list) != 5 {
		t.Fatalf("a pod is %v", pod)
	}
	seen["pod"]++
	_, id := list[0].(float64)
	_, name := list[1].(string)
	_, template := list[2].(float64)
	state, _ := list[3].(string)
	_, note := list[4].(string)
	if !id || !name || !template || !note || !strings.Contains(fixed, `"`+state+`"`) {
		t.Errorf("a pod is %v", pod)
	}
}

func TestADocumentWithoutRequestsIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "protocol.md")
	if err := os.WriteFile(path, []byte("# Nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readRequests(path); err == nil {
		t.Error("no error")
	}
}

func TestTwoTypesOfOneNameAreAnError(t *testing.T) {
	w := &writer{src: &source{}, written: map[string]typeName{}}
	w.want(typeName{"protocol", "limitsAnswer"})
	w.want(typeName{"protocol", "limits"})
	if w.err == nil {
		t.Error("no error")
	}
}

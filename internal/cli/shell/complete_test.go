package shell

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/prompt"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

const file = `# Two nodes

$ kubectl create -f nodes.yaml
-- nodes.yaml --
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: worker-1}}
- {apiVersion: v1, kind: Node, metadata: {name: worker-2}}
`

func TestTabCompletesWhatComesNext(t *testing.T) {
	f, err := transcript.Parse("two.txtar", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	s := &Shell{Session: scenario.Open(f, scenario.Options{}), Out: io.Discard}
	s.Session.Next()
	for line, want := range map[string]string{
		"kubec":                       "kubectl ",
		"kubectl roll":                "kubectl rollout ",
		"roll":                        "rollout ",
		"kubectl rollout st":          "kubectl rollout status ",
		"get no":                      "get node", // nodes, and node/NAME
		"get nodes w":                 "get nodes worker-",
		"kubectl cordon worker-2":     "kubectl cordon worker-2 ",
		"describe node/w":             "describe node/worker-",
		"get pods --field-s":          "get pods --field-selector=",
		"rollout undo ds/x --to-r":    "rollout undo ds/x --to-revision=",
		"apply -f n":                  "apply -f nodes.yaml ",
		"get ds -o j":                 "get ds -o json",
		"get ds -o custom":            "get ds -o custom-columns=",
		"break node/worker-1 --not-r": "break node/worker-1 --not-ready ",
		"adv":                         "advance ",
	} {
		got, _, ok := s.complete(line, len(line), '\t')
		if !ok || got != want {
			t.Errorf("%q: %v %q, want %q", line, ok, got, want)
		}
	}
	for _, line := range []string{"xyz", "kubectl cordon nope", "kubectl logs --"} {
		if got, _, ok := s.complete(line, len(line), '\t'); ok {
			t.Errorf("%q: %q", line, got)
		}
	}
}

func TestEveryCommandTellsItsFlags(t *testing.T) {
	s := &scenario.Session{}
	for _, verb := range []string{"get", "apply", "rollout status", "rollout undo", "set image", "drain", "taint", "wait", "events", "edit", "diff", "scale"} {
		flags := prompt.Complete(s, verb+" -").Words
		if !slices.Contains(flags, "--namespace=") || !slices.Contains(flags, "-n") {
			t.Errorf("%s: %q", verb, flags)
		}
	}
}

func TestAScriptEndsAtTheFirstFailure(t *testing.T) {
	f, err := transcript.Parse("two.txtar", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	s := &Shell{Session: scenario.Open(f, scenario.Options{}), Out: &out}
	s.Session.Next()
	if err := s.Script(strings.NewReader("# a comment\n$ get node worker-1 -o name\n\nget node nope\nget nodes\n")); !errors.Is(err, ErrFailed) {
		t.Errorf("%v", err)
	}
	if want := "node/worker-1\nError from server (NotFound): nodes \"nope\" not found\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
	out.Reset()
	if err := s.Script(strings.NewReader("exit\nget node nope\n")); err != nil || out.Len() > 0 {
		t.Errorf("%v %q", err, out.String())
	}
}

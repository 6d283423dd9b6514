package native_test

import (
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/internal/cli/native"
)

const nodes = `apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: a, labels: {disk: ssd}}, spec: {unschedulable: true}}
- {apiVersion: v1, kind: Node, metadata: {name: b}}
`

// ask runs kubectl on two nodes.
func ask(t *testing.T, args ...string) kubectl.Result {
	t.Helper()
	env := kubectl.Env{Host: native.Host(), ReadFile: func(name string) ([]byte, error) {
		if name == "names.tmpl" {
			return []byte("{{range .items}}<{{.metadata.name}}>{{end}}"), nil
		}
		return []byte(nodes), nil
	}}
	c := core.New(core.Options{})
	if r := kubectl.Run(c, env, []string{"create", "-f", "nodes.yaml"}); r.Exit != 0 {
		t.Fatal(r.Transcript)
	}
	return kubectl.Run(c, env, args)
}

func TestGoTemplatesAreFilled(t *testing.T) {
	for want, args := range map[string][]string{
		"a b ":  {"get", "nodes", "-o", "go-template={{range .items}}{{.metadata.name}} {{end}}"},
		"<a>":   {"get", "node", "a", "-o", "go-template", "--template=<{{.metadata.name}}>"},
		"Node":  {"get", "node", "a", "--template={{.kind}}"},
		"true":  {"get", "node", "a", "-o", "template={{.spec.unschedulable}}"},
		"hello": {"get", "node", "a", "-o", `go-template={{base64decode "aGVsbG8="}}`},
		"<no value>": {
			"get", "node", "a", "-o", "go-template={{.nope}}",
		},
		"true false false": {
			"get", "nodes", "-o", `go-template={{exists . "items" 0 "spec" "unschedulable"}} {{exists . "items" 1 "spec" "unschedulable"}} {{exists . "items" 2}}`,
		},
		"<a><b>": {"get", "nodes", "-o", "go-template-file=names.tmpl"},
		"b!":     {"label", "node", "b", "x=y", "-o", "go-template={{.metadata.name}}!"},
	} {
		if r := ask(t, args...); r.Stdout != want || r.Exit != 0 {
			t.Errorf("%q: %d %q, want %q", args, r.Exit, r.Transcript, want)
		}
	}
}

func TestMistakesInTemplatesAreToldInKubectlsWords(t *testing.T) {
	for want, args := range map[string][]string{
		"error: template format specified but no template given\n": {"get", "nodes", "-o", "go-template"},
		"error: error parsing template {{, template: output:1: unclosed action\n": {
			"get", "nodes", "-o", "go-template={{",
		},
	} {
		if r := ask(t, args...); r.Stderr != want || r.Exit != 1 {
			t.Errorf("%q: %d %q, want %q", args, r.Exit, r.Stderr, want)
		}
	}
	r := ask(t, "get", "node", "a", "--allow-missing-template-keys=false", "-o", "go-template={{.nope}}")
	if !strings.HasPrefix(r.Stdout, "Error executing template: ") || !strings.Contains(r.Stderr, `map has no entry for key "nope"`) || r.Exit != 1 {
		t.Errorf("%d %q %q", r.Exit, r.Stdout, r.Stderr)
	}
}

func TestKYAMLIsWrittenAsKubectlDoes(t *testing.T) {
	const want = `---
{
  apiVersion: "v1",
  kind: "Node",
  metadata: {`
	if r := ask(t, "get", "node", "a", "-o", "kyaml"); !strings.HasPrefix(r.Stdout, want) || r.Exit != 0 {
		t.Errorf("%d %s", r.Exit, r.Transcript)
	}
}

func TestATemplateThatNeverEndsIsStopped(t *testing.T) {
	fill, err := native.Template(`{{define "x"}}{{printf "%01048576d" 1}}{{template "x"}}{{end}}{{template "x"}}`, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fill(map[string]any{}); err == nil || !strings.Contains(err.Error(), "the output is too long") {
		t.Errorf("%v", err)
	}
}

func TestTheEditorIsTheOneOfTheEnvironment(t *testing.T) {
	for _, name := range []string{"KUBE_EDITOR", "VISUAL", "EDITOR"} {
		t.Setenv(name, "")
	}
	if e := native.Editor(); e != nil {
		t.Errorf("%q", e)
	}
	t.Setenv("EDITOR", "vi")
	t.Setenv("KUBE_EDITOR", "code -w")
	if e := strings.Join(native.Editor(), "|"); e != "code|-w" {
		t.Errorf("%q", e)
	}
	if text, err := native.Edit([]string{"sed", "-i", "s/one/two/"}, "one"); text != "two" || err != nil {
		t.Errorf("%q %v", text, err)
	}
	if _, err := native.Edit([]string{"false"}, "one"); err == nil {
		t.Error("an editor that fails is no error")
	}
}

package edge

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/rollscope/rollscope/policies"
	"github.com/rollscope/rollscope/policies/rules"
)

// ruled are the rules as the native server has them, read once for all tests.
var ruled = sync.OnceValue(func() Rules {
	checker, err := policies.Load(policies.Options{})
	if err != nil {
		panic(err)
	}
	catalogue, err := rules.Catalogue(checker.Rules())
	if err != nil {
		panic(err)
	}
	return Rules{Catalogue: catalogue, Lint: checker.Evaluate}
})

func handler() http.Handler { return New(Options{Rules: ruled(), Build: "v0.0.0-test"}) }

// send sends a request. Header has names and values in turn.
func send(h http.Handler, method, target, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// field is a value of a JSON answer, by keys and numbers of entries.
func field(t *testing.T, body []byte, path ...any) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatalf("%v: %s", err, body[:min(len(body), 300)])
	}
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[p]
		case int:
			list, _ := v.([]any)
			if p >= len(list) {
				return nil
			}
			v = list[p]
		}
	}
	return v
}

const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
  namespace: default
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      containers:
      - {name: agent, image: "example.com/agent:v2"}
`

const update = `# An update

$ kubectl apply -f cluster.yaml
...
$ advance 30s
$ kubectl set image ds/agent agent=example.com/agent:v3
...
$ until rolled-out

-- cluster.yaml --
apiVersion: v1
kind: Node
metadata: {name: n1}
---
` + agent

const yamlType = "application/yaml"

func TestEveryWayToAsk(t *testing.T) {
	in := func(v any) string {
		text, _ := json.Marshal(v)
		return string(text)
	}
	var object any
	_ = json.Unmarshal([]byte(`{"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"agent"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}`), &object)
	for name, c := range map[string]struct {
		path, kind, body string
		want             any
		at               []any
	}{
		"a file, as curl sends it":     {"/api/v1/plan?nodes=3", "application/x-www-form-urlencoded", agent, "rolledOut", []any{"plans", 0, "outcome"}},
		"a file as YAML":               {"/api/v1/plan?nodes=3", yamlType, agent, 3.0, []any{"plans", 0, "nodes", "total"}},
		"a file without a type":        {"/api/v1/plan?nodes=3", "", agent, true, []any{"ok"}},
		"fields as JSON":               {"/api/v1/plan", plainJSON, in(map[string]any{"to": agent, "nodes": 2}), 2.0, []any{"plans", 0, "nodes", "total"}},
		"fields as YAML":               {"/api/v1/plan", yamlType, "to: |\n  " + strings.ReplaceAll(agent, "\n", "\n  ") + "\nnodes: 2\n", 2.0, []any{"plans", 0, "nodes", "total"}},
		"an object":                    {"/api/v1/plan", plainJSON, in(map[string]any{"to": object, "nodes": 2}), "default/agent", []any{"plans", 0, "daemonSet"}},
		"several files":                {"/api/v1/plan", plainJSON, in(map[string]any{"to": []any{map[string]any{"name": "a.yaml", "content": agent}}, "from": agent, "nodes": []any{"pools: [{name: w, count: 4}]"}}), 4.0, []any{"plans", 0, "nodes", "total"}},
		"a manifest that is JSON":      {"/api/v1/plan?nodes=2", plainJSON, in(object), true, []any{"ok"}},
		"gates":                        {"/api/v1/plan", plainJSON, in(map[string]any{"to": agent, "nodes": 2, "gates": map[string]any{"maxDuration": "1ms", "minAvailable": "50%"}}), false, []any{"plans", 0, "gates", 0, "ok"}},
		"what images do":               {"/api/v1/plan?nodes=2&images=*+never-ready", yamlType, agent, "stuck", []any{"plans", 0, "outcome"}},
		"why, of a node":               {"/api/v1/why?nodes=3&node=node-2", yamlType, agent, "node-2", []any{0, "node"}},
		"lint":                         {"/api/v1/lint?filename=x.yaml", yamlType, agent, "x.yaml", []any{"findings", 0, "file"}},
		"lint with nodes, in Chinese":  {"/api/v1/lint?nodes=3&lang=zh&only=RS504", yamlType, agent, "代理程序可能一直 Pending", []any{"findings", 0, "title"}},
		"lint, two files":              {"/api/v1/lint", plainJSON, in(map[string]any{"files": []any{map[string]any{"name": "b.yaml", "content": agent}, map[string]any{"name": "a.yaml", "content": agent}}, "only": []any{"RS504"}}), 2.0, []any{"summary", "daemonSets"}},
		"validate, with what is there": {"/api/v1/validate", plainJSON, in(map[string]any{"files": agent, "from": strings.Replace(agent, "app: agent}}\n  t", "app: other}}\n  t", 1)}), "Invalid value", []any{0, "kind"}},
		"a scenario":                   {"/api/v1/run", "text/plain", update, true, []any{"ok"}},
		"a scenario with a name":       {"/api/v1/run", plainJSON, in(map[string]any{"scenario": update, "name": "u.txtar", "seed": 3}), "u.txtar", []any{"scenarios", 0, "file"}},
		"a scenario's end":             {"/api/v1/run", "", update, "example.com/agent:v3", []any{"scenarios", 0, "end", "nodes", 0, "pods", 0, "image"}},
	} {
		w := send(handler(), "POST", c.path, c.body, "Content-Type", c.kind)
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
			continue
		}
		if got := field(t, w.Body.Bytes(), c.at...); got != c.want {
			t.Errorf("%s: %v is %v, want %v", name, c.at, got, c.want)
		}
	}
}

func TestTheWayItEndsIsAHeader(t *testing.T) {
	for _, c := range []struct{ path, body, want string }{
		{"/api/v1/plan?nodes=2", agent, "0"},
		{"/api/v1/plan?nodes=2&maxDuration=1ms", agent, "1"},
		{"/api/v1/validate", agent, "0"},
		{"/api/v1/validate", "kind: DaemonSet\napiVersion: apps/v1\nmetadata: {name: A}\n", "1"},
		{"/api/v1/validate", "kind: Node\napiVersion: v1\nmetadata: {name: a}\n", "3"},
		{"/api/v1/lint", agent, "0"},
		{"/api/v1/lint", "kind: Node\napiVersion: v1\nmetadata: {name: a}\n", "3"},
		{"/api/v1/run", "$ kubectl get nodes\nsomething else\n", "1"},
	} {
		w := send(handler(), "POST", c.path, c.body)
		if got := w.Header().Get("Rollscope-Exit-Code"); w.Code != 200 || got != c.want {
			t.Errorf("%s %q: %d, exit code %q, want %q", c.path, c.body[:20], w.Code, got, c.want)
		}
	}
}

func TestPlansAreTextForPeople(t *testing.T) {
	for accept, want := range map[string]string{
		"text/plain": "default/agent: first roll-out of 2 nodes", "text/markdown": "###", "text/*, application/json;q=0.1": "default/agent: first",
		"text/markdown;q=0.5, application/json;q=0.4": "###",
	} {
		w := send(handler(), "POST", "/api/v1/plan?nodes=2", agent, "Accept", accept)
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %.200s", accept, w.Code, w.Body)
		}
	}
	w := send(handler(), "POST", "/api/v1/why?nodes=2&lang=zh", agent, "Accept", "text/plain")
	if !strings.Contains(w.Body.String(), "2 ") || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
}

func TestWithoutRulesLintSaysSo(t *testing.T) {
	h := New(Options{})
	if w := send(h, "POST", "/api/v1/lint", agent); w.Code != http.StatusNotImplemented {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := send(h, "GET", "/api/v1/version", ""); field(t, w.Body.Bytes(), "lint") != false || field(t, w.Body.Bytes(), "build") != "(devel)" {
		t.Errorf("%s", w.Body)
	}
	failing := New(Options{Rules: Rules{Catalogue: ruled().Catalogue, Lint: func(context.Context, []byte) ([]byte, error) { return []byte("no JSON"), nil }}})
	if w := send(failing, "POST", "/api/v1/lint", agent); w.Code != 200 || !strings.Contains(w.Body.String(), "the rules could not be run") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestTheMeterHearsNoMoreThanCounts(t *testing.T) {
	var all []Measure
	h := New(Options{Assets: http.NotFoundHandler(), Meter: func(m Measure) { all = append(all, m) }})
	send(h, "POST", "/api/v1/plan?nodes=1", agent)
	send(h, "BREW", "/healthz", "")
	send(h, "GET", "/index.html", "")
	send(h, "GET", "/api/v1/nothing", "")
	for i, want := range []Measure{
		{Route: "/api/v1/plan", Method: "POST", Status: 200},
		{Route: "/healthz", Method: "other", Status: 405},
		{Method: "GET", Status: 404},
		{Method: "GET", Status: 404},
	} {
		got := all[i]
		if got.Bytes == 0 {
			t.Errorf("%v has no bytes", got)
		}
		if got.Bytes, got.Took = 0, 0; got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

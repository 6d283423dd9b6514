package protocol

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/scenario"
)

var update = flag.Bool("update", false, "rewrite conversations and site/content/protocol.md")

// A conversation is a file of lines: "> " before a request, "< " before its answer.
// The same files are held against sim.wasm by site/test/conversations.mjs.
func TestConversationsAreAnsweredAsRecorded(t *testing.T) {
	files, err := filepath.Glob("testdata/conversations/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no conversations", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			recorded, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := replay(string(recorded))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			compareLines(t, got, string(recorded))
		})
	}
}

// replay answers the requests of a conversation.
func replay(recorded string) string {
	var out strings.Builder
	s := New(Limits{})
	for line := range strings.Lines(recorded) {
		if strings.HasPrefix(line, "< ") {
			continue
		}
		out.WriteString(line)
		if request, ok := strings.CutPrefix(line, "> "); ok {
			out.WriteString("< " + string(s.Handle([]byte(strings.TrimSuffix(request, "\n")))) + "\n")
		}
	}
	return out.String()
}

func compareLines(t *testing.T, got, want string) {
	t.Helper()
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i, line := range gotLines {
		if i >= len(wantLines) || line != wantLines[i] {
			t.Fatalf("line %d:\n got %.2000s\nwant %.2000s", i+1, line, append(wantLines, "", "")[min(i, len(wantLines))])
		}
	}
	if len(gotLines) != len(wantLines) {
		t.Fatalf("%d lines, want %d", len(gotLines), len(wantLines))
	}
}

func ask(t *testing.T, s *Session, request string) map[string]any {
	t.Helper()
	var answer map[string]any
	if err := json.Unmarshal(s.Handle([]byte(request)), &answer); err != nil {
		t.Fatalf("%s: %v", request, err)
	}
	return answer
}

func message(answer map[string]any) string {
	e, _ := answer["error"].(map[string]any)
	text, _ := e["message"].(string)
	return text
}

// scene is a scenario with so many nodes.
func scene(nodes int) string {
	var b strings.Builder
	b.WriteString("# Scene\n$ kubectl apply -f n.yaml\n...\n$ kubectl apply -f d.yaml\n...\n-- n.yaml --\napiVersion: v1\nkind: List\nitems:\n")
	for i := range nodes {
		fmt.Fprintf(&b, "- {apiVersion: v1, kind: Node, metadata: {name: n%d}}\n", i)
	}
	b.WriteString(`-- d.yaml --
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  updateStrategy: {rollingUpdate: {maxUnavailable: 10%}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: agent, image: 'example.com/agent:v1'}]}
`)
	return b.String()
}

func opening(nodes int) string {
	text, _ := json.Marshal(scene(nodes))
	return `{"do":"open","steps":-1,"scenario":` + string(text) + `}`
}

func TestLimitsAreNamedWhenTheyAreReached(t *testing.T) {
	s := New(Limits{Bytes: 10_000, Nodes: 20, Events: 200, Files: 2, Time: 3600e9})
	for _, c := range []struct{ request, want string }{
		{`{"do":"version","x":"` + strings.Repeat("a", 10_000) + `"}`, "the limit is 10000"},
		{`{"do":"version","x":` + strings.Repeat("[", 101) + strings.Repeat("]", 101) + `}`, "more than 100 deep"},
		{`{"do":"validate","files":[{},{},{}]}`, "the limit is 2"},
		{opening(21), "21 nodes; the limit is 20"},
		{`{"do":"step"}`, "nothing is open"},
		{opening(20), ""},
		{`{"do":"advance","by":3601}`, "limited to 3600 seconds"},
		{`{"do":"end"}`, ""},
		{`{"do":"command","line":"kubectl rollout restart ds/agent"}`, ""},
		{`{"do":"advance","by":600}`, "more than 200 events"},
		{`{"do":"plan","files":[{"name":"a.yaml","content":"kind: DaemonSet"}],"count":21}`, "the limit is 20"},
	} {
		got := message(ask(t, s, c.request))
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%.60s: %q, want %q", c.request, got, c.want)
		}
	}
}

func TestAPanicIsAnAnswerAndClosesTheScenario(t *testing.T) {
	s := New(Limits{})
	s.scenario = &scenario.Session{} // without a cluster
	if got := message(ask(t, s, `{"do":"step"}`)); !strings.HasPrefix(got, "internal error: ") {
		t.Errorf("%q", got)
	}
	if got := message(ask(t, s, `{"do":"step"}`)); got != "nothing is open" {
		t.Errorf("afterwards: %q", got)
	}
}

// client keeps what the answers tell it, as the page does.
type client struct {
	rev                float64
	nodes              map[float64]any
	loose              any
	classes, templates map[float64]any
}

func (c *client) take(st map[string]any) {
	if st["full"] == true {
		*c = client{nodes: map[float64]any{}, classes: map[float64]any{}, templates: map[float64]any{}}
	}
	for _, list := range []struct {
		name string
		into map[float64]any
	}{{"nodes", c.nodes}, {"classes", c.classes}, {"templates", c.templates}} {
		for _, one := range st[list.name].([]any) {
			list.into[one.(map[string]any)["id"].(float64)] = one
		}
	}
	for _, id := range st["removed"].([]any) {
		delete(c.nodes, id.(float64))
	}
	if loose, ok := st["loose"]; ok {
		c.loose = loose
	}
	c.rev = st["rev"].(float64)
}

// plainly resolves classes and templates, whose numbers are a matter of order.
func (c *client) plainly() string {
	nodes := map[string]any{}
	for _, n := range c.nodes {
		node := maps.Clone(n.(map[string]any))
		if id, ok := node["class"].(float64); ok {
			class := c.classes[id].(map[string]any)
			node["class"] = fmt.Sprint(class["labels"], class["taints"], class["cpu"], class["memory"], class["pods"])
		}
		node["pods"] = c.pods(node["pods"])
		nodes[node["name"].(string)] = node
	}
	text, _ := json.Marshal([]any{nodes, c.pods(c.loose)})
	return string(text)
}

func (c *client) pods(list any) []any {
	var out []any
	for _, p := range list.([]any) {
		pod := append([]any{}, p.([]any)...)
		t := c.templates[pod[2].(float64)].(map[string]any)
		pod[2] = fmt.Sprint(t["set"], t["hash"], t["image"], t["namespace"])
		out = append(out, pod)
	}
	return out
}

func TestDeltasAddUpToTheWholeState(t *testing.T) {
	s := New(Limits{})
	ask(t, s, opening(30))
	c := &client{}
	moves := []string{
		`"do":"step"`, `"do":"wave"`, `"do":"advance","by":3`, `"do":"command","line":"kubectl set image ds/agent agent=example.com/agent:v2"`,
		`"do":"wave"`, `"do":"back","n":5`, `"do":"command","line":"kubectl delete node n3"`, `"do":"advance","by":90`, `"do":"seek","event":40`,
		`"do":"fork","name":"b"`, `"do":"command","line":"kubectl taint node n5 a=b:NoExecute"`, `"do":"end"`, `"do":"switch","name":"main"`,
		`"do":"command","line":"kubectl label node n6 x=y"`, `"do":"command","line":"break node/n7"`, `"do":"end"`, `"do":"run","to":1`, `"do":"run","to":-1`, `"do":"end"`,
	}
	for _, move := range moves {
		a := ask(t, s, fmt.Sprintf(`{%s,"since":%v}`, move, c.rev))
		if a["ok"] != true {
			t.Fatalf("%s: %v", move, a["error"])
		}
		c.take(a["state"].(map[string]any))
		whole := &client{}
		twin := *s
		twin.view = view{}
		whole.take(ask(t, &twin, `{"do":"state","since":-1}`)["state"].(map[string]any))
		if got, want := c.plainly(), whole.plainly(); got != want {
			t.Fatalf("after %s:\n got %s\nwant %s", move, got, want)
		}
	}
}

func FuzzHandle(f *testing.F) {
	files, _ := filepath.Glob("testdata/conversations/*.txt")
	for _, file := range files {
		recorded, _ := os.ReadFile(file)
		for line := range bytes.Lines(recorded) {
			if request, ok := bytes.CutPrefix(line, []byte("> ")); ok {
				f.Add(bytes.TrimSpace(request))
			}
		}
	}
	f.Fuzz(func(t *testing.T, request []byte) {
		s := New(Limits{Bytes: 20_000, Nodes: 30, Events: 3000, Time: 3600e9})
		s.Handle([]byte(opening(4)))
		for range 2 {
			hang := time.AfterFunc(20*time.Second, func() { panic("no answer to " + string(request)) })
			answer := s.Handle(request)
			hang.Stop()
			if !json.Valid(answer) {
				t.Fatalf("no JSON: %s", answer)
			}
			if bytes.Contains(answer, []byte("internal error: ")) && bytes.Contains(answer, []byte(`"ok":false`)) {
				t.Fatalf("%s: %s", request, answer)
			}
		}
	})
}

func BenchmarkState5000(b *testing.B) {
	s := New(Limits{})
	s.Handle([]byte(opening(5000)))
	s.Handle([]byte(`{"do":"command","line":"client unlimited"}`))
	s.Handle([]byte(`{"do":"end"}`))
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			b.SetBytes(int64(len(s.Handle([]byte(`{"do":"state","since":-1}`)))))
		}
	})
	b.Run("delta", func(b *testing.B) {
		for b.Loop() {
			s.Handle(fmt.Appendf(nil, `{"do":"state","since":%d}`, s.view.rev))
		}
	})
}

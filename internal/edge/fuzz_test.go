package edge

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/internal/edge/share"
)

// small are limits that keep one try short.
var small = Limits{Bytes: 1 << 16, Nodes: 50, Events: 3000, Documents: 20, Depth: 50}

// sound says what no answer may be: a mistake of ours, or a refusal without a reason.
func sound(t *testing.T, h http.Handler, method, path, query, body string, header ...string) {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.URL.RawQuery = query
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code >= 500 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w.Code >= 400 && strings.HasPrefix(w.Header().Get("Content-Type"), problemJSON) && field(t, w.Body.Bytes(), "detail") == "" {
		t.Fatalf("%d without a word: %s", w.Code, w.Body)
	}
}

func FuzzBodies(f *testing.F) {
	for route := range uint8(5) {
		for _, body := range []string{
			agent, update, `{"to":"x","nodes":3}`, "to: |\n  kind: DaemonSet\nnodes: 2\nbreaks: [node/node-1@1s]\n",
			`{"files":[{"name":"a","content":"kind: DaemonSet"}],"only":["RS302"]}`, `{"scenario":{"content":"$ step"},"seed":1}`,
		} {
			f.Add(route, uint8(0), "nodes=3", body)
			f.Add(route, uint8(1), "images=*+pull%3D1s&lang=zh", body)
		}
	}
	h := New(Options{Rules: ruled(), Limits: small})
	f.Fuzz(func(t *testing.T, route, kind uint8, query, body string) {
		path := [...]string{"/api/v1/plan", "/api/v1/why", "/api/v1/lint", "/api/v1/validate", "/api/v1/run"}[route%5]
		sound(t, h, "POST", path, query, body, "Content-Type", [...]string{plainJSON, yamlType, "text/plain", ""}[kind%4])
	})
}

func FuzzMessages(f *testing.F) {
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"plan","arguments":{"to":"kind: DaemonSet","nodes":2},` + about + `}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"explain","arguments":{"names":["RS302"]}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run","arguments":{"scenario":"$ step 3"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`,
	} {
		f.Add("2026-07-28", "tools/call", "plan", body)
		f.Add("", "", "", body)
	}
	h := New(Options{Rules: ruled(), Limits: small})
	f.Fuzz(func(t *testing.T, version, method, name, body string) {
		sound(t, h, "POST", "/mcp", "", body, "Content-Type", plainJSON, "Mcp-Protocol-Version", version, "Mcp-Method", method, "Mcp-Name", name)
	})
}

func FuzzPictures(f *testing.F) {
	f.Add(update, "rollscope", "", uint8(0))
	f.Add("# <script>alert(1)</script>\n#zh ]]>&\"'\n\n$ kubectl apply -f a.yaml\n...\n$ advance 3s\n\n-- a.yaml --\n"+agent+"---\n{apiVersion: v1, kind: Node, metadata: {name: n}}\n", `"><script>`, "agent", uint8(1))
	h := New(Options{Limits: small})
	f.Fuzz(func(t *testing.T, scenario, label, set string, seed uint8) {
		state := url.QueryEscape(share.Encode([]byte(scenario)))
		query := "?s=" + state + "&lang=" + [...]string{"en", "zh"}[seed%2]
		for _, path := range []string{"/api/v1/rollout.svg" + query + "&set=" + url.QueryEscape(set), "/api/v1/badge.svg" + query + "&label=" + url.QueryEscape(label)} {
			w := send(h, "GET", path, "")
			if w.Code >= 500 {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
			if w.Code == 200 {
				harmless(t, w.Body.Bytes())
			}
		}
	})
}

func FuzzStates(f *testing.F) {
	f.Add(share.Encode([]byte(update)))
	f.Add("1.AAAA")
	h := New(Options{Limits: small})
	f.Fuzz(func(t *testing.T, state string) {
		sound(t, h, "GET", "/api/v1/badge.svg", "s="+url.QueryEscape(state), "")
	})
}

package edge

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/xeipuuv/gojsonschema"

	"github.com/rollscope/rollscope/internal/edge/mcp"
)

// modern are the headers of a request of the newest revision.
func modern(method string, more ...string) []string {
	return append([]string{"Content-Type", plainJSON, "Accept", "application/json, text/event-stream", "Mcp-Protocol-Version", mcp.Modern, "Mcp-Method", method}, more...)
}

const about = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

func tell(h *httptest.ResponseRecorder) string { return strings.TrimSpace(h.Body.String()) }

func TestTheHandshakeOfEarlierRevisions(t *testing.T) {
	h := handler()
	for asked, want := range map[string]string{"2025-11-25": "2025-11-25", "2025-06-18": "2025-06-18", "2025-03-26": "2025-03-26", "2024-11-05": "2025-11-25", "2099-01-01": "2025-11-25"} {
		w := send(h, "POST", "/mcp", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"`+asked+`","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`, "Content-Type", plainJSON)
		if got := field(t, w.Body.Bytes(), "result", "protocolVersion"); w.Code != 200 || got != want {
			t.Errorf("%s: %d, %v", asked, w.Code, got)
		}
		if field(t, w.Body.Bytes(), "result", "serverInfo", "name") != "rollscope" || field(t, w.Body.Bytes(), "result", "capabilities", "tools") == nil || w.Header().Get("Mcp-Session-Id") != "" {
			t.Errorf("%s %v", tell(w), w.Header())
		}
	}
	w := send(h, "POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "Content-Type", plainJSON, "Mcp-Protocol-Version", "2025-11-25")
	if w.Code != 202 || w.Body.Len() != 0 {
		t.Errorf("%d %s", w.Code, tell(w))
	}
	w = send(h, "POST", "/mcp", `{"jsonrpc":"2.0","id":"p","method":"ping"}`, "Content-Type", plainJSON)
	if w.Code != 200 || tell(w) != `{"jsonrpc":"2.0","id":"p","result":{}}` {
		t.Errorf("%d %s", w.Code, tell(w))
	}
}

func TestTheNewestRevisionNeedsNoHandshake(t *testing.T) {
	h := handler()
	w := send(h, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+about+`}}`, modern("server/discover")...)
	if w.Code != 200 || field(t, w.Body.Bytes(), "result", "supportedVersions", 0) != mcp.Modern || field(t, w.Body.Bytes(), "result", "resultType") != "complete" ||
		field(t, w.Body.Bytes(), "result", "ttlMs") == nil {
		t.Errorf("%d %s", w.Code, tell(w))
	}
	w = send(h, "POST", "/mcp", `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{`+about+`}}`, modern("tools/list")...)
	var names []string
	tools, _ := field(t, w.Body.Bytes(), "result", "tools").([]any)
	for i := range tools {
		names = append(names, field(t, w.Body.Bytes(), "result", "tools", i, "name").(string))
	}
	if got := strings.Join(names, " "); got != "plan why lint explain run" {
		t.Errorf("tools %s", got)
	}
	if field(t, w.Body.Bytes(), "result", "_meta", "io.modelcontextprotocol/serverInfo", "version") != "v0.0.0-test" {
		t.Errorf("%.200s", tell(w))
	}
}

func TestMessagesThatAreWrong(t *testing.T) {
	h := handler()
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"explain","arguments":{"names":"RS302"},` + about + `}}`
	for _, c := range []struct {
		name, body string
		header     []string
		status     int
		code       float64
	}{
		{"no JSON", `{`, modern("x"), 400, -32700},
		{"a batch", `[]`, modern("x"), 400, -32600},
		{"another JSON-RPC", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, modern("x"), 400, -32600},
		{"an id that is null", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, modern("x"), 400, -32600},
		{"an id with a half", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, modern("x"), 400, -32600},
		{"no method", `{"jsonrpc":"2.0","id":1}`, modern("x"), 400, -32600},
		{"params that are a list", `{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`, modern("x"), 400, -32602},
		{"a version that is not spoken", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{"Content-Type", plainJSON, "Mcp-Protocol-Version", "1900-01-01"}, 400, -32022},
		{"one in the body", strings.Replace(call, mcp.Modern, "2099-01-01", 1), []string{"Content-Type", plainJSON, "Mcp-Protocol-Version", "2099-01-01"}, 400, -32022},
		{"versions that differ", call, []string{"Content-Type", plainJSON, "Mcp-Protocol-Version", "2025-11-25"}, 400, -32020},
		{"no version in the header", call, []string{"Content-Type", plainJSON, "Mcp-Method", "tools/call", "Mcp-Name", "explain"}, 400, -32020},
		{"no version in the body", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, modern("tools/list"), 400, -32602},
		{"no capabilities", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`, modern("tools/list"), 400, -32602},
		{"another method in the header", call, modern("tools/list", "Mcp-Name", "explain"), 400, -32020},
		{"another name in the header", call, modern("tools/call", "Mcp-Name", "plan"), 400, -32020},
		{"a method there is none of", `{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{` + about + `}}`, modern("resources/list"), 404, -32601},
		{"ping is gone", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{` + about + `}}`, modern("ping"), 404, -32601},
		{"as earlier revisions have it", `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, []string{"Content-Type", plainJSON}, 200, -32601},
		{"a tool there is none of", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}`, []string{"Content-Type", plainJSON}, 200, -32602},
		{"initialize without a version", `{"jsonrpc":"2.0","id":1,"method":"initialize"}`, []string{"Content-Type", plainJSON}, 200, -32602},
		{"a cursor", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"2"}}`, []string{"Content-Type", plainJSON}, 200, -32602},
	} {
		w := send(h, "POST", "/mcp", c.body, c.header...)
		if w.Code != c.status || field(t, w.Body.Bytes(), "error", "code") != c.code || field(t, w.Body.Bytes(), "jsonrpc") != "2.0" {
			t.Errorf("%s: %d %s", c.name, w.Code, tell(w))
		}
	}
	if w := send(h, "POST", "/mcp", call, modern("tools/call", "Mcp-Name", "=?base64?ZXhwbGFpbg==?=")...); w.Code != 200 || field(t, w.Body.Bytes(), "result", "isError") != false {
		t.Errorf("a name in Base64: %d %s", w.Code, tell(w))
	}
	if w := send(h, "POST", "/mcp", `{"jsonrpc":"2.0","id":7,"result":{}}`, "Content-Type", plainJSON); w.Code != 202 {
		t.Errorf("an answer: %d", w.Code)
	}
}

func TestOnlyPagesThatAreWelcomeMayAsk(t *testing.T) {
	h := New(Options{Origins: []string{"https://friend.example"}})
	body := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for origin, status := range map[string]int{"": 200, "http://example.com": 200, "https://friend.example": 200, "https://evil.example": 403, "null": 403, "http://example.com.evil": 403} {
		w := send(h, "POST", "/mcp", body, "Content-Type", plainJSON, "Origin", origin) // httptest asks example.com
		if w.Code != status || status == 200 && w.Header().Get("Access-Control-Allow-Origin") != origin {
			t.Errorf("%q: %d %v", origin, w.Code, w.Header())
		}
	}
	if w := send(h, "OPTIONS", "/mcp", "", "Origin", "https://friend.example"); w.Code != 204 || !strings.Contains(w.Header().Get("Access-Control-Allow-Headers"), "Mcp-Name") {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := send(h, "OPTIONS", "/mcp", "", "Origin", "https://evil.example"); w.Code != 403 {
		t.Errorf("%d", w.Code)
	}
	if w := send(h, "POST", "/mcp", body, "Content-Type", "text/plain"); w.Code != 415 {
		t.Errorf("%d", w.Code)
	}
	if w := send(h, "POST", "/mcp", body, "Content-Type", plainJSON, "Accept", "text/html"); w.Code != 406 {
		t.Errorf("%d", w.Code)
	}
}

// TestToolsAnswerAsTheRoutesDo asks both ways.
func TestToolsAnswerAsTheRoutesDo(t *testing.T) {
	for _, c := range []struct {
		tool, path string
		arguments  map[string]any
	}{
		{"plan", "/api/v1/plan", map[string]any{"to": agent, "nodes": 3, "gates": map[string]any{"maxDuration": "10m"}}},
		{"why", "/api/v1/why", map[string]any{"files": agent, "nodes": 2}},
		{"lint", "/api/v1/lint", map[string]any{"files": agent, "lang": "zh"}},
		{"run", "/api/v1/run", map[string]any{"scenario": update}},
	} {
		arguments, _ := json.Marshal(c.arguments)
		route := send(handler(), "POST", c.path, string(arguments), "Content-Type", plainJSON)
		w := send(handler(), "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+c.tool+`","arguments":`+string(arguments)+`}}`, "Content-Type", plainJSON)
		got := field(t, w.Body.Bytes(), "result", "structuredContent")
		want := field(t, route.Body.Bytes())
		if c.tool == "why" {
			want = map[string]any{"nodes": want}
		}
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(want)
		if string(a) != string(b) || field(t, w.Body.Bytes(), "result", "isError") != false {
			t.Errorf("%s: %.300s\nthe route: %.300s", c.tool, tell(w), b)
		}
		if text, _ := field(t, w.Body.Bytes(), "result", "content", 0, "text").(string); text == "" {
			t.Errorf("%s says nothing", c.tool)
		}
		list := send(handler(), "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "Content-Type", plainJSON)
		tools, _ := field(t, list.Body.Bytes(), "result", "tools").([]any)
		for i := range tools {
			if field(t, list.Body.Bytes(), "result", "tools", i, "name") == c.tool {
				fits(t, c.tool+"'s answer", field(t, list.Body.Bytes(), "result", "tools", i, "outputSchema"), a)
				fits(t, c.tool+"'s arguments", field(t, list.Body.Bytes(), "result", "tools", i, "inputSchema"), arguments)
			}
		}
	}
}

// fits holds a JSON text to a schema that stands by itself.
func fits(t *testing.T, what string, schema any, text []byte) {
	t.Helper()
	result, err := gojsonschema.Validate(gojsonschema.NewGoLoader(schema), gojsonschema.NewBytesLoader(text))
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	for _, e := range result.Errors() {
		t.Errorf("%s: %s", what, e)
	}
}

func TestToolsTellModelsWhatIsWrong(t *testing.T) {
	for arguments, want := range map[string]string{
		`{"to":"kind: DaemonSet","nodes":1}`: "to.yaml:1:1",
		`{"nodes":1}`:                        "to is missing",
		`{"to":"` + strings.Repeat(" ", 10) + `","nodes":9999}`: "9999 nodes; at most 5000",
		`{"file":1}`: "hint: there are: to, from",
	} {
		w := send(handler(), "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"plan","arguments":`+arguments+`}}`, "Content-Type", plainJSON)
		text, _ := field(t, w.Body.Bytes(), "result", "content", 0, "text").(string)
		if w.Code != 200 || field(t, w.Body.Bytes(), "result", "isError") != true || !strings.Contains(text, want) {
			t.Errorf("%s: %s", arguments, tell(w))
		}
	}
	w := send(handler(), "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"explain","arguments":{"names":["WaitingReady","surge-host-port"],"lang":"zh"}}}`, "Content-Type", plainJSON)
	if text, _ := field(t, w.Body.Bytes(), "result", "content", 0, "text").(string); !strings.Contains(text, "WaitingReady") || !strings.Contains(text, "RS302") {
		t.Errorf("%s", tell(w))
	}
}

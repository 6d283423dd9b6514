package edge

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/internal/edge/share"
)

// link is a GET with a scenario in it.
func link(path, scenario string) string {
	return path + "?s=" + url.QueryEscape(share.Encode([]byte(scenario)))
}

// refused are requests that cannot be answered.
var refused = []struct {
	name, method, path, body, kind string
	status                         int
	detail                         string // a part of the problem's detail
}{
	{"no such path", "GET", "/api/v2/plan", "", "", 404, `there is no "/api/v2/plan"`},
	{"no page here", "GET", "/", "", "", 404, `there is no "/"`},
	{"a method", "GET", "/api/v1/plan", "", "", 405, `takes POST, OPTIONS, not "GET"`},
	{"another", "PUT", "/api/v1/rollout.svg", "", "", 405, `takes GET, HEAD, OPTIONS, not "PUT"`},
	{"MCP has no stream", "GET", "/mcp", "", "", 405, "takes POST"},
	{"MCP has no session", "DELETE", "/mcp", "", "", 405, "takes POST"},
	{"a media type", "POST", "/api/v1/plan", "x", "multipart/form-data; boundary=x", 415, "multipart/form-data"},
	{"a media type that is none", "POST", "/api/v1/plan", "x", ";;", 415, ";;"},
	{"a manifest without its line ends", "POST", "/api/v1/plan?nodes=1", strings.ReplaceAll(agent, "\n", ""), "application/x-www-form-urlencoded", 422, "the line ends of the body are missing"},
	{"a scenario without its line ends", "POST", "/api/v1/run", "# A$ kubectl get nodes...", "application/x-www-form-urlencoded", 422, "the line ends of the body are missing"},
	{"broken JSON", "POST", "/api/v1/plan", `{"to": `, plainJSON, 400, "body:2:1: expected a value"},
	{"broken UTF-8", "POST", "/api/v1/plan", "{\"to\": \"\xff\"}", plainJSON, 400, "UTF-8"},
	{"a list", "POST", "/api/v1/plan?nodes=1", `[1]`, plainJSON, 422, "a list is not a Kubernetes object"},
	{"no files", "POST", "/api/v1/plan", `{}`, plainJSON, 422, "to is missing"},
	{"nothing", "POST", "/api/v1/why", ``, "", 422, "files is missing"},
	{"no nodes", "POST", "/api/v1/plan", agent, yamlType, 422, "nodes is missing"},
	{"no DaemonSet", "POST", "/api/v1/plan?nodes=1", "apiVersion: v1\nkind: Node\nmetadata: {name: a}\n", yamlType, 422, "there is no DaemonSet in to"},
	{"nodes without a node", "POST", "/api/v1/plan", `{"to": "kind: DaemonSet", "nodes": ""}`, plainJSON, 422, "to.yaml:1:1"},
	{"an unknown field", "POST", "/api/v1/plan", `{"file": "x"}`, plainJSON, 400, `the body has the field "file"`},
	{"one of the query", "POST", "/api/v1/plan?node=3", agent, yamlType, 400, `the query has the field "node"`},
	{"a query that is none", "POST", "/api/v1/plan?a=%zz", agent, yamlType, 400, "query"},
	{"a field twice", "POST", "/api/v1/plan", `{"to": "a", "to": "b"}`, plainJSON, 400, "written twice"},
	{"a wrong type", "POST", "/api/v1/plan", "to: [1]\nnodes: 3\n", yamlType, 400, "body:1:6: to must be the text of a manifest"},
	{"a mistake in a manifest", "POST", "/api/v1/plan?nodes=1", strings.Replace(agent, "name: agent", "name: Agent", 1), yamlType, 422, "manifest.yaml:4:3: metadata.name"},
	{"a wrong gate", "POST", "/api/v1/plan?nodes=1&minAvailable=lots", agent, yamlType, 422, "minAvailable: "},
	{"a gate in the past", "POST", "/api/v1/plan?nodes=1&maxDuration=-3s", agent, yamlType, 400, "maxDuration must be a duration"},
	{"an unknown gate", "POST", "/api/v1/plan", "to: x\ngates: {a: 1}\n", yamlType, 400, `gates has no "a"`},
	{"a wrong image", "POST", "/api/v1/plan?nodes=1&images=x+pull=later", agent, yamlType, 422, `images: "x pull=later"`},
	{"a wrong fault", "POST", "/api/v1/plan?nodes=1&breaks=everything", agent, yamlType, 422, `breaks: "everything"`},
	{"too many orders", "POST", "/api/v1/plan?nodes=1&orders=1000", agent, yamlType, 422, "orders: "},
	{"a seed", "POST", "/api/v1/plan?nodes=1&seed=-1", agent, yamlType, 400, "seed must be a whole number"},
	{"a rate", "POST", "/api/v1/plan?nodes=1&qps=fast", agent, yamlType, 422, "qps: "},
	{"a language", "POST", "/api/v1/plan?nodes=1&lang=fr", agent, yamlType, 400, "lang is en or zh"},
	{"an unknown DaemonSet", "POST", "/api/v1/plan?nodes=1&name=other", agent, yamlType, 422, `there is no DaemonSet "other"`},
	{"an unknown node", "POST", "/api/v1/why?nodes=1&node=n9", agent, yamlType, 422, `there is no node "n9"`},
	{"an unknown rule", "POST", "/api/v1/lint?only=RS999", agent, yamlType, 422, `there is no rule "RS999"`},
	{"two files of one name", "POST", "/api/v1/lint", `{"files": [{"name": "a", "content": ""}, {"name": "a", "content": ""}]}`, plainJSON, 400, "two files of the name"},
	{"a name", "POST", "/api/v1/lint?filename=%1b", agent, yamlType, 400, "printable"},
	{"no scenario", "POST", "/api/v1/run", "", "", 422, "scenario is missing"},
	{"a scenario without commands", "POST", "/api/v1/run", "hello", "", 422, "scenario.txtar:1:1"},
	{"no link", "GET", "/api/v1/rollout.svg", "", "", 400, "s is missing"},
	{"a cut link", "GET", link("/api/v1/rollout.svg", update)[:40], "", "", 400, "not whole"},
	{"a link of tomorrow", "GET", "/api/v1/badge.svg?s=2.x", "", "", 400, "version"},
	{"a DaemonSet that is not there", "GET", link("/api/v1/rollout.svg", update) + "&set=x", "", "", 422, `there is no DaemonSet "x"`},
	{"a long label", "GET", link("/api/v1/badge.svg", update) + "&label=" + strings.Repeat("a", 41), "", "", 400, "label"},
	{"a scenario with mistakes", "GET", link("/api/v1/badge.svg", "hello"), "", "", 422, "scenario.txtar:1:1"},
}

func TestRequestsThatCannotBeAnsweredSayWhy(t *testing.T) {
	if w := send(handler(), "POST", "/api/v1/lint", agent, "Content-Encoding", "gzip"); w.Code != 415 || !strings.Contains(w.Body.String(), "gzip") {
		t.Errorf("a compressed body: %d %.300s", w.Code, w.Body)
	}
	for _, c := range refused {
		w := send(handler(), c.method, c.path, c.body, "Content-Type", c.kind)
		if kind := w.Header().Get("Content-Type"); w.Code != c.status || kind != problemJSON {
			t.Errorf("%s: %d %s, want %d: %.300s", c.name, w.Code, kind, c.status, w.Body)
			continue
		}
		if detail := fmt.Sprint(field(t, w.Body.Bytes(), "detail")); !strings.Contains(detail, c.detail) {
			t.Errorf("%s: %q, want %q in it", c.name, detail, c.detail)
		}
		if status := field(t, w.Body.Bytes(), "status"); status != float64(c.status) {
			t.Errorf("%s: says status %v", c.name, status)
		}
	}
}

func TestEveryMistakeHasAPlace(t *testing.T) {
	body := `{"to": [{"name": "a.yaml", "content": "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: a}\nspec:\n  replicas: 3\n  selector: {}\n"}], "nodes": 3}`
	w := send(handler(), "POST", "/api/v1/plan", body, "Content-Type", plainJSON)
	list, _ := field(t, w.Body.Bytes(), "errors").([]any)
	if w.Code != 422 || len(list) < 2 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	for i := range list {
		if file, line := field(t, w.Body.Bytes(), "errors", i, "file"), field(t, w.Body.Bytes(), "errors", i, "line"); file != "a.yaml" || line.(float64) < 1 {
			t.Errorf("%v %v", file, line)
		}
	}
}

func TestWhatIsOverALimitNamesIt(t *testing.T) {
	small := New(Options{Rules: ruled(), Limits: Limits{Bytes: 20_000, Nodes: 10, Events: 300, Documents: 3, Depth: 12, Values: 100}})
	deep := strings.Repeat("[", 13) + strings.Repeat("]", 13)
	documents := strings.Repeat("---\n"+agent, 4)
	for _, c := range []struct {
		name, method, path, body string
		limit                    string
		most                     int
	}{
		{"bytes", "POST", "/api/v1/lint", strings.Repeat("#", 20_001), "bytes", 20_000},
		{"bytes of a link", "GET", link("/api/v1/badge.svg", strings.Repeat("# a\n", 9000)), "", "bytes", 20_000},
		{"nodes as a number", "POST", "/api/v1/plan?nodes=11", agent, "nodes", 10},
		{"nodes of a pool", "POST", "/api/v1/plan?nodes=" + url.QueryEscape("pools: [{name: a, count: 11}]"), agent, "nodes", 10},
		{"nodes of two", "POST", "/api/v1/why?nodes=" + url.QueryEscape("pools: [{name: a, count: 6}]") + "&nodes=" + url.QueryEscape("pools: [{name: b, count: 6}]"), agent, "nodes", 10},
		{"nodes of lint", "POST", "/api/v1/lint?nodes=11", agent, "nodes", 10},
		{"nodes of a scenario", "POST", "/api/v1/run", "$ kubectl apply -f a.yaml\n...\n-- a.yaml --\n" + manyNodes(11), "nodes", 10},
		{"events of a plan", "POST", "/api/v1/plan?nodes=10&orders=50", agent, "events", 300},
		{"events of a scenario", "POST", "/api/v1/run", strings.Replace(update, "$ until rolled-out", strings.Repeat("$ kubectl rollout restart ds/agent\n...\n$ advance 1m\n", 40), 1), "events", 300},
		{"events of a branch", "POST", "/api/v1/run", strings.Replace(update, "$ until rolled-out", forks(40), 1), "events", 300},
		{"documents", "POST", "/api/v1/validate", documents, "documents", 3},
		{"documents of JSON", "POST", "/api/v1/lint", strings.Repeat(`{"kind": "Node", "apiVersion": "v1"} `, 4), "documents", 3},
		{"files", "POST", "/api/v1/lint", `{"files": ["", "", "", ""]}`, "documents", 3},
		{"depth of a manifest", "POST", "/api/v1/validate", "kind: Node\na: " + deep, "depth", 12},
		{"depth of one in blocks", "POST", "/api/v1/validate", "kind: Node\na:\n" + blocks(13), "depth", 12},
		{"depth of a field", "POST", "/api/v1/plan", "nodes: 1\nto:\n  kind: DaemonSet\n  a: " + deep, "depth", 12},
		{"depth of a scenario's manifest", "POST", "/api/v1/run", "$ kubectl apply -f a.yaml\n...\n-- a.yaml --\nkind: Node\na: " + deep + "\n", "depth", 12},
		{"values of an object", "POST", "/api/v1/validate", strings.Replace(agent, "matchLabels: {app: agent}", "matchLabels: {"+pairs(90)+"}", 1), "values", 100},
		{"values of an item", "POST", "/api/v1/lint", "apiVersion: v1\nkind: List\nitems:\n- kind: DaemonSet\n  apiVersion: apps/v1\n  metadata: {labels: {" + pairs(100) + "}}\n", "values", 100},
		{"values by aliases", "POST", "/api/v1/validate", "kind: Node\na: &a {" + pairs(20) + "}\nb: [*a, *a, *a, *a, *a]\n", "values", 100},
		{"a long command", "POST", "/api/v1/run", "$ advance 1s" + strings.Repeat(" --always x", 400) + "\n", "command", 4096},
		{"nodes of all branches", "POST", "/api/v1/run", "$ kubectl apply -f a.yaml\n...\n" + branches(12) + "-- a.yaml --\n" + manyNodes(9), "nodes", 10},
		{"depth of a message", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":` + deep + `}}`, "depth", 12},
	} {
		kind := yamlType
		if c.path == "/mcp" || strings.HasPrefix(c.body, `{"files`) {
			kind = plainJSON
		}
		w := send(small, c.method, c.path, c.body, "Content-Type", kind)
		if w.Code < 400 || w.Code > 499 || field(t, w.Body.Bytes(), "limit") != c.limit || field(t, w.Body.Bytes(), "max") != float64(c.most) {
			t.Errorf("%s: %d %.400s", c.name, w.Code, w.Body)
		}
	}
	if w := send(small, "GET", "/api/v1/version", ""); field(t, w.Body.Bytes(), "limits", "events") != 300.0 {
		t.Errorf("%s", w.Body)
	}
}

func branches(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "$ fork b%d\n...\n", i)
	}
	return b.String()
}

func pairs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "k%d: v, ", i)
	}
	return b.String()
}

func manyNodes(n int) string {
	var b strings.Builder
	b.WriteString("apiVersion: v1\nkind: List\nitems:\n")
	for i := range n {
		fmt.Fprintf(&b, "- {apiVersion: v1, kind: Node, metadata: {name: n%d}}\n", i)
	}
	return b.String()
}

// forks winds back and goes another way, again and again: each branch is short.
func forks(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "$ fork b%d\n...\n$ kubectl rollout restart ds/agent\n...\n$ advance 1m\n$ switch main\n...\n", i)
	}
	return b.String()
}

func blocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i+1) + "a:\n")
	}
	return b.String() + strings.Repeat(" ", n+2) + "b\n"
}

func TestTheDefaultLimitsAreThoseThatAreToldOf(t *testing.T) {
	w := send(handler(), "GET", "/api/v1/version", "")
	for name, want := range map[string]float64{"bytes": 1 << 20, "nodes": 5000, "events": 200_000, "documents": 200, "depth": 100, "values": 2000} {
		if got := field(t, w.Body.Bytes(), "limits", name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if w := send(handler(), "POST", "/api/v1/validate", strings.Repeat("a", 1<<20+1)); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("%d", w.Code)
	}
	if w := send(handler(), "POST", "/api/v1/plan?nodes=5000", agent); w.Code != 200 || field(t, w.Body.Bytes(), "plans", 0, "nodes", "done") != 5000.0 {
		t.Errorf("%d %.300s", w.Code, w.Body)
	}
}

func TestWhatIsPrintedHasALimit(t *testing.T) {
	w := send(handler(), "POST", "/api/v1/run", "$ kubectl apply -f a.yaml\n...\n"+strings.Repeat("$ kubectl get nodes -o yaml\n...\n", 40)+"-- a.yaml --\n"+manyNodes(500))
	if w.Code != 422 || field(t, w.Body.Bytes(), "limit") != "output" || field(t, w.Body.Bytes(), "errors", 0, "line") == nil {
		t.Errorf("%d %.400s", w.Code, w.Body)
	}
}

func TestCachesAndClientsAreToldWhatTheyNeed(t *testing.T) {
	h := handler()
	for _, path := range []string{"/api/v1/version", "/api/v1/openapi.json", "/api/v1/rules", link("/api/v1/rollout.svg", update), link("/api/v1/badge.svg", update)} {
		w := send(h, "GET", path, "")
		tag := w.Header().Get("ETag")
		if w.Code != 200 || tag == "" || !strings.HasPrefix(w.Header().Get("Cache-Control"), "public, max-age=") {
			t.Errorf("%.40s: %d %v", path, w.Code, w.Header())
		}
		if again := send(h, "GET", path, "", "If-None-Match", `"x", W/`+tag); again.Code != 304 || again.Body.Len() != 0 || again.Header().Get("ETag") != tag {
			t.Errorf("%.40s: %d %v", path, again.Code, again.Header())
		}
		head := send(h, "HEAD", path, "")
		if head.Code != 200 || head.Body.Len() != 0 || head.Header().Get("Content-Length") != fmt.Sprint(w.Body.Len()) {
			t.Errorf("%.40s: HEAD %d %v", path, head.Code, head.Header())
		}
	}
	for _, path := range []string{"/healthz", "/api/v1/plan"} {
		if w := send(h, "GET", path, ""); w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", path, w.Header())
		}
	}
}

func TestPagesOfOthersMayReadAndScriptsFindNothing(t *testing.T) {
	h := handler()
	for _, path := range []string{"/api/v1/plan", "/api/v1/version", "/healthz", link("/api/v1/rollout.svg", update)} {
		w := send(h, "OPTIONS", path, "", "Origin", "https://other.example", "Access-Control-Request-Method", "POST")
		if w.Code != 204 || w.Header().Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(w.Header().Get("Access-Control-Allow-Headers"), "Content-Type") {
			t.Errorf("%.30s: %d %v", path, w.Code, w.Header())
		}
	}
	for _, c := range [][2]string{{"GET", "/healthz"}, {"POST", "/api/v1/plan"}, {"GET", "/nothing"}, {"GET", link("/api/v1/rollout.svg", update)}} {
		w := send(h, c[0], c[1], "")
		if w.Header().Get("Access-Control-Allow-Origin") != "*" || w.Header().Get("X-Content-Type-Options") != "nosniff" ||
			!strings.HasPrefix(w.Header().Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%v: %v", c, w.Header())
		}
	}
}

func TestRepresentationsThatAreNotThere(t *testing.T) {
	for path, accept := range map[string]string{
		"/api/v1/version": "text/html", "/api/v1/openapi.json": "image/png", link("/api/v1/rollout.svg", update): "image/png",
		"/api/v1/rules": "application/json;q=0",
	} {
		if w := send(handler(), "GET", path, "", "Accept", accept); w.Code != http.StatusNotAcceptable {
			t.Errorf("%.40s: %d", path, w.Code)
		}
	}
	for _, path := range []string{"/api/v1/plan?nodes=1", "/api/v1/lint", "/api/v1/validate", "/api/v1/why?nodes=1", "/api/v1/run"} {
		if w := send(handler(), "POST", path, agent, "Accept", "text/html"); w.Code != http.StatusNotAcceptable {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := send(handler(), "GET", link("/api/v1/badge.svg", update), "", "Accept", "image/avif,image/webp,image/*,*/*;q=0.8"); w.Code != 200 {
		t.Errorf("a browser gets %d", w.Code)
	}
}

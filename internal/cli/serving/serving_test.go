package serving

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rollscope/rollscope/internal/edge"
)

var page = fstest.MapFS{
	"index.html":         {Data: []byte("page")},
	"lessons/index.html": {Data: []byte("lessons")},
	"about.html":         {Data: []byte("about")},
	"assets/a.wasm":      {Data: []byte("wasm")},
	"assets/a.wasm.br":   {Data: []byte("small")},
	"assets/a.wasm.gz":   {Data: []byte("smaller")},
	"_headers":           {Data: []byte("# a remark\n/*\n  Content-Security-Policy: default-src 'self'\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n")},
}

func get(h http.Handler, method, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://127.0.0.1"+target, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestThePageIsServedInTheFormThatTheClientTakes(t *testing.T) {
	a, err := newAssets(page)
	if err != nil {
		t.Fatal(err)
	}
	const forever = "public, max-age=31536000, immutable"
	for _, c := range []struct {
		method, path, accept string
		code                 int
		body, kind, form     string
		cache                string
	}{
		{"GET", "/", "", 200, "page", "text/html; charset=utf-8", "", "no-cache"},
		{"GET", "/lessons/", "", 200, "lessons", "text/html; charset=utf-8", "", "no-cache"},
		{"GET", "/about", "", 200, "about", "text/html; charset=utf-8", "", "no-cache"},
		{"GET", "/assets/a.wasm", "gzip, br", 200, "small", "application/wasm", "br", forever},
		{"GET", "/assets/a.wasm", "gzip, br;q=0", 200, "smaller", "application/wasm", "gzip", forever},
		{"GET", "/assets/a.wasm", "gzip;q=0, brotli", 200, "wasm", "application/wasm", "", forever},
		{"GET", "/assets/a.wasm", "", 200, "wasm", "application/wasm", "", forever},
		{"HEAD", "/assets/a.wasm", "", 200, "", "application/wasm", "", forever},
		{"GET", "/assets", "", 404, "there is no such page\n", "text/plain; charset=utf-8", "", ""},
		{"GET", "/_headers", "", 404, "there is no such page\n", "text/plain; charset=utf-8", "", ""},
		{"GET", "/../../etc/passwd", "", 404, "there is no such page\n", "text/plain; charset=utf-8", "", ""},
		{"POST", "/", "", 405, "only GET and HEAD\n", "text/plain; charset=utf-8", "", ""},
	} {
		w := get(a, c.method, c.path, "Accept-Encoding", c.accept)
		h := w.Header()
		if w.Code != c.code || w.Body.String() != c.body || h.Get("Content-Type") != c.kind || h.Get("Content-Encoding") != c.form || h.Get("Cache-Control") != c.cache {
			t.Errorf("%s %s: %d %q %v", c.method, c.path, w.Code, w.Body, h)
		}
		if h.Get("Content-Security-Policy") != "default-src 'self'" || h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", c.path, h)
		}
	}
	tag := get(a, "GET", "/assets/a.wasm", "Accept-Encoding", "br").Header().Get("ETag")
	if w := get(a, "GET", "/assets/a.wasm", "Accept-Encoding", "br", "If-None-Match", tag); w.Code != http.StatusNotModified {
		t.Errorf("%s: %d", tag, w.Code)
	}
	if w := get(a, "GET", "/assets/a.wasm", "If-None-Match", tag); w.Code != http.StatusOK {
		t.Error("another form has the same tag")
	}
}

func TestAFolderWithoutHeadersMayLoadNothing(t *testing.T) {
	a, err := newAssets(fstest.MapFS{"index.html": {}})
	if err != nil {
		t.Fatal(err)
	}
	if w := get(a, "GET", "/"); w.Header().Get("Content-Security-Policy") != strict {
		t.Error(w.Header())
	}
	if _, err := newAssets(fstest.MapFS{}); err == nil {
		t.Error("a folder without a page is served")
	}
}

func TestStrangeNamesForThisMachineAreRefused(t *testing.T) {
	o := Options{Site: page, Log: slog.New(slog.DiscardHandler)}
	own, err := o.handler(true)
	if err != nil {
		t.Fatal(err)
	}
	remote, err := o.handler(false)
	if err != nil {
		t.Fatal(err)
	}
	for host, code := range map[string]int{
		"localhost": 200, "localhost:8080": 200, "LOCALHOST:1": 200, "a.localhost": 200, "127.0.0.1:8080": 200, "127.1.2.3": 200, "[::1]:8080": 200, "[::1]": 200,
		"evil.example": 421, "evil.example:8080": 421, "127.0.0.1.evil.example": 421, "192.168.1.1": 421, "": 421,
	} {
		for path := range map[string]bool{"/": true, "/healthz": true} {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Host = host
			w := httptest.NewRecorder()
			own.ServeHTTP(w, r)
			if w.Code != code {
				t.Errorf("%q: %d, want %d", host, w.Code, code)
			}
			w = httptest.NewRecorder()
			remote.ServeHTTP(w, r)
			if w.Code != 200 {
				t.Errorf("%q, for all: %d", host, w.Code)
			}
		}
	}
}

func TestWithoutThePageItSaysHowToGetIt(t *testing.T) {
	o := Options{Log: slog.New(slog.DiscardHandler)}
	h, err := o.handler(true)
	if err != nil {
		t.Fatal(err)
	}
	if w := get(h, "GET", "/"); w.Code != 200 || w.Body.String() != NoSite+"\n" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := get(h, "GET", "/lessons"); w.Code != 404 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := get(h, "GET", "/metrics"); w.Code != 404 {
		t.Errorf("nobody asked for metrics: %d", w.Code)
	}
}

func TestCountsAreThereForPrometheus(t *testing.T) {
	o := Options{Log: slog.New(slog.DiscardHandler), Metrics: true, Edge: edge.Options{Build: "v1"}}
	h, err := o.handler(true)
	if err != nil {
		t.Fatal(err)
	}
	get(h, "GET", "/healthz")
	get(h, "GET", "/healthz")
	get(h, "PUT", "/api/v1/plan")
	get(h, "GET", "/secret-name")
	w := get(h, "GET", "/metrics")
	text := w.Body.String()
	for _, want := range []string{
		`rollscope_build_info{version="v1"} 1`, `rollscope_requests_total{route="/healthz",method="GET",code="200"} 2`,
		`rollscope_requests_total{route="/api/v1/plan",method="other",code="405"} 1`, `rollscope_requests_total{route="other",method="GET",code="404"} 1`,
		`rollscope_request_duration_seconds_bucket{route="/healthz",le="+Inf"} 2`, `rollscope_request_duration_seconds_count{route="/healthz"} 2`,
		"# TYPE rollscope_request_duration_seconds histogram",
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("%s is not there:\n%s", want, text)
		}
	}
	if strings.Contains(text, "secret-name") {
		t.Error("what was asked for is there")
	}
}

// lines hands on what is written, line by line.
type lines chan string

func (l lines) Write(b []byte) (int, error) {
	l <- string(b)
	return len(b), nil
}

func TestItServesUntilItIsEndedAndLetsAnswersEnd(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var log bytes.Buffer
	out, done := make(lines, 1), make(chan error, 1)
	go func() {
		done <- Run(ctx, Options{Listen: "127.0.0.1:0", Fragment: "#s=1.x", Site: page, Out: out, Log: slog.New(slog.NewJSONHandler(&log, nil))})
	}()
	address, fragment, _ := strings.Cut(strings.TrimSpace(<-out), "#")
	if fragment != "s=1.x" {
		t.Errorf("the address ends in %q", fragment)
	}
	// A body that comes slowly: half of it before the end is asked for.
	body, rest := io.Pipe()
	answered := make(chan *http.Response, 1)
	go func() {
		r, err := http.Post(address+"api/v1/validate", "text/plain", body) //nolint:noctx,bodyclose // it ends with the test, which closes the body
		if err != nil {
			t.Error(err)
		}
		answered <- r
	}()
	_, _ = io.WriteString(rest, "kind: ")
	time.AfterFunc(50*time.Millisecond, func() {
		stop()
		time.AfterFunc(50*time.Millisecond, func() {
			_, _ = io.WriteString(rest, "Node\n")
			_ = rest.Close()
		})
	})
	r := <-answered
	if r == nil {
		t.Fatal("no answer")
	}
	defer r.Body.Close()
	text, _ := io.ReadAll(r.Body)
	if r.StatusCode != http.StatusOK || !strings.Contains(string(text), "Missing API version") {
		t.Errorf("%d %s", r.StatusCode, text)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	for _, want := range []string{`"msg":"serving"`, `"msg":"ending"`, `"msg":"ended"`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s is not in %s", want, log.String())
		}
	}
}

func TestAddressesThatOthersReachWantAWord(t *testing.T) {
	quiet := Options{Out: io.Discard, Log: slog.New(slog.DiscardHandler)}
	for _, listen := range []string{"0.0.0.0:0", ":0", "192.168.1.1:0", "[::]:0", "example.com:0"} {
		o := quiet
		o.Listen = listen
		var remote *RemoteError
		if err := Run(t.Context(), o); !errors.As(err, &remote) {
			t.Errorf("%s: %v", listen, err)
		}
	}
	for _, listen := range []string{"nonsense", "127.0.0.1", "127.0.0.1:port"} {
		o := quiet
		o.Listen = listen
		var remote *RemoteError
		if err := Run(t.Context(), o); err == nil || errors.As(err, &remote) {
			t.Errorf("%s: %v", listen, err)
		}
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	o := quiet
	o.Listen, o.AllowRemote = "0.0.0.0:0", true
	if err := Run(ended, o); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

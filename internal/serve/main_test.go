package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFilesAreServedWithTheirTypesAndForms(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "assets"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"_headers":   "# what\n/*\n  Content-Security-Policy: default-src 'none'; img-src 'self'\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n",
		"index.html": "page", "assets/sim.wasm": "wasm", "assets/sim.wasm.br": "small",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := readHeaders(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, path, accept  string
		code                  int
		body, kind, form, age string
	}{
		{"GET", "/", "", 200, "page", "text/html; charset=utf-8", "", "no-cache"},
		{"GET", "/assets/sim.wasm", "gzip, br", 200, "small", "application/wasm", "br", "public, max-age=31536000, immutable"},
		{"GET", "/assets/sim.wasm", "", 200, "wasm", "application/wasm", "", "public, max-age=31536000, immutable"},
		{"GET", "/_headers", "", 404, "", "", "", ""},
		{"GET", "/assets", "", 404, "", "", "", ""},
		{"GET", "/../../etc/passwd", "", 404, "", "", "", ""},
		{"POST", "/", "", 405, "", "", "", ""},
	} {
		r := httptest.NewRequest(c.method, "http://127.0.0.1"+c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		files(dir, all).ServeHTTP(w, r)
		if w.Code != c.code {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, w.Code, c.code)
		}
		if c.code != http.StatusOK {
			continue
		}
		h := w.Header()
		if w.Body.String() != c.body || h.Get("Content-Type") != c.kind || h.Get("Content-Encoding") != c.form || h.Get("Cache-Control") != c.age {
			t.Errorf("%s %s: %q %v", c.method, c.path, w.Body, h)
		}
		if !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'; img-src 'self'") {
			t.Errorf("%s: no policy", c.path)
		}
	}
}

func TestOnlyThisMachineIsServed(t *testing.T) {
	for _, listen := range []string{"0.0.0.0:0", ":0", "192.168.1.1:0", "[::]:0", "nonsense"} {
		if err := run(context.Background(), listen, t.TempDir()); err == nil {
			t.Errorf("%s is served", listen)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := run(ctx, "127.0.0.1:0", ""); err == nil {
		t.Error("no folder, no error")
	}
}

func TestAFolderWithoutHeadersMayLoadNothing(t *testing.T) {
	all, err := readHeaders(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{}
	all.set(h, "/index.html")
	if h.Get("Content-Security-Policy") != strict {
		t.Error(h)
	}
}

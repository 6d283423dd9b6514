package main

import (
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// files serves a folder. A file with a sibling NAME.br is sent in that form to clients
// that take it. What headers it is sent with stands in the folder's file _headers.
func files(dir string, all headers) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
			return
		}
		name := path.Clean("/" + r.URL.Path)
		if name == "/" {
			name = "/index.html"
		}
		if name == "/_headers" {
			http.Error(w, "there is no such page", http.StatusNotFound)
			return
		}
		h := w.Header()
		h.Set("Vary", "Accept-Encoding")
		h.Set("Cache-Control", "no-cache")
		all.set(h, name)
		file := filepath.Join(dir, filepath.FromSlash(name))
		if kind := contentType(name); kind != "" {
			h.Set("Content-Type", kind)
		}
		if _, err := os.Stat(file + ".br"); err == nil && strings.Contains(r.Header.Get("Accept-Encoding"), "br") {
			h.Set("Content-Encoding", "br")
			file += ".br"
		}
		serve(w, r, file)
	})
}

// contentType goes by the name, whatever this machine's own tables say.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".wasm":
		return "application/wasm"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	}
	return mime.TypeByExtension(path.Ext(name))
}

func serve(w http.ResponseWriter, r *http.Request, file string) {
	f, err := os.Open(file)
	if err != nil {
		http.Error(w, "there is no such page", http.StatusNotFound)
		return
	}
	defer f.Close()
	stat, err := f.Stat()
	if err != nil || stat.IsDir() {
		http.Error(w, "there is no such page", http.StatusNotFound)
		return
	}
	http.ServeContent(w, r, "", stat.ModTime(), f)
}

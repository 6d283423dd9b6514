package serving

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// policy lets the page load what it came with, run WebAssembly, and nothing else.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; " +
	"connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// assets serves the files of the page. A file with a sibling NAME.br or NAME.gz is sent in
// that form to clients that take it. Files below assets/ carry a hash in their names and
// never change.
type assets struct {
	files fs.FS
	tags  map[string]string // ETag by file
}

func newAssets(files fs.FS) (*assets, error) {
	a := &assets{files: files, tags: map[string]string{}}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(content)
		a.tags[name] = `"` + hex.EncodeToString(sum[:12]) + `"`
		return nil
	})
	if err == nil && a.tags["index.html"] == "" {
		err = errors.New("the page has no index.html")
	}
	return a, err
}

func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name := a.find(r.URL.Path)
	if name == "" {
		http.Error(w, "there is no such page", http.StatusNotFound)
		return
	}
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "assets/") {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if kind := contentType(name); kind != "" {
		h.Set("Content-Type", kind)
	}
	file, form := a.form(name, r.Header.Get("Accept-Encoding"))
	if form != "" {
		h.Set("Content-Encoding", form)
	}
	content, err := fs.ReadFile(a.files, file)
	if err != nil {
		http.Error(w, "there is no such page", http.StatusNotFound)
		return
	}
	h.Set("ETag", a.tags[file])
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// find is the file of a path, "" for none. A folder is its index.html, and a page may be
// asked for without .html.
func (a *assets) find(asked string) string {
	name := strings.TrimPrefix(path.Clean("/"+asked), "/")
	for _, candidate := range [...]string{name, path.Join(name, "index.html"), name + ".html"} {
		if a.tags[candidate] != "" {
			return candidate
		}
	}
	return ""
}

// form is the smallest form of a file that the client takes.
func (a *assets) form(name, accept string) (file, encoding string) {
	for _, one := range [...]struct{ suffix, name string }{{".br", "br"}, {".gz", "gzip"}} {
		if a.tags[name+one.suffix] != "" && takes(accept, one.name) {
			return name + one.suffix, one.name
		}
	}
	return name, ""
}

// takes says whether an Accept-Encoding has a coding, and does not rule it out with q=0.
func takes(accept, coding string) bool {
	for _, part := range strings.Split(accept, ",") {
		name, q, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) != coding {
			continue
		}
		value, found := strings.CutPrefix(strings.ReplaceAll(q, " ", ""), "q=")
		if !found {
			return true
		}
		weight, err := strconv.ParseFloat(value, 64)
		return err == nil && weight > 0
	}
	return false
}

// contentType goes by the name, whatever this machine's own tables say.
func contentType(name string) string {
	kinds := map[string]string{
		".wasm": "application/wasm", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
		".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json",
		".svg": "image/svg+xml", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8", ".gz": "application/gzip",
	}
	if kind := kinds[path.Ext(name)]; kind != "" {
		return kind
	}
	return mime.TypeByExtension(path.Ext(name))
}

// without answers in place of the page in a program that was built without it.
func without(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Type", "text/plain; charset=utf-8")
	if r.URL.Path != "/" {
		w.WriteHeader(http.StatusNotFound)
	}
	if r.Method != http.MethodHead && slices.Contains([]string{"/", "/index.html"}, r.URL.Path) {
		_, _ = fmt.Fprint(w, NoSite+"\n")
	} else if r.Method != http.MethodHead {
		_, _ = fmt.Fprintln(w, "there is no such page; /api/v1/openapi.json lists what there is")
	}
}

// NoSite says what a program without the page can do, and how to get one with it.
const NoSite = `This rollscope was built without the page: go install gives it like that.
With it: take a release, or run make site build in a checkout.
The rest is here: /api/v1/openapi.json lists it, and /mcp is for agents.`

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
	"strconv"
	"strings"
	"sync"
	"time"
)

// assets serves the files of the page. A file with a sibling NAME.br or NAME.gz is sent in
// that form to clients that take it. What headers files are sent with stands in the file
// _headers beside them.
type assets struct {
	files   fs.FS
	headers headers

	mutex sync.Mutex
	tags  map[stamp]string // ETag
}

// stamp is a file as it was at one time.
type stamp struct {
	name    string
	changed time.Time
	size    int64
}

// ErrNoPage is a folder without the page.
var ErrNoPage = errors.New("there is no page there: index.html is missing; make site builds it into site/dist")

func newAssets(files fs.FS) (*assets, error) {
	if _, err := fs.Stat(files, "index.html"); err != nil {
		return nil, ErrNoPage
	}
	h, err := readHeaders(files)
	return &assets{files: files, headers: h, tags: map[stamp]string{}}, err
}

func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	name := a.find(r.URL.Path)
	a.headers.set(h, "/"+name)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	if name == "" {
		h.Del("Cache-Control")
		http.Error(w, "there is no such page", http.StatusNotFound)
		return
	}
	h.Set("Vary", "Accept-Encoding")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-cache")
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
		h.Del("Content-Encoding")
		http.Error(w, "there is no such page", http.StatusNotFound)
		return
	}
	h.Set("ETag", a.tag(file, content))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// tag is the ETag of a file, worked out once.
func (a *assets) tag(name string, content []byte) string {
	at := stamp{name: name, size: int64(len(content))}
	if info, err := fs.Stat(a.files, name); err == nil {
		at.changed = info.ModTime()
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.tags[at] == "" {
		sum := sha256.Sum256(content)
		a.tags[at] = `"` + hex.EncodeToString(sum[:12]) + `"`
	}
	return a.tags[at]
}

// find is the file of a path, "" for none. A folder is its index.html, and a page may be
// asked for without .html.
func (a *assets) find(asked string) string {
	name := strings.TrimPrefix(path.Clean("/"+asked), "/")
	if name == "_headers" {
		return ""
	}
	for _, candidate := range [...]string{name, path.Join(name, "index.html"), name + ".html"} {
		if a.has(candidate) {
			return candidate
		}
	}
	return ""
}

func (a *assets) has(name string) bool {
	info, err := fs.Stat(a.files, name)
	return err == nil && info.Mode().IsRegular()
}

// form is the smallest form of a file that the client takes.
func (a *assets) form(name, accept string) (file, encoding string) {
	for _, one := range [...]struct{ suffix, name string }{{".br", "br"}, {".gz", "gzip"}} {
		if takes(accept, one.name) && a.has(name+one.suffix) {
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
	switch path.Ext(name) {
	case ".wasm":
		return "application/wasm"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".txt", ".txtar":
		return "text/plain; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	case ".gz":
		return "application/gzip"
	}
	return mime.TypeByExtension(path.Ext(name))
}

// without answers in place of the page in a program that was built without it.
func without(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", strict)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Type", "text/plain; charset=utf-8")
	text := NoSite
	if r.URL.Path != "/" && r.URL.Path != "/index.html" {
		w.WriteHeader(http.StatusNotFound)
		text = "there is no such page; /api/v1/openapi.json lists what there is"
	}
	if r.Method != http.MethodHead {
		_, _ = fmt.Fprintln(w, text)
	}
}

// NoSite says what a program without the page can do, and how to get one with it.
const NoSite = `This rollscope was built without the page: go install gives it like that.
With it: take a release, or run make site build in a checkout.
The rest is here: /api/v1/openapi.json lists it, and /mcp is for agents.`

package edge

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api/fielddoc"
	"github.com/rollscope/rollscope/internal/edge/mcp"
	"github.com/rollscope/rollscope/internal/jsontext"
	"github.com/rollscope/rollscope/policies/rules"
)

// server is the handler. It does not change.
type server struct {
	options Options
	limits  Limits
	routes  []route
	rules   []*rules.Rule
	broken  error // why the catalogue of rules cannot be read
	models  mcp.Server
}

// route is one path with what answers its methods.
type route struct {
	path string
	get  func(*server, *http.Request) (*answer, error) // nil where there is no GET
	post func(*server, *http.Request) (*answer, error)
	own  bool // it sees to Origin, and so to CORS, itself
}

// answer is what is sent, whole.
type answer struct {
	status int
	kind   string // Content-Type
	body   []byte
	cache  string // Cache-Control; "" is no-store
	header map[string]string
}

const (
	plainJSON   = "application/json"
	problemJSON = "application/problem+json"

	// closed is the policy of answers that are no pages.
	closed = "default-src 'none'; frame-ancestors 'none'"
)

func newServer(o Options) *server {
	if o.Build == "" {
		o.Build = "(devel)"
	}
	if o.Docs == nil {
		o.Docs = fielddoc.BuiltIn
	}
	s := &server{options: o, limits: o.Limits.completed(), routes: routes()}
	if o.Rules.Lint != nil {
		s.rules, s.broken = rules.ReadCatalogue(o.Rules.Catalogue)
	}
	s.models = mcp.Server{
		Name: "rollscope", Title: "rollscope: see a DaemonSet rollout before you roll it out", Version: o.Build,
		Instructions: instructions, Tools: s.tools(),
	}
	return s
}

// completed puts the defaults in.
func (l Limits) completed() Limits {
	for _, field := range []struct {
		n       *int
		without int
	}{{&l.Bytes, 1 << 20}, {&l.Nodes, 5_000}, {&l.Events, 200_000}, {&l.Documents, 200}, {&l.Depth, 100}, {&l.Values, 2_000}} {
		if *field.n <= 0 {
			*field.n = field.without
		}
	}
	return l
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	i := slices.IndexFunc(s.routes, func(to route) bool { return to.path == r.URL.Path })
	if i < 0 && s.options.Assets != nil && !strings.HasPrefix(r.URL.Path, "/api/") {
		counted := &counter{ResponseWriter: w, status: http.StatusOK}
		s.options.Assets.ServeHTTP(counted, r)
		s.measure("", r, counted.status, counted.bytes, began)
		return
	}
	name := ""
	var a *answer
	if i < 0 {
		a = s.missing(r).answer()
	} else {
		name = s.routes[i].path
		a = s.answer(&s.routes[i], r)
	}
	s.send(w, r, a)
	s.measure(name, r, a.status, len(a.body), began)
}

// answer asks a route. A mistake of ours becomes a problem, and never ends the server.
func (s *server) answer(to *route, r *http.Request) (a *answer) {
	defer func() {
		if recover() != nil {
			a = (&problem{
				Type: "urn:rollscope:internal", Title: "a mistake in rollscope", Status: http.StatusInternalServerError,
				Detail: "this request met a mistake in rollscope; please report it with what was sent",
			}).answer()
		}
		if !to.own {
			a.header["Access-Control-Allow-Origin"] = "*"
		}
	}()
	do := to.get
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodPost:
		do = to.post
	case http.MethodOptions:
		if !to.own {
			return preflight(to)
		}
		do = to.post
	default:
		do = nil
	}
	if do == nil {
		return methods(to, r).answer()
	}
	a, err := do(s, r)
	if err != nil {
		return s.problemOf(err).answer()
	}
	return a
}

// methods is a method that a route does not have.
func methods(to *route, r *http.Request) *problem {
	return &problem{
		Type: "urn:rollscope:method", Title: "the method is not allowed", Status: http.StatusMethodNotAllowed,
		Detail: to.path + " takes " + to.allow() + ", not " + shown(r.Method), header: map[string]string{"Allow": to.allow()},
	}
}

// allow lists the methods of a route.
func (to *route) allow() string {
	var all []string
	if to.get != nil {
		all = append(all, "GET", "HEAD")
	}
	if to.post != nil {
		all = append(all, "POST")
	}
	return strings.Join(append(all, "OPTIONS"), ", ")
}

// preflight tells a browser what pages of other origins may ask: everything, as nothing
// is kept and nobody is logged in.
func preflight(to *route) *answer {
	return &answer{status: http.StatusNoContent, header: map[string]string{
		"Allow":                        to.allow(),
		"Access-Control-Allow-Methods": to.allow(),
		"Access-Control-Allow-Headers": "Accept, Content-Type",
		"Access-Control-Max-Age":       "86400",
	}}
}

// missing is a path that is no route.
func (s *server) missing(r *http.Request) *problem {
	return &problem{
		Type: "urn:rollscope:not-found", Title: "there is nothing here", Status: http.StatusNotFound,
		Detail: "there is no " + shown(r.URL.Path), Hint: "GET /api/v1/openapi.json lists what there is",
		header: map[string]string{"Access-Control-Allow-Origin": "*"},
	}
}

// shown is text of a request for a message: short.
func shown(text string) string {
	if len(text) > 100 {
		text = strings.ToValidUTF8(text[:100], "") + "…"
	}
	return strconv.Quote(text)
}

// send writes an answer, or nothing but its headers where the client has it already.
func (s *server) send(w http.ResponseWriter, r *http.Request, a *answer) {
	h := w.Header()
	h.Set("Content-Security-Policy", closed)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", "no-store")
	for name, value := range a.header {
		h.Set(name, value)
	}
	if h.Get("Access-Control-Allow-Origin") != "" {
		h.Set("Access-Control-Expose-Headers", "ETag, Rollscope-Exit-Code")
	}
	if a.cache != "" {
		h.Set("Cache-Control", a.cache)
		sum := sha256.Sum256(a.body)
		tag := `"` + hex.EncodeToString(sum[:12]) + `"`
		h.Set("ETag", tag)
		if has(r.Header.Get("If-None-Match"), tag) {
			a.status, a.body = http.StatusNotModified, nil
			w.WriteHeader(a.status)
			return
		}
	}
	if a.kind != "" {
		h.Set("Content-Type", a.kind)
		h.Set("Content-Length", strconv.Itoa(len(a.body)))
	}
	w.WriteHeader(a.status)
	if r.Method == http.MethodHead {
		a.body = nil
	}
	_, _ = w.Write(a.body)
}

// has says whether a list of tags has one, weak or not, or is *.
func has(list, tag string) bool {
	for _, one := range strings.Split(list, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}

// measure tells the meter.
func (s *server) measure(name string, r *http.Request, status, bytes int, began time.Time) {
	if s.options.Meter == nil {
		return
	}
	method := r.Method
	if !slices.Contains([]string{"GET", "HEAD", "POST", "OPTIONS"}, method) {
		method = "other"
	}
	s.options.Meter(Measure{Route: name, Method: method, Status: status, Bytes: bytes, Took: time.Since(began)})
}

// counter counts what passes through it.
type counter struct {
	http.ResponseWriter
	status, bytes int
}

func (c *counter) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.ResponseWriter.Write(b)
	c.bytes += n
	return n, err
}

// Unwrap lets net/http reach the writer below.
func (c *counter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// jsonAnswer is a value as JSON, as the command line prints it.
func jsonAnswer(status int, v any) *answer {
	var b strings.Builder
	if err := jsontext.Write(&b, v); err != nil {
		panic(err) // all that is answered is made of texts, numbers, lists and maps
	}
	return &answer{status: status, kind: plainJSON, body: []byte(b.String()), header: map[string]string{}}
}

package edge

import (
	_ "embed" // for the OpenAPI document
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/plan/ask"
	"github.com/rollscope/rollscope/policies/rules"
)

//go:embed openapi.json
var openAPI []byte

// routes are all paths there are. A test holds the OpenAPI document to them.
func routes() []route {
	return []route{
		{path: "/api/v1/plan", post: (*server).postPlan},
		{path: "/api/v1/why", post: (*server).postWhy},
		{path: "/api/v1/lint", post: (*server).postLint},
		{path: "/api/v1/validate", post: (*server).postValidate},
		{path: "/api/v1/run", post: (*server).postRun},
		{path: "/api/v1/rollout.svg", get: (*server).rolloutPicture},
		{path: "/api/v1/badge.svg", get: (*server).badge},
		{path: "/api/v1/rules", get: (*server).listRules},
		{path: "/api/v1/version", get: (*server).version},
		{path: "/api/v1/openapi.json", get: (*server).document},
		{path: "/healthz", get: (*server).healthy},
		{path: "/mcp", post: (*server).mcp, own: true},
	}
}

func (s *server) document(r *http.Request) (*answer, error) {
	if _, err := accepted(r, plainJSON, "application/openapi+json"); err != nil {
		return nil, err
	}
	return &answer{status: http.StatusOK, kind: plainJSON, body: openAPI, cache: "public, max-age=300", header: map[string]string{}}, nil
}

type health struct {
	Status string `json:"status"`
}

func (s *server) healthy(*http.Request) (*answer, error) {
	return jsonAnswer(http.StatusOK, health{"ok"}), nil
}

type version struct {
	Kubernetes string `json:"kubernetes"` // whose behaviour is simulated
	Build      string `json:"build"`
	Limits     limits `json:"limits"`
	Lint       bool   `json:"lint"` // there are rules
}

type limits struct {
	Bytes     int `json:"bytes"`
	Nodes     int `json:"nodes"`
	Events    int `json:"events"`
	Documents int `json:"documents"`
	Depth     int `json:"depth"`
	Values    int `json:"values"`
	Command   int `json:"command"`
	Output    int `json:"output"`
}

func (s *server) version(r *http.Request) (*answer, error) {
	if _, err := accepted(r, plainJSON); err != nil {
		return nil, err
	}
	l := s.limits
	a := jsonAnswer(http.StatusOK, version{
		ask.Kubernetes, s.options.Build,
		limits{l.Bytes, l.Nodes, l.Events, l.Documents, l.Depth, l.Values, maxCommand, maxOutput},
		s.rules != nil,
	})
	a.cache = "public, max-age=60"
	return a, nil
}

// listed is a rule in a few words.
type listed struct {
	ID       string         `json:"id"`
	Slug     string         `json:"slug"`
	Group    string         `json:"group"`
	Severity rules.Severity `json:"severity"`
	English  string         `json:"en"`
	Chinese  string         `json:"zh"`
}

func (s *server) listRules(r *http.Request) (*answer, error) {
	if _, err := accepted(r, plainJSON); err != nil {
		return nil, err
	}
	out := []listed{}
	for _, one := range s.rules {
		out = append(out, listed{one.ID, one.Slug, one.Group, one.Severity, one.English.Title, one.Chinese.Title})
	}
	a := jsonAnswer(http.StatusOK, out)
	a.cache = "public, max-age=300"
	return a, nil
}

// accepted is the media type, among those there are, that the client likes best; the
// first where it says nothing.
func accepted(r *http.Request, kinds ...string) (string, error) {
	header := strings.Join(r.Header.Values("Accept"), ",")
	if strings.TrimSpace(header) == "" {
		return kinds[0], nil
	}
	best, liked := "", 0.0
	for _, kind := range kinds {
		if q := quality(header, kind); q > liked {
			best, liked = kind, q
		}
	}
	if best == "" {
		return "", &problem{
			Type: "urn:rollscope:not-acceptable", Title: "there is no such representation", Status: http.StatusNotAcceptable,
			Detail: "nothing of " + shown(header) + " is there", Hint: "ask for " + strings.Join(kinds, ", "),
		}
	}
	return best, nil
}

// quality is how much an Accept header likes a media type, from 0 to 1: the most
// specific range that covers it says.
func quality(header, kind string) float64 {
	family, _, _ := strings.Cut(kind, "/")
	q, specific := 0.0, 0
	for _, part := range strings.Split(header, ",") {
		given, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		at := 1 + slices.Index([]string{"*/*", family + "/*", kind}, given)
		if at == 0 || at < specific {
			continue
		}
		value := 1.0
		if text, ok := params["q"]; ok {
			if value, err = strconv.ParseFloat(text, 64); err != nil || !(value >= 0 && value <= 1) {
				value = 0
			}
		}
		if at > specific || value > q {
			q, specific = value, at
		}
	}
	return q
}

package mcp

import (
	"context"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api/json"
)

// implementation names the server.
type implementation struct {
	Name    string `json:"name"`
	Title   string `json:"title,omitempty"`
	Version string `json:"version"`
}

type capabilities struct {
	Tools struct{} `json:"tools"`
}

// common is what every result of the modern kind has.
type common struct {
	Type string         `json:"resultType,omitempty"`
	Meta map[string]any `json:"_meta,omitempty"`
}

// cached says how long a result may be kept, and by whom.
type cached struct {
	TTL   int    `json:"ttlMs,omitempty"`
	Scope string `json:"cacheScope,omitempty"`
}

func (s *Server) common(m *message) common {
	if !m.modern() {
		return common{}
	}
	return common{"complete", map[string]any{"io.modelcontextprotocol/serverInfo": s.implementation()}}
}

func cachedFor(m *message) cached {
	if !m.modern() {
		return cached{}
	}
	return cached{300_000, "public"}
}

func (s *Server) implementation() implementation { return implementation{s.Name, s.Title, s.Version} }

// do does what a request asks for.
func (s *Server) do(ctx context.Context, m *message) (any, *Error) {
	switch {
	case m.method == "tools/list":
		return s.list(m)
	case m.method == "tools/call":
		return s.call(ctx, m)
	case m.method == "server/discover":
		return s.discover(m), nil
	case m.method == "ping" && !m.modern():
		return struct{}{}, nil
	case m.method == "initialize" && !m.modern():
		return s.initialize(m)
	}
	e := &Error{Code: codeMethod, Message: "there is no method " + cut(m.method)}
	if m.modern() {
		e.status = http.StatusNotFound
	}
	return nil, e
}

// cut keeps text of a client short in messages.
func cut(text string) string {
	if len(text) > 100 {
		return strings.ToValidUTF8(text[:100], "") + "…"
	}
	return text
}

type initialized struct {
	Version      string         `json:"protocolVersion"`
	Capabilities capabilities   `json:"capabilities"`
	Server       implementation `json:"serverInfo"`
	Instructions string         `json:"instructions,omitempty"`
}

// initialize agrees on a revision: the one asked for where it is spoken, else the newest.
func (s *Server) initialize(m *message) (any, *Error) {
	asked, _ := m.params["protocolVersion"].(string)
	if asked == "" {
		return nil, &Error{Code: codeParams, Message: "initialize needs params.protocolVersion", Data: map[string]any{"supported": Versions()}}
	}
	version := legacy[0]
	if slices.Contains(legacy, asked) {
		version = asked
	}
	return initialized{version, capabilities{}, s.implementation(), s.Instructions}, nil
}

type discovered struct {
	common
	cached
	Versions     []string       `json:"supportedVersions"`
	Capabilities capabilities   `json:"capabilities"`
	Server       implementation `json:"serverInfo"`
	Instructions string         `json:"instructions,omitempty"`
}

func (s *Server) discover(m *message) any {
	return discovered{s.common(m), cachedFor(m), Versions(), capabilities{}, s.implementation(), s.Instructions}
}

type listed struct {
	common
	cached
	Tools []tool `json:"tools"`
}

type tool struct {
	Name        string      `json:"name"`
	Title       string      `json:"title"`
	Description string      `json:"description"`
	Input       schema      `json:"inputSchema"`
	Output      schema      `json:"outputSchema,omitempty"`
	Annotations annotations `json:"annotations"`
}

// schema is JSON already.
type schema []byte

// AppendJSON writes it as it is.
func (s schema) AppendJSON(dst []byte) []byte { return append(dst, s...) }

// annotations are hints about all tools: each answers from what it is given alone.
type annotations struct {
	ReadOnly   bool `json:"readOnlyHint"`
	Idempotent bool `json:"idempotentHint"`
	OpenWorld  bool `json:"openWorldHint"`
}

func (s *Server) list(m *message) (any, *Error) {
	if m.params["cursor"] != nil {
		return nil, s.misused(m, "tools/list has one page, so there is no cursor to go on from")
	}
	out := listed{common: s.common(m), cached: cachedFor(m), Tools: []tool{}}
	for _, t := range s.Tools {
		out.Tools = append(out.Tools, tool{t.Name, t.Title, t.Description, t.Input, t.Output, annotations{true, true, false}})
	}
	return out, nil
}

// misused is about parameters. The modern revision wants it told by the status, too.
func (s *Server) misused(m *message, what string) *Error {
	e := &Error{Code: codeParams, Message: what}
	if m.modern() {
		e.status = http.StatusBadRequest
	}
	return e
}

type called struct {
	common
	Content    []content `json:"content"`
	Structured any       `json:"structuredContent,omitempty"`
	IsError    bool      `json:"isError"`
}

type content struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// call calls a tool. What is wrong with the arguments is told in the result, where
// models look for it.
func (s *Server) call(ctx context.Context, m *message) (any, *Error) {
	name, _ := m.params["name"].(string)
	i := slices.IndexFunc(s.Tools, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return nil, s.misused(m, "there is no tool "+cut(name))
	}
	given := m.params["arguments"]
	if given == nil {
		given = map[string]any{}
	}
	if _, ok := given.(map[string]any); !ok {
		return nil, s.misused(m, "params.arguments is no object")
	}
	arguments, problem := json.Marshal(given)
	if problem != nil {
		return nil, s.misused(m, "params.arguments cannot be read")
	}
	result, err := s.Tools[i].Call(ctx, arguments)
	out := called{common: s.common(m), Content: []content{{"text", result.Text}}, Structured: result.Structured}
	if err != nil {
		out.Content, out.Structured, out.IsError = []content{{"text", err.Error()}}, nil, true
	}
	return out, nil
}

// nameOf is what the header Mcp-Name repeats of a request, and whether it must.
func nameOf(m *message) (string, bool) {
	if m.method != "tools/call" {
		return "", false
	}
	name, _ := m.params["name"].(string)
	return name, true
}

// decoded is the value of a header, which stands in Base64 where ASCII has no room for it.
func decoded(value string) (string, error) {
	inner, ok := strings.CutPrefix(value, "=?base64?")
	if !ok || !strings.HasSuffix(inner, "?=") {
		return value, nil
	}
	text, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(inner, "?="))
	return string(text), err
}

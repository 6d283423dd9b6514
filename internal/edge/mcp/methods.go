package mcp

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
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

func (s *Server) common(of meta) common {
	if !of.modern() {
		return common{}
	}
	return common{"complete", map[string]any{"io.modelcontextprotocol/serverInfo": s.implementation()}}
}

func cachedFor(of meta) cached {
	if !of.modern() {
		return cached{}
	}
	return cached{300_000, "public"}
}

func (s *Server) implementation() implementation { return implementation{s.Name, s.Title, s.Version} }

// do does what a request asks for.
func (s *Server) do(ctx context.Context, m *message, of meta) (any, *Error) {
	switch {
	case m.Method == "tools/list":
		return s.list(m, of)
	case m.Method == "tools/call":
		return s.call(ctx, m, of)
	case m.Method == "server/discover":
		return s.discover(of), nil
	case m.Method == "ping" && !of.modern():
		return struct{}{}, nil
	case m.Method == "initialize" && !of.modern():
		return s.initialize(m)
	}
	e := &Error{Code: codeMethod, Message: "there is no method " + cut(m.Method)}
	if of.modern() {
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
	var p struct {
		Version string `json:"protocolVersion"`
	}
	if json.Unmarshal(m.Params, &p) != nil || p.Version == "" {
		return nil, &Error{Code: codeParams, Message: "initialize needs params.protocolVersion", Data: map[string]any{"supported": Versions()}}
	}
	version := legacy[0]
	if slices.Contains(legacy, p.Version) {
		version = p.Version
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

func (s *Server) discover(of meta) any {
	return discovered{s.common(of), cachedFor(of), Versions(), capabilities{}, s.implementation(), s.Instructions}
}

type listed struct {
	common
	cached
	Tools []tool `json:"tools"`
}

type tool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Input       json.RawMessage `json:"inputSchema"`
	Output      json.RawMessage `json:"outputSchema,omitempty"`
	Annotations annotations     `json:"annotations"`
}

// annotations are hints about all tools: each answers from what it is given alone.
type annotations struct {
	ReadOnly   bool `json:"readOnlyHint"`
	Idempotent bool `json:"idempotentHint"`
	OpenWorld  bool `json:"openWorldHint"`
}

func (s *Server) list(m *message, of meta) (any, *Error) {
	var p struct {
		Cursor *string `json:"cursor"`
	}
	if m.Params != nil && json.Unmarshal(m.Params, &p) != nil || p.Cursor != nil {
		return nil, s.misused(of, "tools/list has one page, so there is no cursor to go on from")
	}
	out := listed{common: s.common(of), cached: cachedFor(of), Tools: []tool{}}
	for _, t := range s.Tools {
		out.Tools = append(out.Tools, tool{t.Name, t.Title, t.Description, t.Input, t.Output, annotations{true, true, false}})
	}
	return out, nil
}

// misused is about parameters. The modern revision wants it told by the status, too.
func (s *Server) misused(of meta, what string) *Error {
	e := &Error{Code: codeParams, Message: what}
	if of.modern() {
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
func (s *Server) call(ctx context.Context, m *message, of meta) (any, *Error) {
	var p struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if json.Unmarshal(m.Params, &p) != nil {
		return nil, s.misused(of, "tools/call needs params.name and params.arguments")
	}
	i := slices.IndexFunc(s.Tools, func(t Tool) bool { return t.Name == p.Name })
	if i < 0 {
		return nil, s.misused(of, "there is no tool "+cut(p.Name))
	}
	if p.Arguments == nil || string(p.Arguments) == "null" {
		p.Arguments = json.RawMessage("{}")
	}
	if p.Arguments[0] != '{' {
		return nil, s.misused(of, "params.arguments is no object")
	}
	result, err := s.Tools[i].Call(ctx, p.Arguments)
	out := called{common: s.common(of), Content: []content{{"text", result.Text}}, Structured: result.Structured}
	if err != nil {
		out.Content, out.Structured, out.IsError = []content{{"text", err.Error()}}, nil, true
	}
	return out, nil
}

// nameOf is what the header Mcp-Name repeats of a request, and whether it must.
func nameOf(m *message) (string, bool) {
	if m.Method != "tools/call" {
		return "", false
	}
	var p struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(m.Params, &p) // what cannot be read has no name
	return p.Name, true
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

// Package mcp speaks the Model Context Protocol over streamable HTTP: revision
// 2026-07-28, which asks everything of each request, and the revisions before it, which
// begin with initialize. Both need no session here, as nothing is kept: a server of tools
// that answers every request with one JSON object.
//
// The specification: https://modelcontextprotocol.io/specification/2026-07-28.
package mcp

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/rollscope/rollscope/core/api/json"
)

// Modern is the revision without a handshake; Legacy are those with one, newest first.
const Modern = "2026-07-28"

var legacy = []string{"2025-11-25", "2025-06-18", "2025-03-26"}

// Versions are all revisions that are spoken, newest first.
func Versions() []string { return append([]string{Modern}, legacy...) }

// Server is what is told of the server, and its tools. It does not change.
type Server struct {
	Name, Title, Version string
	Instructions         string // for models
	Tools                []Tool
}

// Tool is one thing that a model can do here.
type Tool struct {
	Name, Title, Description string
	Input, Output            []byte // JSON Schemas of objects; Output may be nil
	// Call does it. Arguments are the bytes of a JSON object. An error is told to the
	// model, so that it can do better.
	Call func(ctx context.Context, arguments []byte) (Result, error)
}

// Result is what came of a call.
type Result struct {
	Text       string
	Structured any // an object as Tool.Output describes it; nil for none
}

// Response is what a POST is answered with.
type Response struct {
	Status int
	Body   []byte // JSON; nil for none
}

// message is a request or a notification.
type message struct {
	id     any // text or a json.Number; nil for none
	method string
	params map[string]any
	meta   meta
}

// reply is the answer to a request.
type reply struct {
	Version string `json:"jsonrpc"`
	ID      any    `json:"id,omitempty"`
	Result  any    `json:"result,omitempty"`
	Error   *Error `json:"error,omitempty"`
}

// Error is an error of JSON-RPC.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`

	status int
}

func (e *Error) Error() string { return e.Message }

// The codes of JSON-RPC and of the protocol.
const (
	codeParse          = -32700
	codeInvalid        = -32600
	codeMethod         = -32601
	codeParams         = -32602
	codeHeaderMismatch = -32020
	codeVersion        = -32022
)

// Post answers the body of a POST.
func (s *Server) Post(ctx context.Context, header http.Header, body []byte) Response {
	m, done, err := read(body)
	if done {
		return Response{Status: http.StatusAccepted}
	}
	if err == nil {
		err = check(m, header)
	}
	if err != nil {
		return failed(m.id, err)
	}
	if m.id == nil { // a notification
		return Response{Status: http.StatusAccepted}
	}
	result, err := s.do(ctx, m)
	if err != nil {
		return failed(m.id, err)
	}
	return write(http.StatusOK, reply{Version: "2.0", ID: m.id, Result: result})
}

// read reads a message. Done says that it is an answer, which nobody waits for.
func read(body []byte) (m *message, done bool, failure *Error) {
	m = &message{}
	v, err := json.Parse(body)
	if err != nil {
		return m, false, &Error{Code: codeParse, Message: "the body is not JSON: " + err.Error(), status: http.StatusBadRequest}
	}
	fields, _ := v.(map[string]any)
	id, has := fields["id"]
	if fields["jsonrpc"] != "2.0" || has && !isID(id) {
		return m, false, &Error{Code: codeInvalid, Message: "the body is no message of JSON-RPC 2.0 with an id that is text or a whole number", status: http.StatusBadRequest}
	}
	m.id = id
	if m.method, _ = fields["method"].(string); m.method == "" {
		if fields["result"] != nil || fields["error"] != nil {
			return m, true, nil
		}
		return m, false, &Error{Code: codeInvalid, Message: "the message has no method", status: http.StatusBadRequest}
	}
	if params, has := fields["params"]; has {
		var ok bool
		if m.params, ok = params.(map[string]any); !ok {
			return m, false, &Error{Code: codeParams, Message: "params is no object", status: http.StatusBadRequest}
		}
	}
	m.meta = metaOf(m.params)
	return m, false, nil
}

// isID says whether a value may be an id.
func isID(v any) bool {
	switch v := v.(type) {
	case string:
		return true
	case json.Number:
		_, err := strconv.ParseInt(string(v), 10, 64)
		return err == nil
	}
	return false
}

// meta is what a request of the modern kind says about itself.
type meta struct {
	version      any // of the protocol; nil where it says none
	capabilities any
}

func metaOf(params map[string]any) meta {
	m, _ := params["_meta"].(map[string]any)
	return meta{m["io.modelcontextprotocol/protocolVersion"], m["io.modelcontextprotocol/clientCapabilities"]}
}

// modern says that a request declares its revision, as from 2026-07-28 on.
func (m *message) modern() bool { return m.meta.version != nil }

// check holds a message to its headers.
func check(m *message, header http.Header) *Error {
	declared := header.Get("Mcp-Protocol-Version")
	if !m.modern() {
		switch {
		case declared == "" || slices.Contains(legacy, declared):
			return nil
		case declared == Modern:
			if m.id == nil {
				return nil // a notification says nothing about itself
			}
			return &Error{Code: codeParams, Message: "params._meta lacks io.modelcontextprotocol/protocolVersion", status: http.StatusBadRequest}
		}
		return unsupported(declared)
	}
	switch {
	case declared == "":
		return mismatch("the header MCP-Protocol-Version is missing")
	case declared != m.meta.version:
		return mismatch("the header MCP-Protocol-Version is not the version in _meta")
	case declared != Modern:
		return unsupported(declared)
	case m.meta.capabilities == nil:
		return &Error{Code: codeParams, Message: "params._meta lacks io.modelcontextprotocol/clientCapabilities", status: http.StatusBadRequest}
	case header.Get("Mcp-Method") != m.method:
		return mismatch("the header Mcp-Method is not the method of the body")
	}
	if name, ok := nameOf(m); ok {
		given, err := decoded(header.Get("Mcp-Name"))
		if err != nil || given != name {
			return mismatch("the header Mcp-Name is not params.name of the body")
		}
	}
	return nil
}

func mismatch(what string) *Error {
	return &Error{Code: codeHeaderMismatch, Message: what, status: http.StatusBadRequest}
}

func unsupported(version string) *Error {
	return &Error{
		Code: codeVersion, Message: "this version of the protocol is not spoken here", status: http.StatusBadRequest,
		Data: map[string]any{"supported": Versions(), "requested": version},
	}
}

// failed answers with an error. To those who begin with initialize, errors of methods
// and parameters are answers like others.
func failed(id any, e *Error) Response {
	status := e.status
	if status == 0 {
		status = http.StatusOK
	}
	return write(status, reply{Version: "2.0", ID: id, Error: e})
}

func write(status int, v any) Response {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err) // all that is answered is made of texts, numbers, lists and maps
	}
	return Response{Status: status, Body: append(body, '\n')}
}

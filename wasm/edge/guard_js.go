package main

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"syscall/js"
)

// guard lets the instance outlive a request. The library ends its instance when the
// body of an answer has been read; a body that it is handed as a JavaScript value it
// passes on as it is. So guard takes the request's body as bytes, which the JavaScript
// side has read already, lets the handler write into memory, and hands that over whole.
// site/content/decisions/0014-worker.md has the reasons.
type guard struct{ handler http.Handler }

func (g guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Body = io.NopCloser(bytes.NewReader(requestBody(r.Body)))
	joinHeaders(r.Header)
	answer := &answer{header: w.Header(), status: http.StatusOK}
	g.handler.ServeHTTP(answer, r)
	w.WriteHeader(answer.status)
	body := js.Global().Get("Uint8Array").New(answer.body.Len())
	js.CopyBytesToJS(body, answer.body.Bytes())
	w.(interface{ WriteRawJSBody(js.Value) }).WriteRawJSBody(body)
}

// requestBody is what the JavaScript side read: the library keeps it as the stream that
// it takes it for.
func requestBody(body io.ReadCloser) []byte {
	raw, ok := body.(interface{ GetRawJSBody() js.Value })
	if !ok { // no body at all
		return nil
	}
	bytes := make([]byte, raw.GetRawJSBody().Get("byteLength").Int())
	js.CopyBytesToGo(bytes, raw.GetRawJSBody())
	return bytes
}

// joinHeaders undoes the library's cutting of every value at its commas, which tears dates
// and lists apart.
func joinHeaders(header http.Header) {
	for name, values := range header {
		if len(values) > 1 {
			header[name] = []string{strings.Join(values, ",")}
		}
	}
}

// answer is a response in memory.
type answer struct {
	header http.Header
	status int
	wrote  bool
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if !a.wrote {
		a.status, a.wrote = status, true
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.wrote = true
	return a.body.Write(p)
}

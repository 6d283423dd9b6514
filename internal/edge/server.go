package edge

import "net/http"

// server is the handler.
type server struct{ options Options }

func newServer(o Options) *server { return &server{options: o} }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/healthz" {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("{\"status\":\"ok\"}\n"))
		return
	}
	http.NotFound(w, r)
}

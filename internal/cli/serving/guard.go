package serving

import (
	"fmt"
	"net"
	"net/http"
	"strings"
)

// RemoteError is an address that others can reach.
type RemoteError struct{ Listen string }

func (e *RemoteError) Error() string {
	return fmt.Sprintf("%s is not an address of this machine alone", e.Listen)
}

// local says whether an address is one that only this machine reaches.
func local(listen string) (bool, error) {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return false, fmt.Errorf("%s: write HOST:PORT, such as 127.0.0.1:8080", listen)
	}
	return loopback(host), nil
}

func loopback(host string) bool {
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return ip != nil && ip.IsLoopback() || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// rebinding refuses requests that reach this machine under a name that is none of its
// own: a page of a stranger whose name server says that its name is 127.0.0.1 now.
func rebinding(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		if !loopback(strings.ToLower(host)) {
			h := w.Header()
			h.Set("Content-Type", "application/problem+json")
			h.Set("X-Content-Type-Options", "nosniff")
			w.WriteHeader(http.StatusMisdirectedRequest)
			_, _ = fmt.Fprintln(w, `{"type":"urn:rollscope:host","title":"this is not the host you asked for","status":421,`+
				`"detail":"the header Host is no name of this machine; ask for localhost"}`)
			return
		}
		next.ServeHTTP(w, r)
	})
}

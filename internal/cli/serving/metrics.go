package serving

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rollscope/rollscope/internal/edge"
)

// bounds are the buckets of durations, in seconds.
var bounds = [...]float64{0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 10}

// metrics counts requests; of what was asked it keeps nothing.
type metrics struct {
	build string
	began time.Time

	mutex  sync.Mutex
	routes map[string]*route
	counts map[key]int
}

type key struct {
	route, method string
	status        int
}

// route is what is summed up for each route.
type route struct {
	buckets [len(bounds)]int
	seconds float64
	count   int
	bytes   int
}

func newMetrics(build string) *metrics {
	return &metrics{build: build, began: time.Now(), routes: map[string]*route{}, counts: map[key]int{}}
}

// measure counts one request.
func (m *metrics) measure(one edge.Measure) {
	name := one.Route
	if name == "" {
		name = "other"
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.counts[key{name, one.Method, one.Status}]++
	r := m.routes[name]
	if r == nil {
		r = &route{}
		m.routes[name] = r
	}
	r.count++
	r.bytes += one.Bytes
	seconds := one.Took.Seconds()
	r.seconds += seconds
	for i, bound := range bounds {
		if seconds <= bound {
			r.buckets[i]++
		}
	}
}

// ServeHTTP writes the counts in Prometheus' text format.
func (m *metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = fmt.Fprint(w, m.text())
}

func (m *metrics) text() string {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	var b strings.Builder
	head := func(name, kind, help string) { fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind) }
	head("rollscope_build_info", "gauge", "What answers.")
	fmt.Fprintf(&b, "rollscope_build_info{version=%q} 1\n", m.build)
	head("rollscope_start_time_seconds", "gauge", "When the server began, in seconds since 1970.")
	fmt.Fprintf(&b, "rollscope_start_time_seconds %d\n", m.began.Unix())
	head("rollscope_requests_total", "counter", "Answered requests.")
	keys := make([]key, 0, len(m.counts))
	for k := range m.counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.route, b.route), cmp.Compare(a.method, b.method), cmp.Compare(a.status, b.status))
	})
	for _, k := range keys {
		fmt.Fprintf(&b, "rollscope_requests_total{route=%q,method=%q,code=\"%d\"} %d\n", k.route, k.method, k.status, m.counts[k])
	}
	names := make([]string, 0, len(m.routes))
	for name := range m.routes {
		names = append(names, name)
	}
	slices.Sort(names)
	head("rollscope_response_bytes_total", "counter", "Bytes of answers' bodies.")
	for _, name := range names {
		fmt.Fprintf(&b, "rollscope_response_bytes_total{route=%q} %d\n", name, m.routes[name].bytes)
	}
	head("rollscope_request_duration_seconds", "histogram", "How long an answer took to make.")
	for _, name := range names {
		r := m.routes[name]
		for i, bound := range bounds {
			fmt.Fprintf(&b, "rollscope_request_duration_seconds_bucket{route=%q,le=\"%g\"} %d\n", name, bound, r.buckets[i])
		}
		fmt.Fprintf(&b, "rollscope_request_duration_seconds_bucket{route=%q,le=\"+Inf\"} %d\n", name, r.count)
		fmt.Fprintf(&b, "rollscope_request_duration_seconds_sum{route=%q} %g\n", name, r.seconds)
		fmt.Fprintf(&b, "rollscope_request_duration_seconds_count{route=%q} %d\n", name, r.count)
	}
	return b.String()
}

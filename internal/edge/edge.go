// Package edge answers over HTTP what the command line answers: plan, why, validate,
// lint and scenarios, as JSON and as pictures, for people, pipelines and agents.
//
// It is one http.Handler, the same in a Cloudflare Worker (wasm/edge) and in
// rollscope serve. It keeps nothing between requests and logs nothing; who wants
// counts gives a Meter.
package edge

import (
	"context"
	"net/http"
	"time"

	"github.com/rollscope/rollscope/core/api/fielddoc"
)

// Options say what the handlers work with. The zero value answers everything but lint.
type Options struct {
	// Rules are what lint goes by; without them lint answers 501.
	Rules Rules
	// Docs are the texts of kubectl explain; nil for those that the program carries, which
	// in a Worker are none. It is asked once for each scenario that is run.
	Docs func() fielddoc.Texts
	// Assets serves everything that is no route of ours: the site. nil answers 404, as
	// in a Worker, where assets are served before it is asked.
	Assets http.Handler
	// Build names what was built, such as v1.2.0; "" is (devel).
	Build string
	// Limits are how much one request may ask for. Zero fields are the defaults.
	Limits Limits
	// Origins are those whose pages may send requests to /mcp, such as
	// https://rollscope.example, besides the server's own; * is any.
	Origins []string
	// Meter is told of every request when it is answered; nil for nobody. It may be
	// called by several goroutines at once.
	Meter func(Measure)
}

// Rules are the rules of lint without what evaluates them.
type Rules struct {
	// Catalogue is what people read about the rules: rules.json, which
	// `rulebook wasm` writes beside policy.wasm.
	Catalogue []byte
	// Lint evaluates all rules on one input. The input is what rules see, as JSON (an
	// object with config, others, facts, manifest, and cluster or run where there are
	// any); the answer is what they report, as JSON: an array of
	// {rule, path, severity?, variant?, params, at?}, as policy.wasm answers it.
	Lint func(ctx context.Context, input []byte) ([]byte, error)
}

// Measure is one answered request, without anything of what was asked.
type Measure struct {
	Route  string // of the OpenAPI document, such as /api/v1/plan; "" for assets and what is no route
	Method string // GET, HEAD, POST, OPTIONS, or other
	Status int
	Bytes  int           // of the answer's body
	Took   time.Duration // 0 where there is no clock
}

// Limits are how much one request may ask for.
type Limits struct {
	Bytes     int // of a body; 1 MiB
	Nodes     int // in all; 5,000
	Events    int // of simulation, over all runs of a request; 200,000
	Documents int // in all manifests; 200
	Depth     int // of maps and lists in each other; 100
	Values    int // maps, lists and scalars of one object; 2,000
}

// New makes the handler.
func New(o Options) http.Handler { return newServer(o) }

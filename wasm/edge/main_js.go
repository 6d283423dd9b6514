// Command edge is the Cloudflare Worker: package edge's handlers in one Go instance that
// stays from request to request. It only carries bytes.
//
// Its JavaScript side, site/worker/worker.mjs, starts it and puts into rollscopeRules what
// evaluates the rules: policy.wasm runs there.
package main

import (
	"context"
	"errors"
	"runtime/debug"
	"syscall/js"

	"github.com/syumai/workers"

	"github.com/rollscope/rollscope/core/api/fielddoc"
	"github.com/rollscope/rollscope/internal/edge"
)

// An isolate has 128 MB, of which wasm never gives anything back.
const memoryLimit = 64 << 20

var build string // set by the linker

func main() {
	debug.SetMemoryLimit(memoryLimit)
	rules := js.Global().Get("rollscopeRules")
	workers.ServeNonBlock(guard{edge.New(edge.Options{
		Build: build,
		Docs:  docs(),
		Rules: edge.Rules{
			Catalogue: []byte(rules.Get("catalogue").String()),
			Lint: func(_ context.Context, input []byte) ([]byte, error) {
				answer := rules.Call("evaluate", string(input))
				if problem := answer.Get("problem"); problem.Type() == js.TypeString {
					return nil, errors.New(problem.String())
				}
				return []byte(answer.Get("report").String()), nil
			},
		},
	})})
	workers.Ready()
	select {}
}

// docs answers with the texts of kubectl explain as soon as the JavaScript side has them:
// it fetches them from the assets, as they would weigh on the Worker.
func docs() func() fielddoc.Texts {
	var texts fielddoc.Texts
	return func() fielddoc.Texts {
		if given := js.Global().Get("rollscopeDocs"); texts == "" && given.Type() == js.TypeString {
			texts = fielddoc.Texts(given.String())
		}
		return texts
	}
}

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

// Command sim is the simulator with which the page opens: small, because it opens one
// scenario only and has no kubectl. What it lacks, command full has.
package main

import (
	"github.com/rollscope/rollscope/wasm/browser"
	"github.com/rollscope/rollscope/wasm/protocol"
	"github.com/rollscope/rollscope/wasm/sim/opening"
)

func main() {
	browser.Serve(protocol.NewOpening(protocol.Limits{}, opening.Scenario()))
}

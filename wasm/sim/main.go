// Command sim is the simulator as a browser runs it.
package main

import (
	"github.com/rollscope/rollscope/wasm/browser"
	"github.com/rollscope/rollscope/wasm/protocol"
)

func main() {
	browser.Serve(protocol.New(protocol.Limits{}))
}

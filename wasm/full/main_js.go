// Command full is the whole simulator for a browser. The page loads it behind command
// sim, gives it the conversation so far, and goes on with it.
package main

import (
	"github.com/rollscope/rollscope/wasm/browser"
	"github.com/rollscope/rollscope/wasm/manifests"
	"github.com/rollscope/rollscope/wasm/protocol"
)

func main() {
	session := protocol.New(protocol.Limits{})
	manifests.Teach(session, rules)
	session.Teach("picture", draw)
	browser.Serve(session)
}

// Command sim is the simulator as a browser runs it: one function that takes a
// request of package protocol and gives the answer. It only carries text.
package main

import (
	"syscall/js"

	"github.com/rollscope/rollscope/wasm/protocol"
)

func main() {
	session := protocol.New(protocol.Limits{})
	js.Global().Set("rollscope", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(session.Handle([]byte(args[0].String())))
	}))
	if ready := js.Global().Get("rollscopeReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}

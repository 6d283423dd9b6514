// Package browser carries the conversation of package protocol between Go and the
// JavaScript that runs it: one function, rollscope, that takes a request and gives
// the answer.
package browser

import (
	"syscall/js"

	"github.com/rollscope/rollscope/wasm/protocol"
)

// Serve answers requests for as long as the page lives.
func Serve(session *protocol.Session) {
	js.Global().Set("rollscope", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(session.Handle([]byte(args[0].String())))
	}))
	if ready := js.Global().Get("rollscopeReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}

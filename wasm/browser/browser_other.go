//go:build !js

package browser

import (
	"os"

	"github.com/rollscope/rollscope/wasm/protocol"
)

// Serve says that there is no browser here.
func Serve(*protocol.Session) {
	os.Stderr.WriteString("rollscope: error: this program runs in a browser\nrollscope: hint: build it with GOOS=js GOARCH=wasm\n")
	os.Exit(2)
}

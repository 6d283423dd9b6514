//go:build !js

// Command sim is built for js/wasm; see main_js.go.
package main

import "os"

func main() {
	os.Stderr.WriteString("rollscope: error: this program runs in a browser\nrollscope: hint: GOOS=js GOARCH=wasm go build ./wasm/sim\n")
	os.Exit(2)
}

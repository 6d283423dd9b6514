//go:build !js

// Command full is built for js/wasm; see main_js.go.
package main

import "os"

func main() {
	os.Stderr.WriteString("rollscope: error: this program runs in a browser\nrollscope: hint: GOOS=js GOARCH=wasm go build ./wasm/full\n")
	os.Exit(2)
}

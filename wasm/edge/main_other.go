//go:build !js

// Command edge is built for js/wasm; see main_js.go.
package main

import "os"

func main() {
	os.Stderr.WriteString("rollscope: error: this program runs in a Cloudflare Worker\nrollscope: hint: make edge builds it; rollscope serve answers the same natively\n")
	os.Exit(2)
}

//go:build !js

package main

import "os"

func main() {
	os.Stderr.WriteString("rollscope: error: this program runs in a browser\nrollscope: hint: rollscope lint --policy DIR does the same here\n")
	os.Exit(2)
}

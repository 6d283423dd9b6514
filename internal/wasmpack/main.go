// Command wasmpack makes a Go program for wasm smaller to download. Go's linker leaves every
// run of zeros out of the data, which cuts them into up to 100,000 segments, each with a head
// of its own that compresses badly; zeros compress to nothing. wasmpack joins segments
// again: the file grows by an eighth and its compressed form shrinks by a twelfth.
//
//	go run ./internal/wasmpack FILE    (rewrites FILE)
//
// site/content/decisions/0010-sim-wasm-size.md has what it brings.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: wasmpack FILE")
		os.Exit(2)
	}
	if err := rewrite(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "wasmpack: error:", err)
		os.Exit(1)
	}
}

func rewrite(name string) error {
	module, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	packed, err := pack(module)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, packed, 0o755)
}

// Command ts writes the types of the conversation with the simulator in TypeScript:
// site/src/protocol.ts, from the Go structs that the answers are made of and from the
// tables of site/content/protocol.md, which a test of wasm/protocol holds to the code.
//
//	go run ./internal/gen/ts
//
// roots.go says which types there are and what the page calls them. A test says when
// the file is out of date.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// target is the file that is written, from the root of the repository.
const target = "site/src/protocol.ts"

func main() {
	root := flag.String("root", ".", "the root of the repository")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintln(os.Stderr, "ts:", err)
		os.Exit(1)
	}
}

// run writes the file where it differs from what is there.
func run(root string) error {
	text, err := generate(root)
	if err != nil {
		return err
	}
	path := filepath.Join(root, target)
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
		return nil
	}
	return os.WriteFile(path, text, 0o666)
}

// generate returns the content of the file.
func generate(root string) ([]byte, error) {
	src, err := load(root)
	if err != nil {
		return nil, err
	}
	requests, err := readRequests(filepath.Join(root, "site/content/protocol.md"))
	if err != nil {
		return nil, err
	}
	w := &writer{src: src, written: map[string]typeName{}}
	return w.file(requests)
}

// Command rulebook makes what is made of the rules: their pages for the site, policy.wasm,
// and a table of how often each rule hits a corpus of manifests.
//
//	rulebook pages DIR      writes a page for each rule in both languages
//	rulebook wasm FILE      compiles the rules into policy.wasm
//	rulebook go DIR         compiles the rules into Go, for package policies in DIR
//	rulebook schema FILE    writes the JSON Schema of .rollscope.yaml
//	rulebook corpus DIR     counts hits
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "rulebook:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("wants what to make and where: pages DIR, wasm FILE, go DIR, schema FILE or corpus DIR")
	}
	switch args[0] {
	case "pages":
		return writePages(args[1])
	case "wasm":
		return writeWasm(args[1])
	case "go":
		return writeGo(args[1])
	case "schema":
		return writeSchema(args[1])
	case "corpus":
		return printCorpus(os.Stdout, os.DirFS(args[1]))
	}
	return fmt.Errorf("%s is not one of pages, wasm, go, schema and corpus", args[0])
}

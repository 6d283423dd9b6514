// Command gen writes core/api from the Kubernetes API modules that go.mod pins.
//
// It reads the Go source of k8s.io/api and k8s.io/apimachinery, takes every type
// reachable from the roots in roots.go and prints the same shapes, without
// protobuf, registration or documentation tables, as one flat package.
// Moving to another Kubernetes release is a version bump and `go generate`.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	out := flag.String("out", ".", "directory of package api")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// run writes every generated file below dir that differs from what is there.
func run(dir string) error {
	files, err := generate()
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, name)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, files[name]) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the content of every generated file by its path below core/api.
func generate() (map[string][]byte, error) {
	src, err := load()
	if err != nil {
		return nil, err
	}
	shapes, err := closure(src)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, write := range []func(*source, *shapeSet, map[string][]byte) error{
		writeTypes, writeConstants, writeDeepCopy, writeFieldDocs,
	} {
		if err := write(src, shapes, files); err != nil {
			return nil, err
		}
	}
	return files, nil
}

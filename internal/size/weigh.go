package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// weight is a file's size as it is and as servers send it, in bytes.
type weight struct{ raw, gzip, brotli int }

func weigh(file string) (weight, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return weight{}, err
	}
	b, err := brotliSize(content)
	if err != nil {
		return weight{}, err
	}
	return weight{raw: len(content), gzip: gzipSize(content), brotli: b}, nil
}

func gzipSize(content []byte) int {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	_, _ = w.Write(content) // a bytes.Buffer takes everything
	_ = w.Close()
	return out.Len()
}

// brotliScript prints how many bytes standard input has under brotli at its best.
const brotliScript = `
const zlib = require("node:zlib"), input = require("node:fs").readFileSync(0);
const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: input.length };
console.log(zlib.brotliCompressSync(input, { params }).length);`

// brotliSize asks Node.js, which the tests need anyway: Go has no brotli of its own.
func brotliSize(content []byte) (int, error) {
	cmd := exec.Command("node", "-e", brotliScript)
	cmd.Stdin = bytes.NewReader(content)
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("compressing with node: %w", err)
	}
	return strconv.Atoi(strings.TrimSpace(string(out)))
}

// reflectMethods lists the functions of a js/wasm build that the linker marks as
// looking up methods by a name known only at run time. One is enough to keep
// every exported method of every type that is turned into an interface.
func reflectMethods(pkg string) ([]string, error) {
	dir, err := os.MkdirTemp("", "rollscope-size-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	// Never an up-to-date file, as the linker prints only when it runs.
	cmd := exec.Command("go", "build", "-ldflags=-dumpdep", "-o", filepath.Join(dir, "linked.wasm"), pkg)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("linking %s: %w\n%s", pkg, err, lastLines(string(out), 20))
	}
	return marked(string(out)), nil
}

// marked picks the functions with the linker's mark from its list of
// dependencies, whose lines are "from -> to".
func marked(dependencies string) []string {
	var names []string
	for line := range strings.Lines(dependencies) {
		from, _, _ := strings.Cut(line, " -> ")
		if name, ok := strings.CutSuffix(strings.TrimSpace(from), " <ReflectMethod>"); ok && (len(names) == 0 || names[len(names)-1] != name) {
			names = append(names, name)
		}
	}
	return names
}

func lastLines(s string, n int) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

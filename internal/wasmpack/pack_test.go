package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// memory is what a module's data make of an empty memory.
func memory(t *testing.T, module []byte) []byte {
	t.Helper()
	segments, err := segmentsOf(module)
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	for _, s := range segments {
		if end := s.at + len(s.data); end > len(all) {
			all = append(all, make([]byte, end-len(all))...)
		}
		copy(all[s.at:], s.data)
	}
	return all
}

// module is the smallest module with such data.
func module(segments ...segment) []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	out = append(out, dataCountSection, 1, byte(len(segments)))
	body := written(segments)
	out = binary.AppendUvarint(append(out, dataSection), uint64(len(body)))
	return append(out, body...)
}

func TestPackedDataMakeTheSameMemory(t *testing.T) {
	long := bytes.Repeat([]byte("x"), 5000)
	for _, segments := range [][]segment{
		nil,
		{{0, []byte("a")}},
		{{4096, []byte("a")}, {4098, []byte("b")}, {4300, []byte("c")}},
		{{70000, []byte("late")}, {64, []byte("early")}},
		{{63, []byte("a")}, {64, []byte("b")}, {128, long}, {8192, long}, {1 << 20, []byte("end")}},
	} {
		before := module(segments...)
		after, err := pack(before)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(memory(t, before), memory(t, after)) {
			t.Errorf("%v: the memory has changed", segments)
		}
		again, err := pack(after)
		if err != nil || !bytes.Equal(again, after) {
			t.Errorf("%v: packing again changes something (%v)", segments, err)
		}
	}
}

func TestWhatIsNoModuleIsRefused(t *testing.T) {
	whole := module(segment{8, []byte("abc")})
	for n := range whole {
		if n == 8 || n == 11 { // a module without data is a module
			continue
		}
		if _, err := pack(whole[:n]); err == nil {
			t.Errorf("the first %d bytes are taken for a module", n)
		}
	}
}

func TestAPackedProgramOfGoRunsAsBefore(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run it")
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "main.wasm")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() { println(len(\"packed\")) }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", program, source)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	before, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if err := rewrite(program); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(memory(t, before), memory(t, after)) {
		t.Error("the memory has changed")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(node, filepath.Join(string(bytes.TrimSpace(root)), "lib/wasm/wasm_exec_node.js"), program)
	run.Env = []string{"PATH=" + os.Getenv("PATH")}
	out, err := run.CombinedOutput()
	if err != nil || string(out) != "6\n" {
		t.Errorf("the packed program prints %q (%v)", out, err)
	}
}

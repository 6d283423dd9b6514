package style

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// repository is the folder with go.mod.
func repository(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above this test")
		}
		dir = up
	}
}

func TestTheRepositoryKeepsItsHabits(t *testing.T) {
	root := repository(t)
	tree, err := Load(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	// A checkout in a folder such as /src is named by half the manifests there are.
	if strings.Count(filepath.ToSlash(root), "/") > 1 {
		tree.Here = []string{root, filepath.Join(filepath.Dir(root), "shared")}
	}
	for _, rule := range Rules() {
		t.Run(rule.Name, func(t *testing.T) {
			for _, f := range rule.Check(tree) {
				t.Error(f)
			}
		})
	}
}

func TestProgramsForWasmLinkNothingHeavy(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	root := repository(t)
	for _, pkg := range []string{"./wasm/sim", "./wasm/full", "./wasm/edge"} {
		linked, err := Linked(root, pkg)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range CheckLinked(pkg, linked) {
			t.Error(f)
		}
	}
}

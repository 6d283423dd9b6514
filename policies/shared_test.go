package policies

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared is the folder of reference manifests beside the checkout; the test is skipped
// where there is none.
func shared(t testing.TB, below string) string {
	t.Helper()
	root := os.Getenv("ROLLSCOPE_SHARED")
	for dir, _ := filepath.Abs("."); root == "" && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			root = filepath.Join(filepath.Dir(dir), "shared")
		}
	}
	path := filepath.Join(root, below)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no reference manifests: %s is not there; ROLLSCOPE_SHARED says where they are", below)
	}
	return path
}

// corpus is every public manifest, by name.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	root := shared(t, "corpus")
	out := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".yaml") {
			return err
		}
		out[name], err = os.ReadFile(filepath.Join(root, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

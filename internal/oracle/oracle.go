// Package oracle is for tests only: it finds the recorded answers of the real
// Kubernetes code and keeps count of how many of them ours agree with.
//
// There are two folders of recordings. One is shared/oracle beside the checkout
// (ROLLSCOPE_SHARED names another place for shared, ROLLSCOPE_ORACLE another
// folder of the same format). The other is testdata/oracle/recorded, which the
// recorder in testdata/oracle writes and which is always there.
package oracle

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Recording is the path of a file or folder of the recordings beside the
// checkout. The test is skipped where they are not.
func Recording(tb testing.TB, name string) string {
	tb.Helper()
	folder := os.Getenv("ROLLSCOPE_ORACLE")
	switch shared := os.Getenv("ROLLSCOPE_SHARED"); {
	case folder != "":
	case shared != "":
		folder = filepath.Join(shared, "oracle")
	default:
		folder = filepath.Join(filepath.Dir(Root(tb)), "shared", "oracle")
	}
	path := filepath.Join(folder, name)
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("%s is not among the recorded answers, which are looked for in shared/oracle beside the checkout; ROLLSCOPE_ORACLE names another folder", name)
	}
	return path
}

// Own is the path of a file that the recorder in testdata/oracle wrote.
func Own(tb testing.TB, name string) string {
	tb.Helper()
	return filepath.Join(Root(tb), "testdata", "oracle", "recorded", name)
}

// Root is the folder of the checkout.
func Root(tb testing.TB) string {
	tb.Helper()
	folder, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for ; ; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		if folder == filepath.Dir(folder) {
			tb.Fatal("no go.mod above the folder of the test")
		}
	}
}

// Lines reads a file with a JSON value on each line.
func Lines[T any](tb testing.TB, path string) []T {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var out []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			tb.Fatalf("%s:%d: %v", path, len(out)+1, err)
		}
		out = append(out, v)
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
	return out
}

package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/rollscope/rollscope/internal/lint/outcome"
)

// BenchmarkCorpus lints the public manifests of ../shared/corpus, once and ten times over,
// as the command does; one operation is all of them.
func BenchmarkCorpus(b *testing.B) {
	root := os.Getenv("ROLLSCOPE_SHARED")
	if root == "" {
		root = "../../../../shared"
	}
	files, _ := filepath.Glob(filepath.Join(root, "corpus", "*", "*.yaml"))
	if len(files) == 0 {
		b.Skip("no reference manifests; ROLLSCOPE_SHARED says where they are")
	}
	b.Run("Once", func(b *testing.B) { lintCopies(b, files, 1) })
	b.Run("TenTimes", func(b *testing.B) { lintCopies(b, files, 10) })
}

func lintCopies(b *testing.B, files []string, times int) {
	dir := b.TempDir()
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		for n := range times {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%c-%03d.yaml", 'a'+n, i)), text, 0o600); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		err := Run([]string{dir}, Options{Format: "json"}, Host{Out: io.Discard, Err: io.Discard})
		if f, ok := errors.AsType[outcome.Failure](err); err != nil && (!ok || f.Code != outcome.Findings) {
			b.Fatal(err)
		}
	}
}

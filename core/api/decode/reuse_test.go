package decode_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/rollscope/rollscope/core/api/decode"
)

// FuzzReuse reads two files with one reader, in the same memory, and compares with readers
// that have never read anything else.
func FuzzReuse(f *testing.F) {
	all := seeds(f)
	for i := range all {
		f.Add(all[i], all[(i+1)%len(all)], i%3 == 0)
	}
	f.Fuzz(func(t *testing.T, first, second []byte, keep bool) {
		var one decode.Reader
		kept := one.File("f", string(first))
		raw := raws(kept)
		if keep {
			one.Leave()
		} else {
			one.Reuse()
		}
		got, want := one.File("f", string(second)), decode.File("f", second)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("after %q, %q is read as %v", first, second, got)
		}
		if keep && !reflect.DeepEqual(raws(kept), raw) {
			t.Fatalf("%q has changed by reading %q", first, second)
		}
	})
}

func raws(r *decode.Result) (out []string) {
	for _, d := range r.Documents {
		out = append(out, string(d.Raw()))
	}
	return out
}

// What a reader reads does not depend on the many files that it has read before.
func TestManyFilesInOneMemory(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedFolder(), "corpus", "*", "*.yaml"))
	if len(files) == 0 {
		t.Skip("no reference manifests; ROLLSCOPE_SHARED says where they are")
	}
	var one decode.Reader
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		one.Reuse()
		got, want := one.File(file, string(content)), decode.File(file, content)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read differently after others", file)
		}
	}
}

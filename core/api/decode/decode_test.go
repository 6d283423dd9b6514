package decode_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/rollscope/rollscope/core/api/decode"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Each golden file is an archive of inputs; its last file has everything that is said
// about them. The text of inputs that end in .esc is in Go's escapes.
func TestWhatIsSaidAboutAFile(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { golden(t, file) })
	}
}

func golden(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	want := ""
	inputs := archive.Files[:0:0]
	for _, f := range archive.Files {
		if f.Name == "want" {
			want = string(f.Data)
			continue
		}
		inputs = append(inputs, f)
		describe(&got, f.Name, decode.File(f.Name, input(t, f)))
	}
	if *update {
		archive.Files = append(inputs, txtar.File{Name: "want", Data: got.Bytes()})
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

func input(t *testing.T, f txtar.File) []byte {
	if !strings.HasSuffix(f.Name, ".esc") {
		return f.Data
	}
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(strings.TrimSuffix(string(f.Data), "\n"), `"`, `\"`) + `"`)
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return []byte(text)
}

// describe prints a result: documents, then errors and warnings with all they carry.
func describe(w *bytes.Buffer, name string, r *decode.Result) {
	fmt.Fprintf(w, "%s\n", name)
	for _, d := range r.Documents {
		fmt.Fprintf(w, "  document %d", d.Index)
		if d.Item >= 0 {
			fmt.Fprintf(w, " item %d", d.Item)
		}
		fmt.Fprintf(w, ": %s %s %q", d.APIVersion, d.Kind, d.Name)
		switch {
		case !d.Known:
			fmt.Fprint(w, " passed over")
		case d.Patch:
			fmt.Fprint(w, " patch")
		case d.Object == nil:
			fmt.Fprint(w, " without object")
		}
		fmt.Fprintln(w)
	}
	for _, e := range r.Errors {
		problem(w, "error", e)
	}
	for _, e := range r.Warnings {
		problem(w, "warning", e)
	}
}

func problem(w *bytes.Buffer, severity string, e decode.Error) {
	place := strings.TrimPrefix(e.Error(), e.File+":")
	fmt.Fprintf(w, "  %s [%s] %s\n", severity, e.Code, place)
	if e.Hint != "" {
		fmt.Fprintf(w, "    hint: %s\n", e.Hint)
	}
	if e.Upstream != "" && !strings.Contains(place, e.Upstream) {
		fmt.Fprintf(w, "    upstream: %s\n", e.Upstream)
	}
}

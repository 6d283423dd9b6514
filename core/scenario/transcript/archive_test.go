package transcript

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"
)

func TestArchivesAreReadAsTxtarReadsThem(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{
			"-- a --", "-- b.yaml --", "--  --", "-- --", "--", " -- c --", "-- d", "e --", "\n", "\n", "\n", "\r\n", "text", " ",
		})).Draw(r, "parts"), "")
		got, want := parseArchive([]byte(text)), txtar.Parse([]byte(text))
		if !bytes.Equal(got.comment, want.Comment) || len(got.files) != len(want.Files) {
			r.Fatalf("%q: got %q and %d files, want %q and %d", text, got.comment, len(got.files), want.Comment, len(want.Files))
		}
		for i, f := range want.Files {
			if got.files[i].name != f.Name || !bytes.Equal(got.files[i].data, f.Data) {
				r.Fatalf("%q: got %q, want %q", text, got.files[i], f)
			}
		}
	})
}

package tabwriter_test

import (
	"strings"
	"testing"
	std "text/tabwriter"

	"github.com/rollscope/rollscope/core/api/tabwriter"
	"pgregory.net/rapid"
)

func TestColumnsAreThoseOfTheStandardPackage(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"\t", "\t", "\n", "\n", "\t\t", "a", "bcd", "é", "a longer cell", "", "\f", "\v", "FLUSH"})).Draw(r, "parts")
		least, padding := rapid.IntRange(0, 8).Draw(r, "least"), rapid.IntRange(0, 3).Draw(r, "padding")
		var got, want strings.Builder
		ours, theirs := tabwriter.NewWriter(&got, least, 8, padding, ' ', 0), std.NewWriter(&want, least, 8, padding, ' ', 0)
		for _, p := range append(parts, "FLUSH") {
			if p == "FLUSH" {
				_, _ = ours.Flush(), theirs.Flush()
				continue
			}
			_, _ = ours.Write([]byte(p))
			_, _ = theirs.Write([]byte(p))
		}
		if got.String() != want.String() {
			r.Fatalf("%q:\n got %q\nwant %q", parts, got.String(), want.String())
		}
	})
}

package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the pages anew")

func TestPagesOfTheSiteAreCurrent(t *testing.T) {
	dir := root + "site/content/rules"
	if *update {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := writePages(dir); err != nil {
			t.Fatal(err)
		}
	}
	want, err := pages()
	if err != nil {
		t.Fatal(err)
	}
	found, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if _, ok := want[f.Name()]; !ok {
			t.Errorf("%s is the page of no rule", f.Name())
		}
	}
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(text, string(got)); diff != "" {
			t.Errorf("%s is not current; go run ./internal/rulebook pages site/content/rules writes it anew:\n%s", name, diff)
		}
	}
}

func TestDifferenceShowsWhatChanged(t *testing.T) {
	got := difference("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nx\ne\nf\n")
	want := " b\n c\n-d\n+x\n e\n f\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := difference("a\n", "a\n"); got != "" {
		t.Errorf("equal texts differ: %q", got)
	}
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

const target = "../../core/api"

func TestGeneratedFilesAreUpToDate(t *testing.T) {
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(target, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go generate ./core/api", name)
		}
	}
	for _, pattern := range []string{"zz_*", "fielddoc/zz_*"} {
		found, err := filepath.Glob(filepath.Join(target, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			if name, _ := filepath.Rel(target, path); files[filepath.ToSlash(name)] == nil {
				t.Errorf("%s is no longer generated: remove it", name)
			}
		}
	}
}

func TestGeneratingTwiceGivesTheSame(t *testing.T) {
	first, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	second, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name := range first {
		if !bytes.Equal(first[name], second[name]) {
			t.Errorf("%s differs from run to run", name)
		}
	}
}

func TestDescriptionsReadAsTheAPIDocumentation(t *testing.T) {
	for _, c := range []struct{ comment, want string }{
		{"One line.\nJoined with the next.\n", "One line. Joined with the next."},
		{"A paragraph.\n\nAnother.\n+optional\n", "A paragraph.\n\nAnother."},
		{"Kept.\nTODO: not this.\n---\nNor this.\n", "Kept."},
		{"A list:\n  - one\n  - two\nand more.\n", "A list:\n  - one\n  - two\nand more."},
		{"", ""},
	} {
		if got := description(c.comment); got != c.want {
			t.Errorf("%q gives %q, want %q", c.comment, got, c.want)
		}
	}
}

package decode_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
	kjson "sigs.k8s.io/json"

	"github.com/rollscope/rollscope/core/api/decode"
)

// Whatever a file holds, reading it ends, every error has a place in it and can be shown
// on a terminal, and what is read without errors is what the API server reads.
func FuzzFile(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		result := decode.File("f", content)
		for _, e := range result.Errors {
			checkError(t, content, e)
		}
		for _, e := range result.Warnings {
			checkError(t, content, e)
		}
		for _, d := range result.Documents {
			checkDocument(t, d, len(result.Errors) == 0)
		}
	})
}

// seeds are the inputs of the golden files, one object of each kind, and the cases of the
// shared folder.
func seeds(f *testing.F) [][]byte {
	var all [][]byte
	golden, _ := filepath.Glob("testdata/golden/*.txtar")
	for _, file := range golden {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, input := range archive.Files {
			if input.Name != "want" {
				all = append(all, input.Data)
			}
		}
	}
	manifests, _ := filepath.Glob("testdata/objects/*.yaml")
	cases, _ := filepath.Glob(filepath.Join(sharedFolder(), "cases", "*", "*.yaml"))
	for _, file := range append(manifests, cases...) {
		content, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, content)
	}
	return all
}

func checkError(t *testing.T, content []byte, e decode.Error) {
	text := strings.ReplaceAll(string(content), "\r\n", "\n")
	lines := strings.Split(text, "\n")
	returns := strings.Count(text, "\r") // ends of lines to YAML, not to what cuts documents
	switch {
	case e.Line < 1 || e.Column < 1 || e.Line > len(lines)+1+returns:
		t.Fatalf("%q: no such place: %v", content, e)
	case returns == 0 && e.Line <= len(lines) && e.Column > utf8.RuneCountInString(lines[e.Line-1])+2:
		t.Fatalf("%q: the line has no such column: %v", content, e)
	case e.Code == "" || e.Message == "":
		t.Fatalf("%q: says nothing: %#v", content, e)
	}
	for _, text := range []string{e.Error(), e.Hint, e.Upstream} {
		if !utf8.ValidString(text) || strings.IndexFunc(text, func(c rune) bool { return !unicode.IsPrint(c) }) >= 0 {
			t.Fatalf("%q: cannot be shown: %q", content, text)
		}
	}
	if len(e.Error()) > 2000 {
		t.Fatalf("too long: %v", e)
	}
}

func checkDocument(t *testing.T, d decode.Document, sound bool) {
	if !json.Valid(d.Raw()) {
		t.Fatalf("no JSON: %s", d.Raw())
	}
	if at := d.Position("spec.template.spec.containers[0].image"); at.Line < 1 || at.Column < 1 {
		t.Fatalf("no place: %v", at)
	}
	object := theirs(d.APIVersion, d.Kind)
	if d.Object == nil || object == nil || !sound {
		return
	}
	if strict, err := kjson.UnmarshalStrict(d.Raw(), object); err != nil || len(strict) > 0 {
		t.Fatalf("%s: upstream finds %v %v", d.Raw(), strict, err)
	}
	sameObject(t, d.Raw(), d.Object, object)
}

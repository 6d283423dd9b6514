package reason

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
)

func TestEveryCodeOfTheDaemonSetControllerHasItsSentences(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "daemon.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Type == nil || len(spec.Values) != 1 {
			return true
		}
		literal, ok := spec.Values[0].(*ast.BasicLit)
		if !ok {
			return true
		}
		code, err := strconv.Unquote(literal.Value)
		if err != nil {
			t.Fatal(err)
		}
		if _, found := Lookup(Code(code)); !found || code != spec.Names[0].Name {
			t.Errorf("%s has no entry in the catalogue under its own name", spec.Names[0].Name)
		}
		return true
	})
}

func TestSentencesOfTheDaemonSetControllerSayTheSameInBothLanguages(t *testing.T) {
	for _, e := range daemonEntries {
		for _, p := range []string{"{pod}", "{node}", "{text}", "{n}", "{m}"} {
			if strings.Contains(e.English, p) != strings.Contains(e.Chinese, p) {
				t.Errorf("%s: %s is in one language only", e.Code, p)
			}
		}
		if strings.HasSuffix(e.English, ".") || strings.HasSuffix(e.Chinese, "。") || e.English == "" || e.Chinese == "" {
			t.Errorf("%s: a sentence ends with a full stop, or is empty", e.Code)
		}
		if e.Upstream != "simulator" && !strings.Contains(e.Upstream, ".go, ") {
			t.Errorf("%s: upstream is %q, want a file and a function", e.Code, e.Upstream)
		}
	}
}

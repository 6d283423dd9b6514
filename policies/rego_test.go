package policies

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/cover"
	"github.com/open-policy-agent/opa/v1/tester"
)

// folder is all of the Rego in this folder, tests and prelude included, as conftest and
// opa see it.
func folder(t testing.TB) map[string]*ast.Module {
	t.Helper()
	modules := map[string]*ast.Module{}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".rego") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		modules[name], err = ast.ParseModuleWithOpts(name, string(text), ast.ParserOptions{ProcessAnnotation: true})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return modules
}

func TestRegoTestsPassAndCoverEveryRule(t *testing.T) {
	modules := folder(t)
	coverage := cover.New()
	runner := tester.NewRunner().
		SetCompiler(ast.NewCompiler().WithStrict(true)).
		SetModules(modules).
		SetCoverageQueryTracer(coverage).
		SetTimeout(time.Minute)
	results, err := runner.RunTests(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for r := range results {
		n++
		if !r.Pass() {
			t.Errorf("%s: %s.%s: %v", r.Location, r.Package, r.Name, r.Error)
		}
	}
	if n < 3*len(loaded(t).Rules()) {
		t.Errorf("%d tests, fewer than three a rule", n)
	}
	report := coverage.Report(modules)
	var missed []string
	for name, f := range report.Files {
		if strings.HasSuffix(name, "_test.rego") {
			continue
		}
		for _, r := range f.NotCovered {
			missed = append(missed, fmt.Sprintf("%s:%d", name, r.Start.Row))
		}
	}
	sort.Strings(missed)
	if len(missed) > 0 {
		t.Errorf("no test reaches\n%s", strings.Join(missed, "\n"))
	}
}

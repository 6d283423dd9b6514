package style

import (
	"go/ast"
	"path"
	"slices"
	"strings"
)

var nameRules = []*Rule{
	{
		Name: "empty-word",
		Why:  "a name says what the thing is; words that fit anything say nothing",
		run:  eachWritten(checkWords),
	},
	{
		Name: "get-prefix",
		Why:  "a function that returns a thing is called after the thing; only kubectl gets",
		run:  eachWritten(checkGet),
	},
}

// emptyWords are refused in the names of types, packages and files, and at the
// end of a function's. What Kubernetes itself calls so (a data source, a
// revision's data, a field's manager) keeps its name: see below.
var emptyWords = []string{"Manager", "Helper", "Helpers", "Util", "Utils", "Info", "Data", "Handler", "Impl"}

// emptyWord is the first empty word of a name, "" when there is none.
func emptyWord(name string) string {
	for _, w := range words(name) {
		for _, empty := range emptyWords {
			if strings.EqualFold(w, empty) {
				return w
			}
		}
	}
	return ""
}

func checkWords(p *pass, f *File) {
	stem := strings.TrimSuffix(strings.TrimSuffix(path.Base(f.Path), ".go"), "_test")
	if w := emptyWord(stem); w != "" {
		p.report(f.Path, 0, "the file's name says %q", w)
	}
	if w := emptyWord(f.AST.Name.Name); w != "" {
		p.at(f, f.AST.Name, "the package's name says %q", w)
	}
	for _, d := range f.AST.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			checkFunctionWord(p, f, d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if t, ok := s.(*ast.TypeSpec); ok {
					checkTypeWord(p, f, t)
				}
			}
		}
	}
}

// checkTypeWord looks at all of a type's words. A single word inside a package
// may be Kubernetes' own (a probe's handler).
func checkTypeWord(p *pass, f *File, t *ast.TypeSpec) {
	w := emptyWord(t.Name.Name)
	if w != "" && (w != t.Name.Name || t.Name.IsExported()) {
		p.at(f, t, "%s says %q", t.Name.Name, w)
	}
}

// checkFunctionWord looks at a function's last word. Tests are left out, as
// their names are sentences, and so are single words inside a package and Data.
func checkFunctionWord(p *pass, f *File, d *ast.FuncDecl) {
	all := words(d.Name.Name)
	if testName(d.Name.Name) || len(all) == 0 || len(all) == 1 && !d.Name.IsExported() {
		return
	}
	if w := emptyWord(all[len(all)-1]); w != "" && w != "Data" {
		p.at(f, d, "%s says %q", d.Name.Name, w)
	}
}

func testName(name string) bool {
	return slices.ContainsFunc([]string{"Test", "Benchmark", "Fuzz", "Example"}, func(prefix string) bool {
		return strings.HasPrefix(name, prefix)
	})
}

func checkGet(p *pass, f *File) {
	for _, d := range f.AST.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		name := fn.Name.Name
		verb := covers("core/kubectl/...", f.Dir()) && !fn.Name.IsExported()
		if w := words(name); len(w) > 1 && strings.EqualFold(w[0], "get") && !verb {
			p.at(f, fn, "%s", name)
		}
	}
}

// words splits a CamelCase or snake_case name.
func words(name string) []string {
	var all []string
	start := 0
	for i := 1; i <= len(name); i++ {
		if i == len(name) || name[i] == '_' || upper(name[i]) && !upper(name[i-1]) ||
			upper(name[i]) && i+1 < len(name) && !upper(name[i+1]) && name[i+1] != '_' {
			if w := strings.Trim(name[start:i], "_"); w != "" {
				all = append(all, w)
			}
			start = i
		}
	}
	return all
}

func upper(c byte) bool { return c >= 'A' && c <= 'Z' }

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// typeName is an upstream type: import path and name.
type typeName struct{ pkg, name string }

// declaration is one upstream type declaration with what is needed to resolve names in it.
type declaration struct {
	name    typeName
	spec    *ast.TypeSpec
	doc     *ast.CommentGroup
	imports map[string]string // local package name to import path
}

// constant is one exported upstream constant.
type constant struct {
	name  typeName
	typ   string // name of its type in the same package, or empty
	value ast.Expr
	doc   string
}

// literal is the source text of a constant's value, if that is a literal.
func (c constant) literal() (string, bool) {
	literal, ok := c.value.(*ast.BasicLit)
	if !ok {
		return "", false
	}
	return literal.Value, true
}

// source is everything read from the upstream packages.
type source struct {
	types     map[typeName]*declaration
	constants map[string][]constant // by import path, in source order
}

// load parses the packages of groups out of the modules that go.mod pins.
func load() (*source, error) {
	src := &source{types: map[typeName]*declaration{}, constants: map[string][]constant{}}
	for _, g := range groups {
		dir, err := packageDir(g.path)
		if err != nil {
			return nil, err
		}
		if err := src.loadPackage(g.path, dir); err != nil {
			return nil, err
		}
	}
	return src, nil
}

// packageDir asks the go command where the package lies.
func packageDir(importPath string) (string, error) {
	module := strings.Join(strings.Split(importPath, "/")[:2], "/")
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", fmt.Errorf("go list -m %s: %w", module, err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), strings.TrimPrefix(importPath, module)), nil
}

// wanted tells whether a source file can declare API types: no tests, no generated code.
func wanted(info fs.FileInfo) bool {
	name := info.Name()
	return !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, ".pb.go") &&
		!strings.HasPrefix(name, "zz_") && !strings.HasPrefix(name, "types_swagger")
}

func (s *source) loadPackage(pkg, dir string) error {
	//nolint:staticcheck // build tags do not matter here: the types are in files without any
	parsed, err := parser.ParseDir(token.NewFileSet(), dir, wanted, parser.ParseComments)
	if err != nil {
		return err
	}
	for _, p := range parsed {
		names := make([]string, 0, len(p.Files))
		for name := range p.Files {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			s.loadFile(pkg, p.Files[name])
		}
	}
	return nil
}

func (s *source) loadFile(pkg string, file *ast.File) {
	imports := map[string]string{}
	for _, spec := range file.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		local := path.Base(target)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		imports[local] = target
	}
	for _, decl := range file.Decls {
		general, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		switch general.Tok {
		case token.TYPE:
			s.loadTypes(pkg, general, imports)
		case token.CONST:
			s.loadConstants(pkg, general)
		}
	}
}

func (s *source) loadTypes(pkg string, decl *ast.GenDecl, imports map[string]string) {
	for _, spec := range decl.Specs {
		typ, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		doc := typ.Doc
		if doc == nil {
			doc = decl.Doc
		}
		name := typeName{pkg, typ.Name.Name}
		s.types[name] = &declaration{name: name, spec: typ, doc: doc, imports: imports}
	}
}

func (s *source) loadConstants(pkg string, decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		value, ok := spec.(*ast.ValueSpec)
		if !ok || len(value.Names) != 1 || len(value.Values) != 1 || !value.Names[0].IsExported() {
			continue
		}
		typ := ""
		if ident, ok := value.Type.(*ast.Ident); ok {
			typ = ident.Name
		}
		s.constants[pkg] = append(s.constants[pkg], constant{
			name: typeName{pkg, value.Names[0].Name}, typ: typ, value: value.Values[0], doc: value.Doc.Text(),
		})
	}
}

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// typeName is a Go type: the name of its package and its own.
type typeName struct{ pkg, name string }

// source is what was read of the packages.
type source struct {
	types map[typeName]*ast.TypeSpec
	docs  map[typeName]string
	// texts are the constants of a type that is a text, in order.
	texts map[typeName][]string
}

// load reads the types of all folders. Files of other platforms are read like the rest.
func load(root string) (*source, error) {
	s := &source{map[typeName]*ast.TypeSpec{}, map[typeName]string{}, map[typeName][]string{}}
	for pkg, folder := range folders {
		paths, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		if err != nil {
			return nil, err
		}
		slices.Sort(paths)
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			s.read(pkg, f)
		}
	}
	return s, nil
}

func (s *source) read(pkg string, f *ast.File) {
	for _, d := range f.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, one := range group.Specs {
			switch spec := one.(type) {
			case *ast.TypeSpec:
				t := typeName{pkg, spec.Name.Name}
				s.types[t], s.docs[t] = spec, docOf(spec.Doc, group.Doc, spec.Comment)
			case *ast.ValueSpec:
				s.constants(pkg, spec)
			}
		}
	}
}

// constants keeps the texts of typed constants.
func (s *source) constants(pkg string, spec *ast.ValueSpec) {
	id, ok := spec.Type.(*ast.Ident)
	if !ok {
		return
	}
	for _, v := range spec.Values {
		if lit, ok := v.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			t := typeName{pkg, id.Name}
			s.texts[t] = append(s.texts[t], lit.Value)
		}
	}
}

// docOf is the first comment there is, on one line.
func docOf(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if text := strings.Join(strings.Fields(g.Text()), " "); text != "" {
			return strings.ReplaceAll(text, "*/", "* /")
		}
	}
	return ""
}

// request is a request with its fields, as the document has them.
type request struct {
	name, about string
	fields      []parameter
}

type parameter struct {
	name, kind, about string
	optional          bool
}

// readRequests reads the tables of the document.
func readRequests(path string) ([]request, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []request
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "### "):
			list = append(list, request{name: strings.TrimPrefix(line, "### ")})
		case len(list) == 0 || line == "":
		case strings.HasPrefix(line, "| `"):
			r := &list[len(list)-1]
			r.fields = append(r.fields, parameterOf(line))
		case !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "Result:") && !strings.HasPrefix(line, "<!--"):
			list[len(list)-1].about = line
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s describes no request", path)
	}
	return list, nil
}

func parameterOf(row string) parameter {
	cells := strings.Split(strings.Trim(row, "| "), " | ")
	cells = append(cells, "", "")
	kind, optional := strings.CutSuffix(cells[1], ", optional")
	return parameter{strings.Trim(cells[0], "`"), kind, cells[2], optional}
}

// unquoted is a Go string literal's value.
func unquoted(literal string) string {
	text, err := strconv.Unquote(literal)
	if err != nil {
		return ""
	}
	return text
}

package main

import (
	"fmt"
	"go/ast"
	"slices"
)

// shapeSet is the closure of the roots: which upstream types are generated and under which name.
type shapeSet struct {
	goName map[typeName]string
	taken  map[string]bool
	order  map[string][]typeName // by import path, sorted by name
}

// closure collects every type reachable from the roots and gives each a name in the flat package.
func closure(src *source) (*shapeSet, error) {
	var queue []typeName
	for _, g := range groups {
		for _, root := range g.roots {
			queue = append(queue, typeName{g.path, root})
		}
	}
	seen := map[typeName]bool{}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		if _, hand := handWritten[next]; seen[next] || hand {
			continue
		}
		seen[next] = true
		decl := src.types[next]
		if decl == nil {
			return nil, fmt.Errorf("%s.%s is not declared in the packages read", next.pkg, next.name)
		}
		queue = append(queue, references(decl)...)
	}
	return nameShapes(seen), nil
}

// references lists the named types a declaration mentions.
func references(decl *declaration) []typeName {
	var found []typeName
	ast.Inspect(decl.spec.Type, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			found = append(found, namesIn(decl, n.Type)...)
			return false
		case *ast.Ident, *ast.SelectorExpr:
			found = append(found, namesIn(decl, n.(ast.Expr))...)
			return false
		}
		return true
	})
	return found
}

// namesIn lists the named types of one type expression.
func namesIn(decl *declaration, expr ast.Expr) []typeName {
	switch e := expr.(type) {
	case *ast.Ident:
		if basic[e.Name] {
			return nil
		}
		return []typeName{{decl.name.pkg, e.Name}}
	case *ast.SelectorExpr:
		return []typeName{{decl.imports[e.X.(*ast.Ident).Name], e.Sel.Name}}
	case *ast.StarExpr:
		return namesIn(decl, e.X)
	case *ast.ArrayType:
		return namesIn(decl, e.Elt)
	case *ast.MapType:
		return append(namesIn(decl, e.Key), namesIn(decl, e.Value)...)
	}
	panic(fmt.Sprintf("%s.%s: type expression %T is not handled", decl.name.pkg, decl.name.name, expr))
}

var basic = map[string]bool{
	"bool": true, "string": true, "byte": true, "int": true, "int32": true, "int64": true, "float64": true,
}

// nameShapes gives out names group by group, so that a clash is always settled the same way.
func nameShapes(seen map[typeName]bool) *shapeSet {
	set := &shapeSet{goName: map[typeName]string{}, taken: map[string]bool{}, order: map[string][]typeName{}}
	for hand := range handWritten {
		set.goName[hand] = hand.name
		set.taken[hand.name] = true
	}
	for _, g := range groups {
		var names []string
		for t := range seen {
			if t.pkg == g.path {
				names = append(names, t.name)
			}
		}
		slices.Sort(names)
		for _, name := range names {
			t := typeName{g.path, name}
			set.goName[t] = set.claim(g, name)
			set.order[g.path] = append(set.order[g.path], t)
		}
	}
	return set
}

// claim reserves name, or the name with the group's prefix if it is taken.
func (s *shapeSet) claim(g group, name string) string {
	if s.taken[name] {
		name = g.prefix + name
	}
	s.taken[name] = true
	return name
}

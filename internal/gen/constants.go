package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/types"
)

// writeConstants prints the constants of every generated type, and the untyped ones
// (label keys, annotation keys, names of conditions) of the packages that have types here.
func writeConstants(src *source, shapes *shapeSet, files map[string][]byte) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, header, "k8s.io/api and k8s.io/apimachinery")
	for _, g := range groups {
		if len(shapes.order[g.path]) == 0 {
			continue
		}
		fmt.Fprintf(&b, "// Constants of %s.\nconst (\n", g.path)
		printed := map[string]string{} // upstream name to name here
		for _, c := range src.constants[g.path] {
			printConstant(&b, g, c, shapes, printed)
		}
		b.WriteString(")\n\n")
	}
	return addFile(files, "zz_constants_gen.go", b.Bytes())
}

func printConstant(b *bytes.Buffer, g group, c constant, shapes *shapeSet, printed map[string]string) {
	typ := ""
	switch {
	case c.typ == "" || basic[c.typ]:
		typ = c.typ
	case shapes.goName[typeName{g.path, c.typ}] != "":
		typ = shapes.goName[typeName{g.path, c.typ}]
	default:
		return // a type nobody here uses
	}
	value, ok := constantText(c.value, shapes, g, printed)
	if !ok {
		return
	}
	name := shapes.claim(g, c.name.name)
	printed[c.name.name] = name
	fmt.Fprintf(b, "\t%s %s = %s\n", name, typ, value)
}

// constantText prints a constant's value if it needs nothing but literals,
// constants already printed and conversions to generated types.
func constantText(expr ast.Expr, shapes *shapeSet, g group, printed map[string]string) (string, bool) {
	ok := true
	ast.Inspect(expr, func(n ast.Node) bool {
		ident, isIdent := n.(*ast.Ident)
		if !isIdent {
			if _, selector := n.(*ast.SelectorExpr); selector {
				ok = false
			}
			return ok
		}
		switch {
		case printed[ident.Name] != "":
			ident.Name = printed[ident.Name]
		case shapes.goName[typeName{g.path, ident.Name}] != "":
			ident.Name = shapes.goName[typeName{g.path, ident.Name}]
		case !basic[ident.Name]:
			ok = false
		}
		return ok
	})
	return types.ExprString(expr), ok
}

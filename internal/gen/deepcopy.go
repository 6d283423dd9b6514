package main

import (
	"bytes"
	"fmt"
	"go/ast"
)

// writeDeepCopy prints DeepCopyInto and DeepCopy for every generated struct.
func writeDeepCopy(src *source, shapes *shapeSet, files map[string][]byte) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, header, "k8s.io/api and k8s.io/apimachinery")
	c := &copier{src: src, shapes: shapes, b: &b, flat: map[typeName]bool{}}
	for _, g := range groups {
		for _, name := range shapes.order[g.path] {
			if structure, ok := src.types[name].spec.Type.(*ast.StructType); ok {
				c.printCopy(src.types[name], structure)
			}
		}
	}
	return addFile(files, "zz_deepcopy_gen.go", b.Bytes())
}

type copier struct {
	src    *source
	shapes *shapeSet
	b      *bytes.Buffer
	flat   map[typeName]bool // memo of isFlat for named types
}

func (c *copier) printCopy(decl *declaration, structure *ast.StructType) {
	name := c.shapes.goName[decl.name]
	fmt.Fprintf(c.b, "// DeepCopyInto writes a copy that shares no memory with in.\nfunc (in *%s) DeepCopyInto(out *%s) {\n\t*out = *in\n", name, name)
	for _, field := range structure.Fields.List {
		if c.isFlat(decl, field.Type) {
			continue
		}
		for _, f := range copiedNames(decl, field, c.shapes) {
			c.printValue(decl, field.Type, "in."+f, "out."+f, 0)
		}
	}
	fmt.Fprintf(c.b, "}\n\n// DeepCopy returns a copy that shares no memory with in; nil for nil.\nfunc (in *%s) DeepCopy() *%s {\n\tif in == nil {\n\t\treturn nil\n\t}\n\tout := new(%s)\n\tin.DeepCopyInto(out)\n\treturn out\n}\n\n", name, name, name)
}

// copiedNames names a field's selectors; an embedded field is selected by its type's name.
func copiedNames(decl *declaration, field *ast.Field, shapes *shapeSet) []string {
	if len(field.Names) == 0 {
		return []string{shapes.goName[namesIn(decl, field.Type)[0]]}
	}
	var names []string
	for _, name := range field.Names {
		names = append(names, name.Name)
	}
	return names
}

// isFlat tells whether assignment already copies a value of this type completely.
func (c *copier) isFlat(decl *declaration, expr ast.Expr) bool {
	switch e := expr.(type) {
	case *ast.StarExpr, *ast.ArrayType, *ast.MapType:
		return false
	case *ast.Ident:
		if basic[e.Name] {
			return true
		}
	}
	name := namesIn(decl, expr)[0]
	if deep, hand := handWritten[name]; hand {
		return !deep
	}
	flat, known := c.flat[name]
	if !known {
		flat = c.isFlatType(c.src.types[name])
		c.flat[name] = flat
	}
	return flat
}

func (c *copier) isFlatType(decl *declaration) bool {
	structure, ok := decl.spec.Type.(*ast.StructType)
	if !ok {
		return c.isFlat(decl, decl.spec.Type)
	}
	for _, field := range structure.Fields.List {
		if !c.isFlat(decl, field.Type) {
			return false
		}
	}
	return true
}

// printValue copies in to out, where *out = *in has already been done by the caller.
func (c *copier) printValue(decl *declaration, expr ast.Expr, in, out string, depth int) {
	switch e := expr.(type) {
	case *ast.StarExpr:
		fmt.Fprintf(c.b, "if %s != nil {\n%s = new(%s)\n*%s = *%s\n", in, out, typeText(decl, e.X, c.shapes), out, in)
		if !c.isFlat(decl, e.X) {
			c.printElement(decl, e.X, in, out, depth)
		}
		c.b.WriteString("}\n")
	case *ast.ArrayType:
		c.printSlice(decl, e, in, out, depth)
	case *ast.MapType:
		c.printMap(decl, e, in, out, depth)
	default:
		name := namesIn(decl, expr)[0]
		target := c.src.types[name]
		if _, hand := handWritten[name]; hand {
			fmt.Fprintf(c.b, "%s.DeepCopyInto(&%s)\n", in, out)
			return
		}
		if _, structure := target.spec.Type.(*ast.StructType); structure {
			fmt.Fprintf(c.b, "%s.DeepCopyInto(&%s)\n", in, out)
			return
		}
		c.printNamed(target, in, out, depth)
	}
}

// printElement copies what a pointer points to.
func (c *copier) printElement(decl *declaration, elem ast.Expr, in, out string, depth int) {
	switch elem.(type) {
	case *ast.ArrayType, *ast.MapType, *ast.StarExpr:
		c.printValue(decl, elem, "(*"+in+")", "(*"+out+")", depth)
	default:
		fmt.Fprintf(c.b, "%s.DeepCopyInto(%s)\n", in, out)
	}
}

// printNamed copies a value of a named slice or map type.
func (c *copier) printNamed(target *declaration, in, out string, depth int) {
	name := c.shapes.goName[target.name]
	switch e := target.spec.Type.(type) {
	case *ast.ArrayType:
		c.printSliceAs(target, name, e, in, out, depth)
	case *ast.MapType:
		c.printMapAs(target, name, e, in, out, depth)
	default:
		panic(fmt.Sprintf("deep copy of %s is not handled", name))
	}
}

func (c *copier) printSlice(decl *declaration, e *ast.ArrayType, in, out string, depth int) {
	c.printSliceAs(decl, typeText(decl, e, c.shapes), e, in, out, depth)
}

func (c *copier) printSliceAs(decl *declaration, text string, e *ast.ArrayType, in, out string, depth int) {
	fmt.Fprintf(c.b, "if %s != nil {\n%s = make(%s, len(%s))\ncopy(%s, %s)\n", in, out, text, in, out, in)
	if !c.isFlat(decl, e.Elt) {
		i := string(rune('i' + depth))
		fmt.Fprintf(c.b, "for %s := range %s {\n", i, in)
		c.printValue(decl, e.Elt, in+"["+i+"]", out+"["+i+"]", depth+1)
		c.b.WriteString("}\n")
	}
	c.b.WriteString("}\n")
}

func (c *copier) printMap(decl *declaration, e *ast.MapType, in, out string, depth int) {
	c.printMapAs(decl, typeText(decl, e, c.shapes), e, in, out, depth)
}

func (c *copier) printMapAs(decl *declaration, text string, e *ast.MapType, in, out string, depth int) {
	fmt.Fprintf(c.b, "if %s != nil {\n%s = make(%s, len(%s))\nfor key, value := range %s {\n", in, out, text, in, in)
	if !c.isFlat(decl, e.Value) {
		c.b.WriteString("copied := value\n")
		c.printValue(decl, e.Value, "value", "copied", depth+1)
		fmt.Fprintf(c.b, "%s[key] = copied\n", out)
	} else {
		fmt.Fprintf(c.b, "%s[key] = value\n", out)
	}
	c.b.WriteString("}\n}\n")
}

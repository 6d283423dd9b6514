package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// fieldDocsFile is where package fielddoc embeds its texts from.
const fieldDocsFile = "fielddoc/zz_fields.txt"

// documented is one line about a field.
type documented struct {
	name, typ, ref, enum, doc string
	required                  bool
}

// writeFieldDocs prints what `explain` says about every type: one line for the type, then one
// for each field by JSON name. Package fielddoc describes the format.
func writeFieldDocs(src *source, shapes *shapeSet, files map[string][]byte) error {
	d := &documenter{src: src, shapes: shapes, enums: enumsOf(src)}
	names := slices.SortedFunc(mapKeys(shapes.goName), func(a, b typeName) int {
		return cmp.Compare(shapes.goName[a], shapes.goName[b])
	})
	var b bytes.Buffer
	for _, name := range names {
		decl := src.types[name]
		structure, ok := decl.spec.Type.(*ast.StructType)
		if !ok {
			continue
		}
		fmt.Fprintf(&b, "%s\t%s\n", shapes.goName[name], escape(description(decl.doc.Text())))
		if _, hand := handWritten[name]; hand {
			continue
		}
		fields := d.fields(decl, structure)
		slices.SortFunc(fields, func(a, b documented) int { return cmp.Compare(a.name, b.name) })
		for _, f := range fields {
			required := ""
			if f.required {
				required = "required"
			}
			fmt.Fprintf(&b, "\t%s\t%s\t%s\t%s\t%s\t%s\n", f.name, f.typ, f.ref, required, f.enum, escape(f.doc))
		}
	}
	files[fieldDocsFile] = b.Bytes()
	return nil
}

func mapKeys[K comparable, V any](m map[K]V) func(func(K) bool) {
	return func(yield func(K) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

type documenter struct {
	src    *source
	shapes *shapeSet
	enums  map[typeName][]constant
}

// fields lists a struct's fields, with those of inlined structs in their place.
func (d *documenter) fields(decl *declaration, structure *ast.StructType) []documented {
	var found []documented
	for _, field := range structure.Fields.List {
		name := jsonName(field)
		switch {
		case name == "-":
		case name == "":
			inlined := d.src.types[namesIn(decl, field.Type)[0]]
			found = append(found, d.fields(inlined, inlined.spec.Type.(*ast.StructType))...)
		default:
			found = append(found, d.field(decl, field, name))
		}
	}
	return found
}

func (d *documenter) field(decl *declaration, field *ast.Field, name string) documented {
	text := field.Doc.Text()
	f := documented{name: name, required: required(field, text)}
	f.typ, f.ref = d.explainType(decl, field.Type)
	var values []string
	if enum := d.enums[elementName(decl, field.Type)]; len(enum) > 0 {
		var lines []string
		for _, c := range enum {
			values = append(values, stringValue(c))
			lines = append(lines, fmt.Sprintf(" - `%q` %s", stringValue(c), enumText(c)))
		}
		slices.Sort(values)
		slices.Sort(lines)
		text += "\nPossible enum values:\n" + strings.Join(lines, "\n")
	}
	f.enum = strings.Join(values, ",")
	f.doc = description(text)
	return f
}

// required follows the markers, and without one the json tag.
//
// Upstream: kube-openapi pkg/generators/openapi.go, isOptional.
func required(field *ast.Field, text string) bool {
	for line := range strings.Lines(text) {
		switch strings.TrimSpace(line) {
		case "+optional":
			return false
		case "+required":
			return true
		}
	}
	tag, _ := tagValue(field, "json")
	return !strings.Contains(tag, "omitempty")
}

// elementName is the named type of a field or of what it points to.
func elementName(decl *declaration, expr ast.Expr) typeName {
	if star, ok := expr.(*ast.StarExpr); ok {
		expr = star.X
	}
	switch expr.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		if names := namesIn(decl, expr); len(names) > 0 {
			return names[0]
		}
	}
	return typeName{}
}

// explainType words a type as kubectl explain does, and names the described type inside it.
//
// Upstream 1.37: kubectl pkg/explain/v2/templates/plaintext.tmpl, typeGuess.
func (d *documenter) explainType(decl *declaration, expr ast.Expr) (text, ref string) {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return d.explainType(decl, e.X)
	case *ast.MapType:
		text, ref = d.explainType(decl, e.Value)
		return "map[string]" + text, ref
	case *ast.ArrayType:
		text, ref = d.explainType(decl, e.Elt)
		if text == "byte" {
			return "string", ""
		}
		return "[]" + text, ref
	case *ast.Ident:
		if basic[e.Name] {
			return basicTypes[e.Name], ""
		}
	}
	name := namesIn(decl, expr)[0]
	target := d.src.types[name]
	if _, structure := target.spec.Type.(*ast.StructType); !structure {
		return d.explainType(target, target.spec.Type)
	}
	if name.name == "Time" || name.name == "MicroTime" {
		return "string", d.shapes.goName[name]
	}
	return name.name, d.shapes.goName[name]
}

var basicTypes = map[string]string{
	"bool": "boolean", "string": "string", "byte": "byte",
	"int": "integer", "int32": "integer", "int64": "integer", "float64": "number",
}

// escape puts a text on one line; fielddoc undoes it.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`).Replace(s)
}

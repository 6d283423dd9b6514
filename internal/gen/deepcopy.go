package main

import (
	"bytes"
	"fmt"
	"go/ast"
)

// writeDeepCopy prints DeepCopy for every generated struct. The copying itself is
// package deepcopy's, for all types.
func writeDeepCopy(src *source, shapes *shapeSet, files map[string][]byte) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, header, "k8s.io/api and k8s.io/apimachinery")
	b.WriteString("import \"github.com/rollscope/rollscope/core/api/deepcopy\"\n\n")
	for _, g := range groups {
		for _, name := range shapes.order[g.path] {
			if _, ok := src.types[name].spec.Type.(*ast.StructType); ok {
				own := shapes.goName[name]
				fmt.Fprintf(&b, "// DeepCopy returns a copy that shares no memory with in; nil for nil.\n"+
					"func (in *%s) DeepCopy() *%s { return deepcopy.Of(in) }\n\n", own, own)
			}
		}
	}
	return addFile(files, "zz_deepcopy_gen.go", b.Bytes())
}

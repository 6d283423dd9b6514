package tree

import (
	"maps"
	"slices"
	"strconv"
)

// GoSyntax is a value as Go's %#v writes it.
func GoSyntax(v any) string { return string(appendGo(nil, v)) }

func appendGo(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "interface {}(nil)"...)
	case string:
		return strconv.AppendQuote(b, v)
	case Map:
		b = append(b, "map[string]interface {}{"...)
		for i, k := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(strconv.AppendQuote(b, k), ':')
			b = appendGo(b, v[k])
		}
		return append(b, '}')
	case []any:
		b = append(b, "[]interface {}{"...)
		for i := range v {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendGo(b, v[i])
		}
		return append(b, '}')
	}
	return append(b, Scalar(v)...)
}

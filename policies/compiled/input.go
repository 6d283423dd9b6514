package compiled

import (
	"encoding/json"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// shape is what is known of a type of structs: its names in order, and their fields.
type shape struct {
	names  []string
	fields []int
}

var shapes sync.Map // of *shape by reflect.Type; only ever the same for one type

func shapeOf(t reflect.Type) *shape {
	if known, ok := shapes.Load(t); ok {
		return known.(*shape)
	}
	s := &shape{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		at := 0
		for at < len(s.names) && s.names[at] < name {
			at++
		}
		s.names = append(s.names[:at], append([]string{name}, s.names[at:]...)...)
		s.fields = append(s.fields[:at], append([]int{i}, s.fields[at:]...)...)
	}
	shapes.Store(t, s)
	return s
}

// valueOf is a value of Go as rules have it after a trip through JSON, for what inputs are
// made of: structs with tags, maps with text for keys, slices, text, numbers, booleans. Of
// a nil pointer there is nothing.
func (r *Run) valueOf(v reflect.Value) any {
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Int, reflect.Int32, reflect.Int64:
		return v.Int()
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return r.valueOf(v.Elem())
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return nil // the part that is JSON; it comes apart
		}
		out := r.array(v.Len())
		for i := range v.Len() {
			out.add(r.valueOf(v.Index(i)))
		}
		return out
	case reflect.Map:
		out := r.object(v.Len())
		for each := v.MapRange(); each.Next(); {
			out.keys, out.values = append(out.keys, each.Key().String()), append(out.values, r.valueOf(each.Value()))
		}
		return out
	case reflect.Struct:
		s := shapeOf(v.Type())
		out := r.object(0)
		out.keys, out.values, out.sorted = s.names[:len(s.names):len(s.names)], r.values.Take(len(s.names)), true
		for i, at := range s.fields {
			out.values[i] = r.valueOf(v.Field(at))
		}
		return out
	}
	return nil
}

// valueOfNode is a manifest as rules have it after a trip through JSON. Of maps, it is what
// rules ask for.
func (r *Run) valueOfNode(n *tree.Node) any {
	switch n.Kind {
	case tree.Boolean:
		return n.Text == "true"
	case tree.Number:
		return number(n.Text)
	case tree.Text:
		return strings.ToValidUTF8(n.Text, string(utf8.RuneError))
	case tree.List:
		out := r.array(len(n.Items))
		for _, item := range n.Items {
			out.add(r.valueOfNode(item))
		}
		return out
	case tree.Object:
		out := r.object(min(len(n.Members), 4))
		out.rest, out.run = n, r
		return out
	}
	return Null{}
}

// number is an int64 if it is written as one is.
func number(s string) any {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && strconv.FormatInt(n, 10) == s {
		return n
	}
	return json.Number(s)
}

// valueOfJSON is a value of JSON as rules have it.
func valueOfJSON(v any) any {
	switch v := v.(type) {
	case nil:
		return Null{}
	case json.Number:
		return number(string(v))
	case []any:
		out := &Array{}
		for _, item := range v {
			out.add(valueOfJSON(item))
		}
		return out
	case map[string]any:
		out := &Object{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out.keys, out.values = append(out.keys, key), append(out.values, valueOfJSON(v[key]))
		}
		out.sorted = true
		return out
	}
	return v
}

// plain is a value as JSON for any has it, with numbers as text.
func plain(v any) any {
	switch v := v.(type) {
	case int64:
		return json.Number(strconv.FormatInt(v, 10))
	case *big.Rat:
		return json.Number(decimal(v))
	case Null:
		return nil
	case *Array:
		return plainAll(v.items)
	case *Set:
		return plainAll(v.items)
	case *Object:
		v.all()
		out := make(map[string]any, len(v.keys))
		for i, k := range v.keys {
			out[k] = plain(v.values[i])
		}
		return out
	}
	return v
}

func plainAll(items []any) []any {
	out := make([]any, len(items))
	for i := range items {
		out[i] = plain(items[i])
	}
	return out
}

func decimal(r *big.Rat) string {
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// spelt is a value in a template string: text as it is, the rest as JSON with a blank
// after commas and colons.
func spelt(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return notation(v)
}

func notation(v any) string {
	switch v := v.(type) {
	case Null:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case json.Number:
		return v.String()
	case *big.Rat:
		return decimal(v)
	case string:
		text, _ := json.Marshal(v)
		return string(text)
	case *Array:
		return "[" + list(v.items) + "]"
	case *Set:
		if len(v.items) == 0 {
			return "set()"
		}
		return "{" + list(v.items) + "}"
	case *Object:
		v.order()
		parts := make([]string, len(v.keys))
		for i, k := range v.keys {
			parts[i] = notation(k) + ": " + notation(v.values[i])
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "<undefined>"
}

func list(items []any) string {
	parts := make([]string, len(items))
	for i := range items {
		parts[i] = notation(items[i])
	}
	return strings.Join(parts, ", ")
}

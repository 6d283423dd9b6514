package policies

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/open-policy-agent/opa/v1/ast"
)

// The input is made of values of OPA directly. OPA's own way leads over JSON text and maps
// of anything, which takes longer than to evaluate half of the rules.

// termOf is a value of Go as Rego has it after a trip through JSON, for what inputs are
// made of: structs with tags, maps with text for keys, slices, text, numbers, booleans.
func termOf(v reflect.Value) *ast.Term {
	switch v.Kind() {
	case reflect.String:
		return ast.StringTerm(v.String())
	case reflect.Bool:
		return ast.InternedTerm(v.Bool())
	case reflect.Int, reflect.Int32, reflect.Int64:
		return ast.InternedTerm(int(v.Int()))
	case reflect.Slice:
		terms := make([]*ast.Term, v.Len())
		for i := range terms {
			terms[i] = termOf(v.Index(i))
		}
		return ast.ArrayTerm(terms...)
	case reflect.Map:
		pairs := make([][2]*ast.Term, 0, v.Len())
		for each := v.MapRange(); each.Next(); {
			pairs = append(pairs, [2]*ast.Term{ast.StringTerm(each.Key().String()), termOf(each.Value())})
		}
		return ast.ObjectTerm(pairs...)
	case reflect.Struct:
		t := v.Type()
		pairs := make([][2]*ast.Term, 0, v.NumField())
		for i := range v.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			pairs = append(pairs, [2]*ast.Term{ast.InternedTerm(name), termOf(v.Field(i))})
		}
		return ast.ObjectTerm(pairs...)
	case reflect.Pointer:
		return termOf(v.Elem())
	}
	return ast.NullTerm()
}

var errManifest = errors.New("the manifest is not the JSON that it was turned into")

// jsonReader reads JSON without white space, as package decode writes it.
type jsonReader struct {
	text []byte
	at   int
}

// manifestTerm is a manifest as Rego has it.
func manifestTerm(text []byte) (*ast.Term, error) {
	r := jsonReader{text: text}
	t, ok := r.value()
	if !ok || r.at != len(text) {
		return nil, errManifest
	}
	return t, nil
}

func (r *jsonReader) value() (*ast.Term, bool) {
	switch r.next() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	case '"':
		s, ok := r.string()
		return ast.StringTerm(s), ok
	case 't':
		return ast.InternedTerm(true), r.skip("true")
	case 'f':
		return ast.InternedTerm(false), r.skip("false")
	case 'n':
		return ast.NullTerm(), r.skip("null")
	}
	start := r.at
	for r.at < len(r.text) && strings.IndexByte("+-0123456789.eE", r.text[r.at]) >= 0 {
		r.at++
	}
	return ast.NumberTerm(json.Number(r.text[start:r.at])), r.at > start
}

// next is the next character, 0 at the end.
func (r *jsonReader) next() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *jsonReader) skip(word string) bool {
	if !strings.HasPrefix(string(r.text[r.at:min(r.at+len(word), len(r.text))]), word) {
		return false
	}
	r.at += len(word)
	return true
}

func (r *jsonReader) object() (*ast.Term, bool) {
	var pairs [][2]*ast.Term
	for r.at++; r.next() != '}'; {
		if len(pairs) > 0 && !r.skip(",") {
			return nil, false
		}
		key, ok := r.string()
		if !ok || !r.skip(":") {
			return nil, false
		}
		value, ok := r.value()
		if !ok {
			return nil, false
		}
		pairs = append(pairs, [2]*ast.Term{ast.InternedTerm(key), value})
	}
	r.at++
	return ast.ObjectTerm(pairs...), true
}

func (r *jsonReader) array() (*ast.Term, bool) {
	var terms []*ast.Term
	for r.at++; r.next() != ']'; {
		if len(terms) > 0 && !r.skip(",") {
			return nil, false
		}
		value, ok := r.value()
		if !ok {
			return nil, false
		}
		terms = append(terms, value)
	}
	r.at++
	return ast.ArrayTerm(terms...), true
}

// string reads a text; one with escapes or broken letters in it the long way.
func (r *jsonReader) string() (string, bool) {
	if r.next() != '"' {
		return "", false
	}
	start, escaped := r.at, false
	for r.at++; r.next() != '"'; r.at++ {
		if r.at >= len(r.text) {
			return "", false
		}
		if r.text[r.at] == '\\' {
			escaped = true
			r.at++
		}
	}
	r.at++
	if text := r.text[start+1 : r.at-1]; !escaped && utf8.Valid(text) {
		return string(text), true
	}
	var s string
	err := json.Unmarshal(r.text[start:r.at], &s)
	return s, err == nil
}
